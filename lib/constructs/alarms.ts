import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import { type Watched, watches } from './alarm-definitions.ts';

/** The document that the alarms point to; its headings are the alarms' names. */
const RUNBOOK = 'docs/runbook.md';

export interface AlarmsProps extends Watched {
  readonly topic: ITopic;
}

/** The alarms of a stage. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { topic, ...props }: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(topic);
    for (const watch of watches(props)) {
      const { name, meaning, from = 1, periods = 1, ringsWhenMissing = false } = watch;
      const alarm = new Alarm(this, identifier(name), {
        alarmName: `${props.stageName}: ${name}`,
        alarmDescription: `${meaning} What to do: ${RUNBOOK}#${anchor(name)}`,
        metric: watch.metric,
        threshold: from,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: periods,
        treatMissingData: ringsWhenMissing
          ? TreatMissingData.BREACHING
          : TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}

function identifier(name: string): string {
  return name.replaceAll(/ (.)/gu, (_, letter: string) => letter.toUpperCase());
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
