/**
 * Defines the alarms that are worth waking the operator for. Each alarm needs a person to act, and one cause should set off
 * only one alarm.
 *
 * Each list is refreshed at least every 15 minutes, so a lasting problem causes at least two failures in half an hour. If there
 * is only one failure in half an hour, the next read has succeeded, so the alarms about reads ignore the failure. CloudWatch
 * moves an alarm's window every minute (CloudWatch User Guide, "Alarm evaluation window"), so it counts two failures together
 * whenever they are less than half an hour apart.
 *
 * CloudWatch allows at most ten metrics in the expression of an alarm.
 */

import { Aws, Duration, Fn } from 'aws-cdk-lib';
import { Alarm, MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

import { allDirectories } from '../../contract/directories.ts';
import { LARGEST_BODY_BYTES, visitorLimits } from '../../contract/limits.ts';
import * as names from '../../contract/names.ts';
import type { ServiceStack } from '../service-stack.ts';

const OLD_SECONDS = Duration.hours(2).toSeconds();

/**
 * Number of failures in half an hour that sets off an alarm. A failure that happens twice is unlikely to end without anyone
 * acting.
 */
const TWICE = 2;

/**
 * Number of bytes in an hour that sets off the alarm about a bypassed cache. CloudFront's own requests remain far below it,
 * even while lists are stale. A client that bypasses the cache can request more than three times this number, because the
 * throttle allows two requests a second for each list, and the three lists of the test data have 0.5 MB in total.
 */
const BYPASS_BYTES_AN_HOUR = 1e9;

interface AlarmDefinition {
  readonly meaning: string;
  readonly metric: Metric | MathExpression;
  /** Period of the metric and of the metrics in its expression. Default: half an hour. */
  readonly period?: Duration;
  /** The alarm goes off when the metric reaches this value. Default: 1. */
  readonly threshold?: number;
  /** Number of consecutive periods in which the metric must reach the threshold. Default: 1. */
  readonly evaluationPeriods?: number;
  /** By default, missing data does not set off the alarm. */
  readonly treatMissingData?: TreatMissingData;
}

type AlarmDefinitions = Readonly<Record<string, AlarmDefinition>>;

/**
 * Returns a service's alarms, keyed by name. The name tells the operator what happened, and is also the heading of a section in
 * the runbook.
 *
 * @param reader - the stack that contains the alarms.
 */
export function alarmDefinitions(reader: Construct, service: ServiceStack): AlarmDefinitions {
  const { metric } = names;
  const { reported, functions, gateway, throttled } = metricsOf(reader, service);
  const fresh = reported(metric.freshReads);
  return {
    'Visitors get old data': {
      meaning: 'For half an hour, the database was unavailable and a list was never fresh.',
      metric: listsWhere((i) => `FILL(outages${i}, 0) >= ${TWICE} AND FILL(fresh${i}, 0) < 1`, {
        outages: reported(metric.outages),
        fresh,
      }),
    },
    'Something is wrong with the database': {
      meaning: 'Usually, it returns wrong results or refuses access. A person must act.',
      metric: sumOf(reported(metric.defects)),
      threshold: TWICE,
    },
    'A list is refused': {
      meaning: 'A list was read, but publishing it would do harm.',
      metric: sumOf(reported(metric.listsRefused)),
      threshold: TWICE,
    },
    'Entries are missing from a list': {
      meaning:
        'For an hour, records were left out: a required field had a bad value, or a slug occurred twice.',
      metric: sumOf(reported(metric.recordsLeftOut)),
      period: Duration.minutes(15),
      evaluationPeriods: 4,
    },
    'Copies are not kept': {
      meaning: 'For half an hour, last-good copies could not be written or read.',
      metric: sumOf(reported(metric.copyFailures)),
      period: Duration.minutes(15),
      evaluationPeriods: 2,
    },
    'A last-good copy is old': {
      meaning: 'Refreshes do not run: a copy is older than two hours, or a list has no metrics.',
      metric: listsWhere(
        // The last two conditions exclude lists that were never fresh and lists whose copy could not be read or written. Other
        // alarms report these.
        (i) =>
          `FILL(age${i}, ${OLD_SECONDS}) >= ${OLD_SECONDS} AND FILL(fresh${i}, 1) > 0 AND FILL(lost${i}, 0) < 1`,
        {
          age: reported(metric.copyAge, Stats.MINIMUM),
          fresh,
          lost: reported(metric.copyFailures),
        },
      ),
      treatMissingData: TreatMissingData.BREACHING,
    },
    'The service answers with errors': {
      meaning:
        'A function failed, or API Gateway answered 5xx. CloudFront serves the copy if possible.',
      metric: new MathExpression({
        expression: 'MAX([crashes, FILL(answers, 0)])', // a crash behind API Gateway appears in both metrics, but counts once
        usingMetrics: { crashes: sumOf(functions('Errors')), answers: gateway('5xx') },
      }),
      threshold: TWICE,
    },
    'Requests are throttled': {
      meaning: 'For a quarter of an hour, API Gateway or Lambda rejected requests.',
      metric: sumOf([throttled, ...functions('Throttles')]),
      period: Duration.minutes(5),
      evaluationPeriods: 3,
      threshold: 10,
    },
    'The cache is bypassed': {
      meaning: 'In an hour, API Gateway sent more data than the cache ever requests.',
      metric: gateway('DataProcessed'),
      period: Duration.hours(1),
      threshold: BYPASS_BYTES_AN_HOUR,
    },
    'A list outgrows its limits': {
      meaning: 'A list needs more than two thirds of the allowed size or read time.',
      metric: listsWhere(
        (i) =>
          `MAX([FILL(bytes${i}, 0) / ${LARGEST_BODY_BYTES}, FILL(ms${i}, 0) / ${visitorLimits.databaseMs}]) >= 2 / 3`,
        {
          bytes: reported(metric.listBytes, Stats.MAXIMUM),
          ms: reported(metric.readTime, Stats.p(50)), // the median, so that one slow read does not count
        },
      ),
      period: Duration.hours(1),
    },
  };
}

/** Returns the service's metrics, grouped by their source. */
function metricsOf(reader: Construct, { stageName, apiId, functionNames }: ServiceStack) {
  const namespace = names.metricNamespace(stageName);
  const sum = { statistic: Stats.SUM };
  return {
    /** Metrics that the directories' functions report. */
    reported: (metricName: names.MetricName, statistic: string = Stats.SUM) =>
      allDirectories.map(({ name: label }) => {
        const dimensionsMap = { [names.metricDimension]: label };
        return new Metric({ namespace, metricName, statistic, dimensionsMap, label });
      }),
    /** Metrics that Lambda reports about the directories' functions. */
    functions: (metricName: 'Errors' | 'Throttles') =>
      [...functionNames].map(([label, name]) => {
        const dimensionsMap = { FunctionName: name.in(reader) };
        return new Metric({ ...sum, namespace: 'AWS/Lambda', metricName, dimensionsMap, label });
      }),
    gateway: (metricName: '5xx' | 'DataProcessed') => {
      const dimensionsMap = { ApiId: apiId.in(reader), Stage: '$default' };
      return new Metric({ ...sum, namespace: 'AWS/ApiGateway', metricName, dimensionsMap });
    },
    /** Requests that API Gateway throttled, counted from its access log. */
    throttled: new Metric({ ...sum, namespace, metricName: names.throttledRequests }),
  };
}

/** Returns the alarms on CloudFront, keyed by name. They find the distribution through the outputs of the service's stack. */
export function edgeAlarmDefinitions({ stackName, region }: ServiceStack): AlarmDefinitions {
  const output = (name: string): string => Fn.getStackOutput(stackName, name, region);
  const { distributionId, viewerRequest, viewerResponse } = names.stageOutput;
  const DistributionId = output(distributionId);
  const functionErrors = [viewerRequest, viewerResponse]
    .map(output)
    .flatMap((FunctionName) => [
      cloudFrontMetric('FunctionExecutionErrors', Stats.SUM, { FunctionName }),
      cloudFrontMetric('FunctionValidationErrors', Stats.SUM, { FunctionName }),
    ]);
  return {
    'Visitors get errors': {
      meaning: 'For a quarter of an hour, at least one in 20 requests to CloudFront got a 5xx.',
      metric: cloudFrontMetric('5xxErrorRate', Stats.AVERAGE, { DistributionId }),
      period: Duration.minutes(5),
      threshold: 5,
      evaluationPeriods: 3,
    },
    'A function at the edge fails': {
      meaning: 'For a quarter of an hour, a CloudFront Function failed and visitors got a 503.',
      metric: sumOf(functionErrors),
      period: Duration.minutes(5),
      evaluationPeriods: 3,
    },
  };
}

function cloudFrontMetric(metricName: string, statistic: string, dimensions: object): Metric {
  const dimensionsMap = { Region: 'Global', ...dimensions };
  return new Metric({ namespace: 'AWS/CloudFront', metricName, statistic, dimensionsMap });
}

/** Returns the sum of the metrics. A metric without data counts as 0. */
function sumOf(metrics: readonly Metric[]): MathExpression {
  const named = metrics.map((each, i) => [`${each.metricName.toLowerCase()}${i}`, each] as const);
  const expression = named.map(([id]) => `FILL(${id}, 0)`).join(' + ');
  return new MathExpression({ expression, usingMetrics: Object.fromEntries(named) });
}

/**
 * Returns an expression for the number of lists that meet a condition.
 *
 * @param condition - returns the condition for the list with a given index. In the condition, a metric's name is its key in
 * `byName`, followed by the index.
 */
function listsWhere(
  condition: (index: number) => string,
  byName: Readonly<Record<string, readonly Metric[]>>,
): MathExpression {
  const named = Object.entries(byName).flatMap(([name, metrics]) =>
    metrics.map((each, index) => [`${name}${index}`, each] as const),
  );
  const expression = allDirectories.map((_, index) => `IF(${condition(index)}, 1, 0)`).join(' + ');
  return new MathExpression({ expression, usingMetrics: Object.fromEntries(named) });
}

/**
 * The topic that notifies the operator, and the alarms that publish to it. SNS does not send alarms by e-mail until someone
 * confirms the address.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, email: string | undefined) {
    super(scope, id);
    // The topic is not encrypted with the AWS managed key for SNS, because alarms cannot use that key and their messages would be
    // lost.
    const topicProps = { displayName: 'Public directories', enforceSSL: true };
    this.topic = new Topic(this, 'Topic', topicProps);

    // These grants are necessary because `enforceSSL` adds a policy, and this policy replaces the topic's default policy. The
    // default policy would let alarms publish.
    const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      this.topic.grantPublish(new ServicePrincipal(service, { conditions }));
    }
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }

  /** Creates a stage's alarms, each with a link to its section of the runbook. */
  createAlarms(scope: Construct, stageName: string, definitions: AlarmDefinitions): void {
    const parent = new Construct(scope, 'Alarms');
    for (const [name, definition] of Object.entries(definitions)) {
      const { meaning, metric, period = Duration.minutes(30), ...options } = definition;
      const anchor = name.toLowerCase().replaceAll(' ', '-');
      const identifier = name.replaceAll(/ (.)/gu, (_, letter: string) => letter.toUpperCase());
      const alarm = new Alarm(parent, identifier, {
        alarmName: `${stageName}: ${name}`,
        alarmDescription: `${meaning} What to do: docs/runbook.md#${anchor}`,
        metric: metric.with({ period }),
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        ...options,
      });
      alarm.addAlarmAction(new SnsAction(this.topic));
      alarm.addOkAction(new SnsAction(this.topic));
    }
  }
}
