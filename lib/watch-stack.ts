import { Annotations, CfnOutput, Stack, Stage, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import { stageOutput } from '../contract/names.ts';
import { Alarms, AlarmTopic } from './constructs/alarms.ts';
import { Dashboard } from './constructs/dashboard.ts';
import type { PortalDatabase } from './constructs/database.ts';
import type { ServiceStack } from './service-stack.ts';
import type { StageSettings } from './stages.ts';

export interface WatchStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly service: ServiceStack;
  readonly database: PortalDatabase;
}

/** Monitoring: a dashboard, alarms, and a budget. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, props: WatchStackProps) {
    const { settings, service, database, ...stackProps } = props;
    super(scope, id, stackProps);
    const stageName = Stage.of(this)?.stageName ?? id;

    const { topic } = new AlarmTopic(this, 'Alarm', settings.alarmEmail);
    new CfnOutput(this, stageOutput.alarmTopicArn, { value: topic.topicArn });

    const watched = service.watchedIn(this);
    if (settings.alarms) {
      const { functions, api } = watched;
      new Alarms(this, 'Alarms', { stageName, functions, api, topic });
      if (settings.alarmEmail === undefined) {
        Annotations.of(this).addInfoV2(
          'alarm-email',
          `Nobody hears the alarms of ${stageName}: set alarmEmail in lib/stages.ts, or subscribe to the topic`,
        );
      }
    }

    new Dashboard(this, 'Dashboard', { stageName, service: watched, database });

    if (settings.monthlyBudgetDollars !== undefined) {
      this.#limitCosts(settings.monthlyBudgetDollars, topic);
    }
  }

  /**
   * Tells the operator when the month is going to cost more. It counts the whole account: a budget for a tag counts nothing
   * until someone activates the tag for billing, and a budget that is silent by mistake is worse than one that is early.
   */
  #limitCosts(dollars: number, topic: ITopic): void {
    const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
    new CfnBudget(new Construct(this, 'MonthlyBudget'), 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [
        { notification: over('ACTUAL', 80), subscribers },
        { notification: over('FORECASTED', 100), subscribers },
      ],
    });
  }
}

function over(notificationType: 'ACTUAL' | 'FORECASTED', percent: number) {
  return { notificationType, comparisonOperator: 'GREATER_THAN', threshold: percent };
}
