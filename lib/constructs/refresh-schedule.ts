import type { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';

import type { RefreshEvent } from '../../contract/refresh.ts';
import type { DirectoryFunction } from './directory-function.ts';

const event: RefreshEvent = { refresh: { acceptDrop: false } };

/** Asks each function for a fresh snapshot, so that the last-good copy is young even on a quiet day. */
export class RefreshSchedule extends Construct {
  constructor(
    scope: Construct,
    id: string,
    functions: readonly DirectoryFunction[],
    every: Duration,
  ) {
    super(scope, id);
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
}
