import { Annotations, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import { metric, type MetricName, stageOutput } from '../contract/names.ts';
import { Alarms, AlarmTopic } from './constructs/alarms.ts';
import type { PortalDatabase } from './constructs/database.ts';
import { StageMetrics } from './constructs/metrics.ts';
import type { ServiceStack } from './service-stack.ts';
import type { StageSettings } from './stages.ts';

const { SUM, AVERAGE, MAXIMUM } = cloudwatch.Stats;

export interface WatchStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly service: ServiceStack;
  readonly database: PortalDatabase;
}

/** Monitoring: alarms, a dashboard, and a budget. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, props: WatchStackProps) {
    const { settings, service, database, ...stackProps } = props;
    super(scope, id, stackProps);
    const metrics = new StageMetrics(this, service);

    const topic = new AlarmTopic(new Construct(this, 'Alarm'), 'Topic', settings.alarmEmail);
    new CfnOutput(this, stageOutput.alarmTopicArn, { value: topic.topicArn });
    if (settings.alarms) {
      new Alarms(this, 'Alarms', metrics, topic);
      if (settings.alarmEmail === undefined) {
        Annotations.of(this).addInfoV2(
          'alarm-email',
          `Nobody hears the alarms of ${service.stageName}: set alarmEmail in lib/stages.ts, or subscribe to the topic`,
        );
      }
    }
    this.#showOnDashboard(metrics, database.clusterIdentifierIn(this));
    if (settings.monthlyBudgetDollars !== undefined) {
      this.#limitCosts(settings.monthlyBudgetDollars, topic);
    }
  }

  /** The state of the stage on one page: from the visitor's side down to what costs money. */
  #showOnDashboard(metrics: StageMetrics, DBClusterIdentifier: string): void {
    const capacity = new cloudwatch.Metric({
      namespace: 'AWS/RDS',
      metricName: 'ServerlessDatabaseCapacity',
      dimensionsMap: { DBClusterIdentifier },
    });
    const recent = (name: MetricName, statistic: string = MAXIMUM) =>
      metrics.reported(name, Duration.minutes(5), statistic);
    new cloudwatch.Dashboard(new Construct(this, 'Dashboard'), 'Dashboard', {
      dashboardName: `${metrics.stageName}-public-directories`,
      periodOverride: cloudwatch.PeriodOverride.INHERIT,
      defaultInterval: Duration.days(1),
      widgets: [
        graph('Requests', metrics.edge('Requests', SUM)),
        graph('Requests answered by the cache (%)', metrics.edge('CacheHitRate', AVERAGE)),
        graph('Errors that visitors saw (%)', metrics.edge('TotalErrorRate', AVERAGE)),
        graph('Fresh reads of the database', ...recent(metric.freshReads, SUM)),
        graph('Reads in an outage', ...recent(metric.outages, SUM)),
        graph('Reads with a defect', ...recent(metric.defects, SUM)),
        graph('Age of the last-good copies (s)', ...recent(metric.copyAge)),
        graph('Records left out', ...recent(metric.recordsLeftOut)),
        graph('Size of a list (bytes)', ...recent(metric.listBytes)),
        graph('Time of a read (ms)', ...recent(metric.readTime, cloudwatch.Stats.p(95))),
        graph('Cost: database capacity (ACU)', capacity),
        graph('Cost: bytes sent to visitors', metrics.edge('BytesDownloaded', SUM)),
        graph('Cost: time of the functions (ms)', ...metrics.functions('Duration')),
        graph('Cost: requests behind the cache', metrics.gateway('Count')),
      ].map((widget) => [widget]),
    });
  }

  /**
   * Tells the operator when the month is going to cost more. It counts the whole account: a budget for a tag counts nothing
   * until someone activates the tag for billing, and a budget that is silent by mistake is worse than one that is early.
   */
  #limitCosts(amount: number, topic: ITopic): void {
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

function graph(title: string, ...left: readonly cloudwatch.IMetric[]): cloudwatch.IWidget {
  return new cloudwatch.GraphWidget({ title, left: [...left], width: 12 });
}
