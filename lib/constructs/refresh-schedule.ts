import type { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

import { refreshSeconds } from '../../contract/names.ts';
import type { RefreshEvent } from '../../contract/refresh.ts';
import type { DirectoryFunction } from './functions.ts';

const event: RefreshEvent = { refresh: { acceptDrop: false } };

/** Asks each function for a fresh snapshot, so that the last-good copy is recent even on a quiet day. */
export class RefreshSchedule extends Construct {
  readonly #every: Duration;

  constructor(
    scope: Construct,
    id: string,
    functions: readonly DirectoryFunction[],
    every: Duration,
  ) {
    super(scope, id);
    this.#every = every;
    new Rule(this, 'Rule', {
      description: 'Keeps the last-good copies young',
      schedule: Schedule.rate(every),
      targets: functions.map(
        ({ function: handler }) =>
          new LambdaFunction(handler, {
            event: RuleTargetInput.fromObject(event),
            retryAttempts: 0, // the next one comes soon enough
          }),
      ),
    });
  }

  /** Tells a function how old a copy can be while refreshes succeed. */
  tell(lambdaFunction: Function): void {
    lambdaFunction.addEnvironment(refreshSeconds, String(this.#every.toSeconds()));
  }
}
