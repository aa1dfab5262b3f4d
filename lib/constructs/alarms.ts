/**
 * What is worth waking the operator for: what needs a person to act, once for each cause.
 *
 * A list is refreshed every 15 minutes, so one failed read in half an hour has been corrected by the next: an alarm
 * about reads needs two. CloudWatch moves the window of an alarm on every minute ("Alarm evaluation window", its user
 * guide), and takes at most ten metrics in an expression.
 */

import { Aws, Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

import { allDirectories } from '../../contract/directories.ts';
import { LARGEST_BODY_BYTES, READ_WITH_COPY_MS } from '../../contract/limits.ts';
import { metric, metricNamespace } from '../../contract/names.ts';
import type { MonitoredService } from '../service-stack.ts';
import { added, DirectoryMetrics, named } from './directory-metrics.ts';

const FIVE_MINUTES = Duration.minutes(5);
const A_QUARTER = Duration.minutes(15);
const HALF_AN_HOUR = Duration.minutes(30);
const ONE_HOUR = Duration.hours(1);
const TWO_HOURS = Duration.hours(2);

/** More than once in half an hour does not end by itself. */
const TWICE = 2;

/** A seventh of what the gateway allows, 5 requests a second of 0.4 MB; caches that ask every minute cause a tenth of this. */
const BYPASS_BYTES_AN_HOUR = 1e9;

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

export interface AlarmsProps extends Pick<MonitoredService, 'functions' | 'api'> {
  readonly stageName: string;
  readonly topic: ITopic;
}

/** The alarms of a stage. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(props.topic);
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

interface AlarmDefinition {
  /** What the operator must think; the heading of its section in the runbook. */
  readonly name: string;
  readonly meaning: string;
  readonly metric: IMetric;
  /** The threshold; 1 if omitted. */
  readonly from?: number;
  /** For so many periods in a row. */
  readonly periods?: number;
  /** Whether missing data counts as a failure. */
  readonly ringsWhenMissing?: boolean;
}

function alarmDefinitions(props: AlarmsProps): readonly AlarmDefinition[] {
  const metrics = new DirectoryMetrics(props.stageName);
  return [
    {
      name: 'Visitors get old data',
      meaning: 'For half an hour the database was unavailable, and a list was never fresh.',
      metric: unavailable(metrics),
    },
    {
      name: 'Something is wrong with the database',
      meaning: 'It answers, but wrongly, or it does not let us in. That does not heal itself.',
      metric: defects(metrics),
      from: TWICE,
    },
    {
      name: 'A list is refused',
      meaning: 'A list was read, but publishing it as it is would do harm.',
      metric: metrics.total([metric.snapshotsRefused], HALF_AN_HOUR),
      from: TWICE,
    },
    {
      name: 'Entries are missing from a list',
      meaning: 'For an hour records were left out for a bad value in a required field.',
      metric: metrics.total([metric.recordsLeftOut], A_QUARTER),
      periods: 4,
    },
    {
      name: 'Copies are not kept',
      meaning: 'Last-good copies cannot be written or read for half an hour.',
      metric: metrics.total([metric.copiesNotWritten, metric.copiesUnreadable], A_QUARTER),
      periods: 2,
    },
    {
      name: 'A last-good copy is old',
      meaning: 'Refreshes do not run: a copy is older than two hours, or a list reports nothing.',
      metric: oldCopies(metrics),
      ringsWhenMissing: true,
    },
    {
      name: 'The service answers with errors',
      meaning: 'A function failed, or API Gateway answered 5xx; the edge serves the copy, if any.',
      metric: failed(props),
      from: TWICE,
    },
    {
      name: 'Requests are throttled',
      meaning: 'For a quarter of an hour API Gateway or Lambda turned requests away.',
      metric: throttled(props),
      from: 10,
      periods: 3,
    },
    {
      name: 'The cache is bypassed',
      meaning: 'API Gateway sent more in an hour than a cache in front of it can ask for.',
      metric: props.api.stage.metricDataProcessed({ statistic: Stats.SUM, period: ONE_HOUR }),
      from: BYPASS_BYTES_AN_HOUR,
    },
    {
      name: 'A list outgrows its limits',
      meaning: 'A list is past two thirds of what an answer or a read can hold.',
      metric: shareOfLimits(metrics),
      from: 2 / 3,
    },
  ];
}

