import type { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

import { refreshSeconds } from '../../contract/names.ts';
import type { RefreshEvent } from '../../contract/refresh.ts';
import type { DirectoryFunction } from './functions.ts';

const event: RefreshEvent = { refresh: { acceptDrop: false } };

export interface RefreshScheduleProps {
  readonly functions: readonly DirectoryFunction[];
  /** It is told how old a copy can be while refreshes succeed. */
  readonly status: Function;
  readonly every: Duration;
}

/** Asks each function for a fresh snapshot, so that the last-good copy is recent even on a quiet day. */
export class RefreshSchedule extends Construct {
  constructor(scope: Construct, id: string, { functions, status, every }: RefreshScheduleProps) {
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
    status.addEnvironment(refreshSeconds, String(every.toSeconds()));
  }
}
