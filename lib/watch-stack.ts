import { Annotations, CfnOutput, Stack, Stage, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { stageOutput } from '../contract/stage.ts';
import { Alarms, AlarmTopic } from './constructs/alarms.ts';
import { Dashboard } from './constructs/dashboard.ts';
import { MonthlyBudget } from './constructs/monthly-budget.ts';
import type { PortalDatabase } from './constructs/portal-database.ts';
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
      new MonthlyBudget(this, 'MonthlyBudget', settings.monthlyBudgetDollars, topic);
    }
  }
}
