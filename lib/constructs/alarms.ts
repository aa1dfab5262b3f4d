/**
 * What is worth waking the operator for: what needs a person to act, once for each cause.
 *
 * A list is refreshed every 15 minutes, so one failed read in half an hour has been corrected by the next: an alarm
 * about reads needs two. CloudWatch moves the window of an alarm on every minute ("Alarm evaluation window", its user
 * guide), and takes at most ten metrics in an expression.
 */

import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

import { allDirectories } from '../../contract/directories.ts';
import { LARGEST_BODY_BYTES, visitorLimits } from '../../contract/limits.ts';
import * as names from '../../contract/names.ts';
import type { ServiceStack } from '../service-stack.ts';

const OLD_SECONDS = Duration.hours(2).toSeconds();

/** More than once in half an hour does not end by itself. */
const TWICE = 2;

/** A twelfth of what the gateway allows for the lists, 6 requests a second of 0.4 MB; caches that ask every minute cause a tenth of this. */
const BYPASS_BYTES_AN_HOUR = 1e9;

interface AlarmDefinition {
  readonly meaning: string;
  readonly metric: Metric | MathExpression;
  /** The period of the metric and of those in its expression; half an hour if omitted. */
  readonly period?: Duration;
  /** 1 if omitted. */
  readonly threshold?: number;
  /** For so many periods in a row; 1 if omitted. */
  readonly evaluationPeriods?: number;
  /** Missing data is no failure if omitted. */
  readonly treatMissingData?: TreatMissingData;
}

export type AlarmDefinitions = Readonly<Record<string, AlarmDefinition>>;

/**
 * The alarms of a service, each by its name, which is what the operator must think, and the heading of its section in the runbook.
 *
 * @param reader - the stack that they are in.
 */
export function alarmDefinitions(reader: Construct, service: ServiceStack): AlarmDefinitions {
  const { metric } = names;
  const { reported, functions, gateway, throttled } = metricsOf(reader, service);
  const fresh = reported(metric.freshReads);
  return {
    'Visitors get old data': {
      meaning: 'For half an hour the database was unavailable, and a list was never fresh.',
      metric: listsWhere((i) => `FILL(outages${i}, 0) >= ${TWICE} AND FILL(fresh${i}, 0) < 1`, {
        outages: reported(metric.outages),
        fresh,
      }),
    },
    'Something is wrong with the database': {
      meaning: 'It answers, but wrongly, or it does not let us in. That does not heal itself.',
      metric: sumOf(reported(metric.defects)),
      threshold: TWICE,
    },
    'A list is refused': {
      meaning: 'A list was read, but publishing it as it is would do harm.',
      metric: sumOf(reported(metric.listsRefused)),
      threshold: TWICE,
    },
    'Entries are missing from a list': {
      meaning: 'For an hour records were left out for a bad value in a required field.',
      metric: sumOf(reported(metric.recordsLeftOut)),
      period: Duration.minutes(15),
      evaluationPeriods: 4,
    },
    'Copies are not kept': {
      meaning: 'Last-good copies cannot be written or read for half an hour.',
      metric: sumOf(reported(metric.copyFailures)),
      period: Duration.minutes(15),
      evaluationPeriods: 2,
    },
    'A last-good copy is old': {
      meaning: 'Refreshes do not run: a copy is older than two hours, or a list reports nothing.',
      metric: listsWhere(
        // A read or a write that fails has an alarm of its own.
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
      meaning: 'A function failed, or API Gateway answered 5xx; the edge serves the copy, if any.',
      metric: new MathExpression({
        expression: 'MAX([crashes, FILL(answers, 0)])', // a crash behind the gateway is both, and counts once
        usingMetrics: { crashes: sumOf(functions('Errors')), answers: gateway('5xx') },
      }),
      threshold: TWICE,
    },
    'Requests are throttled': {
      meaning: 'For a quarter of an hour API Gateway or Lambda turned requests away.',
      metric: sumOf([throttled, ...functions('Throttles')]),
      period: Duration.minutes(5),
      evaluationPeriods: 3,
      threshold: 10,
    },
    'The cache is bypassed': {
      meaning: 'API Gateway sent more in an hour than a cache in front of it can ask for.',
      metric: gateway('DataProcessed'),
      period: Duration.hours(1),
      threshold: BYPASS_BYTES_AN_HOUR,
    },
    'A list outgrows its limits': {
      meaning: 'A list is past two thirds of what an answer or a read can hold.',
      metric: listsWhere(
        (i) =>
          `MAX([FILL(bytes${i}, 0) / ${LARGEST_BODY_BYTES}, FILL(ms${i}, 0) / ${visitorLimits.databaseMs}]) >= 2 / 3`,
        {
          bytes: reported(metric.listBytes, Stats.MAXIMUM),
          ms: reported(metric.readTime, Stats.p(50)), // not one slow read
        },
      ),
      period: Duration.hours(1),
    },
  };
}

/** The metrics of a service, each where it is reported. */
function metricsOf(reader: Construct, { stageName, apiId, functionNames }: ServiceStack) {
  const namespace = names.metricNamespace(stageName);
  const sum = { statistic: Stats.SUM };
  return {
    /** What the directories' functions report of themselves. */
    reported: (metricName: names.MetricName, statistic: string = Stats.SUM) =>
      allDirectories.map(({ name: label }) => {
        const dimensionsMap = { [names.metricDimension]: label };
        return new Metric({ namespace, metricName, statistic, dimensionsMap, label });
      }),
    /** What Lambda reports of them. */
    functions: (metricName: 'Errors' | 'Throttles') =>
      [...functionNames].map(([label, name]) => {
        const dimensionsMap = { FunctionName: name.in(reader) };
        return new Metric({ ...sum, namespace: 'AWS/Lambda', metricName, dimensionsMap, label });
      }),
    gateway: (metricName: '5xx' | 'DataProcessed') => {
      const dimensionsMap = { ApiId: apiId.in(reader), Stage: '$default' };
      return new Metric({ ...sum, namespace: 'AWS/ApiGateway', metricName, dimensionsMap });
    },
    /** Requests that API Gateway turned away, from its log. */
    throttled: new Metric({ ...sum, namespace, metricName: names.throttledRequests }),
  };
}

/** The sum of metrics, any of which may have no data. */
export function sumOf(metrics: readonly Metric[]): MathExpression {
  const named = metrics.map((each, i) => [`${each.metricName.toLowerCase()}${i}`, each] as const);
  const expression = named.map(([id]) => `FILL(${id}, 0)`).join(' + ');
  return new MathExpression({ expression, usingMetrics: Object.fromEntries(named) });
}

/** For how many lists a condition holds. @param condition - of the list with an index, in metrics with the index at their end. */
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