/** By either, from their own metrics and log: API Gateway has no metric for 429 alone. */
function throttled({ stageName, functions, api }: AlarmsProps): IMetric {
  const metricName = 'RequestsThrottled';
  const namespace = metricNamespace(stageName);
  const summed = { statistic: Stats.SUM, period: FIVE_MINUTES };
  api.accessLog.addMetricFilter('Throttled', {
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricNamespace: namespace,
    metricName,
    metricValue: '1',
  });
  const byGateway = new Metric({ namespace, metricName, ...summed });
  const byLambda = functions.map((each) => each.function.metricThrottles(summed));
  return added({ byGateway, ...named('byLambda', byLambda) }, FIVE_MINUTES, 'Requests turned away');
}

/** How many directories had stale answers, no fresh one and no defect, which has an alarm of its own. */
function unavailable(metrics: DirectoryMetrics): IMetric {
  return directoriesWhere(
    (index) =>
      `FILL(stale${index}, 0) >= ${TWICE} AND FILL(fresh${index}, 0) + FILL(defects${index}, 0) < 1`,
    {
      ...named('stale', metrics.each(metric.staleAnswers, Stats.SUM, HALF_AN_HOUR)),
      ...named('fresh', metrics.each(metric.freshAnswers, Stats.SUM, HALF_AN_HOUR)),
      ...named('defects', metrics.each(metric.defects, Stats.SUM, HALF_AN_HOUR)),
    },
    'Directories without a fresh answer',
  );
}

/** How many directories have an old copy, or report nothing, without a reason that another alarm reports. */
function oldCopies(metrics: DirectoryMetrics): IMetric {
  const limit = TWO_HOURS.toSeconds();
  return directoriesWhere(
    (index) =>
      `FILL(age${index}, ${limit}) >= ${limit} AND FILL(stale${index}, 0) + FILL(lost${index}, 0) < 1`,
    {
      ...named('age', metrics.each(metric.copyAge, Stats.MAXIMUM, HALF_AN_HOUR)),
      ...named('stale', metrics.each(metric.staleAnswers, Stats.SUM, HALF_AN_HOUR)),
      ...named('lost', metrics.each(metric.copiesNotWritten, Stats.SUM, HALF_AN_HOUR)),
    },
    'Directories that are not refreshed',
  );
}

function directoriesWhere(
  condition: (index: number) => string,
  usingMetrics: Record<string, IMetric>,
  label: string,
): IMetric {
  const each = allDirectories.map((_, index) => `IF(${condition(index)}, 1, 0)`);
  const expression = each.join(' + ');
  return new MathExpression({ expression, usingMetrics, label, period: HALF_AN_HOUR });
}

/** A refused list is a defect too, and has an alarm of its own. */
function defects(metrics: DirectoryMetrics): IMetric {
  return new MathExpression({
    expression: 'all - some',
    usingMetrics: {
      all: metrics.total([metric.defects], HALF_AN_HOUR),
      some: metrics.total([metric.snapshotsRefused], HALF_AN_HOUR),
    },
    label: `${metric.defects} without ${metric.snapshotsRefused}`,
    period: HALF_AN_HOUR,
  });
}

/** A crash behind the gateway is both an error of the function and a 5xx: it counts once. */
function failed({ functions, api }: AlarmsProps): IMetric {
  const options = { statistic: Stats.SUM, period: HALF_AN_HOUR };
  const crashes = functions.map((each) => each.function.metricErrors(options));
  return new MathExpression({
    expression: 'MAX([crashes, answers])',
    usingMetrics: {
      crashes: added(named('crashes', crashes), HALF_AN_HOUR, 'Errors of functions'),
      answers: added({ serverErrors: api.stage.metricServerError(options) }, HALF_AN_HOUR, '5xx'),
    },
    label: 'Errors of functions or 5xx of the gateway',
    period: HALF_AN_HOUR,
  });
}

/** How close any list is to any of its limits, from 0 to 1. The uncompressed size matters to clients that refuse compression. */
function shareOfLimits(metrics: DirectoryMetrics): IMetric {
  const answer = metrics.worst(metric.answerBytes, ONE_HOUR);
  const list = metrics.worst(metric.listBytes, ONE_HOUR);
  const read = metrics.worst(metric.readTime, ONE_HOUR, Stats.p(50)); // not one slow read
  return new MathExpression({
    expression: `MAX([MAX([answer, list]) / ${LARGEST_BODY_BYTES}, read / ${READ_WITH_COPY_MS}])`,
    usingMetrics: { answer, list, read },
    label: 'Share of the nearest limit',
    period: ONE_HOUR,
  });
}
