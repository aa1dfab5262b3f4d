import { Annotations, Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

import { stageOutput } from '../contract/names.ts';
import { alarmDefinitions } from './constructs/alarms.ts';
import type { ServiceStack } from './service-stack.ts';
import type { StageSettings } from './stages.ts';

export interface WatchStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly service: ServiceStack;
}

/** Monitoring: alarms, a dashboard of what they look at, and a budget. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, props: WatchStackProps) {
    const { settings, service, ...stackProps } = props;
    super(scope, id, stackProps);
    this.addStackDependency(service); // destroyed before it, even without alarms that read its values
    const topic = this.#notify(settings.alarmEmail);
    if (settings.alarms) this.#watch(service, topic);
    if (settings.alarms && settings.alarmEmail === undefined) {
      const text = `Nobody hears the alarms of ${service.stageName}: set alarmEmail in lib/stages.ts, or subscribe to the topic`;
      Annotations.of(this).addInfoV2('alarm-email', text);
    }
    if (settings.monthlyBudgetDollars !== undefined) {
      this.#limitCosts(settings.monthlyBudgetDollars, topic);
    }
  }

  /** The topic that notifies the operator, once they have confirmed their address to SNS. */
  #notify(email: string | undefined): Topic {
    // Not encrypted with the key that AWS manages for SNS: alarms may not use that one, and would not be delivered.
    const topicProps = { displayName: 'Public directories', enforceSSL: true };
    const topic = new Topic(new Construct(this, 'Alarm'), 'Topic', topicProps);

    // A topic with a policy no longer has the default one, which lets alarms publish.
    const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      topic.grantPublish(new ServicePrincipal(service, { conditions }));
    }

    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    new CfnOutput(this, stageOutput.alarmTopicArn, { value: topic.topicArn });
    return topic;
  }

  /** The alarms, and a dashboard with what each looks at. */
  #watch(service: ServiceStack, topic: Topic): void {
    const scope = new Construct(this, 'Alarms');
    const widgets: cloudwatch.IWidget[][] = [];
    for (const [name, definition] of Object.entries(alarmDefinitions(this, service))) {
      const { meaning, metric, period = Duration.minutes(30), ...options } = definition;
      const anchor = name.toLowerCase().replaceAll(' ', '-');
      const identifier = name.replaceAll(/ (.)/gu, (_, letter: string) => letter.toUpperCase());
      const alarm = new cloudwatch.Alarm(scope, identifier, {
        alarmName: `${service.stageName}: ${name}`,
        alarmDescription: `${meaning} What to do: docs/runbook.md#${anchor}`,
        metric: metric.with({ period }),
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
        ...options,
      });
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
      widgets.push([new cloudwatch.AlarmWidget({ alarm, title: name, width: 12 })]);
    }
    new cloudwatch.Dashboard(new Construct(this, 'Dashboard'), 'Dashboard', {
      dashboardName: `${service.stageName}-public-directories`,
      defaultInterval: Duration.days(1),
      widgets,
    });
  }

  /**
   * Tells the operator when the month is going to cost more. It counts the whole account: a budget for a tag counts nothing
   * until someone activates the tag for billing, and a budget that is silent by mistake is worse than one that is early.
   */
  #limitCosts(amount: number, topic: Topic): void {
    const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
    const over = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold },
      subscribers,
    });
    new CfnBudget(new Construct(this, 'MonthlyBudget'), 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
      notificationsWithSubscribers: [over('ACTUAL', 80), over('FORECASTED', 100)],
    });
  }
}
