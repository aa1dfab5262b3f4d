import { Aws, Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

import type { AlarmDefinitions } from './alarms.ts';

/**
 * The topic that notifies the operator, and the alarms that use it. SNS sends nothing until the operator confirms the address.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, email: string | undefined) {
    super(scope, id);
    // Not encrypted with the AWS managed key for SNS: alarms cannot use that key, so their messages would be lost.
    const topicProps = { displayName: 'Public directories', enforceSSL: true };
    this.topic = new Topic(this, 'Topic', topicProps);

    // Our policy replaces the topic's default policy, which lets alarms publish.
    const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      this.topic.grantPublish(new ServicePrincipal(service, { conditions }));
    }
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }

  /** Creates a stage's alarms, each with a link to its section of the runbook. */
  createAlarms(scope: Construct, stageName: string, definitions: AlarmDefinitions): void {
    for (const [name, definition] of Object.entries(definitions)) {
      const { meaning, metric, period = Duration.minutes(30), ...options } = definition;
      const anchor = name.toLowerCase().replaceAll(' ', '-');
      const identifier = name.replaceAll(/ (.)/gu, (_, letter: string) => letter.toUpperCase());
      const alarm = new cloudwatch.Alarm(scope, identifier, {
        alarmName: `${stageName}: ${name}`,
        alarmDescription: `${meaning} What to do: docs/runbook.md#${anchor}`,
        metric: metric.with({ period }),
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
        ...options,
      });
      alarm.addAlarmAction(new SnsAction(this.topic));
      alarm.addOkAction(new SnsAction(this.topic));
    }
  }
}
