import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import { stageOutput } from '../contract/names.ts';
import { alarmDefinitions, AlarmTopic, edgeAlarmDefinitions } from './constructs/alarms.ts';
import type { ServiceStack } from './service-stack.ts';
import type { StageSettings } from './stages.ts';

interface WatchStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly service: ServiceStack;
}

/** A stage's alarms (except those on CloudFront), the SNS topic that they notify, and a budget for the stage's account. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, props: WatchStackProps) {
    const { settings, service, ...stackProps } = props;
    super(scope, id, stackProps);
    // The alarms would add this dependency too, but a stage without alarms also needs it. It makes `cdk destroy` delete
    // this stack before the service. If this stack is protected, the command fails before it deletes the service.
    this.addStackDependency(service);
    const alarms = new AlarmTopic(this, 'Alarm', settings.alarmEmail);
    new CfnOutput(this, stageOutput.alarmTopicArn, { value: alarms.topic.topicArn });
    if (settings.alarms) {
      alarms.createAlarms(this, service.stageName, alarmDefinitions(this, service));
    }
    if (settings.monthlyBudgetDollars !== undefined) {
      this.#createBudget(settings.monthlyBudgetDollars, alarms.topic);
    }
  }

  /**
   * Notifies the operator if the costs of the month exceed 80% of the budget, or are forecast to exceed the budget. The budget
   * covers the whole account, because a budget for a tag stays at zero until someone activates the tag for billing. If the
   * account has other costs, this budget warns too early, but that is better than a budget that never warns.
   */
  #createBudget(amount: number, topic: Topic): void {
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

/**
 * The alarms on CloudFront, whose metrics exist only in us-east-1. If you destroy the service stack and deploy it again, deploy
 * this stack with --force. Otherwise `cdk deploy` skips this stack, because its template has not changed, and its alarms
 * continue to watch the deleted distribution.
 */
export class EdgeWatchStack extends Stack {
  constructor(scope: Construct, id: string, props: WatchStackProps) {
    const { settings, service, ...stackProps } = props;
    super(scope, id, stackProps);
    this.addStackDependency(service);
    const alarms = new AlarmTopic(this, 'Alarm', settings.alarmEmail);
    alarms.createAlarms(this, service.stageName, edgeAlarmDefinitions(service));
  }
}
