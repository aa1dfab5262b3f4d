import { Aws } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

import { type AlarmSources, alarmDefinitions } from './alarm-definitions.ts';

const publishers = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

/** The topic that notifies the operator. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  /** @param email - who is notified; SNS asks for confirmation once. */
  constructor(scope: Construct, id: string, email?: string) {
    super(scope, id);
    // Not encrypted with the key that AWS manages for SNS: alarms may not use that one, and would not be delivered.
    this.topic = new Topic(this, 'Topic', { displayName: 'Public directories', enforceSSL: true });

    // A topic with a policy no longer has the default one, which lets alarms publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: publishers.map((service) => new ServicePrincipal(service)),
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );

    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }
}

/** The document that the alarms point to; its headings are the alarms' names. */
const RUNBOOK = 'docs/runbook.md';

export interface AlarmsProps extends AlarmSources {
  readonly topic: ITopic;
}

/** The alarms of a stage. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { topic, ...props }: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(topic);
    for (const definition of alarmDefinitions(props)) {
      const { name, meaning, from = 1, periods = 1, ringsWhenMissing = false } = definition;
      const section = name.toLowerCase().replaceAll(' ', '-');
      const alarm = new Alarm(this, identifier(name), {
        alarmName: `${props.stageName}: ${name}`,
        alarmDescription: `${meaning} What to do: ${RUNBOOK}#${section}`,
        metric: definition.metric,
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
