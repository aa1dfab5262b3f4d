/** What is worth waking the operator for. */

import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';

import { allDirectories } from '../../contract/directories.ts';
import { LARGEST_BODY_BYTES, READ_WITH_COPY_MS } from '../../contract/limits.ts';
import { metric, metricNamespace } from '../../contract/metrics.ts';
import type { WatchedService } from '../service-stack.ts';
import { added, DirectoryMetrics, named } from './directory-metrics.ts';

const FIVE_MINUTES = Duration.minutes(5);
const A_QUARTER = Duration.minutes(15);
const HALF_AN_HOUR = Duration.minutes(30);
const TWO_HOURS = Duration.hours(2);

export interface Watch {
  /** What the operator must think; the heading of its section in the runbook. */
  readonly name: string;
  readonly meaning: string;
  readonly metric: IMetric;
  /** It rings from here on; 1 where nothing else is said. */
  readonly from?: number;
  /** For so many periods in a row. */
  readonly periods?: number;
  /** Whether silence is bad news too. */
  readonly ringsWhenMissing?: boolean;
}

export interface Watched extends Pick<WatchedService, 'functions' | 'api'> {
  readonly stageName: string;
}

export function watches({ stageName, functions, api }: Watched): readonly Watch[] {
  const metrics = new DirectoryMetrics(stageName);
  return [
    {
      name: 'Visitors get old data',
      meaning: 'For 15 minutes a list was served from its last-good copy and never fresh.',
      metric: onlyStale(metrics),
    },
    {
      name: 'Something is wrong with the database',
      meaning: 'It answers, but wrongly, or it does not let us in. That does not heal itself.',
      metric: metrics.total([metric.defects], FIVE_MINUTES),
    },
    {
      name: 'A last-good copy is old',
      meaning: 'A copy is older than two hours, or a function has not reported for half an hour.',
      metric: metrics.worst(metric.copyAge, TWO_HOURS.toSeconds(), HALF_AN_HOUR),
      from: TWO_HOURS.toSeconds(),
      ringsWhenMissing: true,
    },
    {
      name: 'Entries are missing from a list',
      meaning: 'Records were left out for a bad value in a required field.',
      metric: metrics.total([metric.recordsLeftOut], A_QUARTER),
    },
    {
      name: 'A list is refused',
      meaning: 'A list was read, but publishing it as it is would do harm.',
      metric: metrics.total([metric.snapshotsRefused], A_QUARTER),
    },
    {
      name: 'Copies are not kept',
      meaning: 'Last-good copies cannot be written or read for half an hour.',
      metric: metrics.total([metric.copiesNotWritten, metric.copiesUnreadable], A_QUARTER),
      periods: 2,
    },
    {
      name: 'The service answers with errors',
      meaning: 'API Gateway answered 5xx; visitors got the copy from the store, if there is one.',
      metric: api.stage.metricServerError({ statistic: Stats.SUM, period: FIVE_MINUTES }),
    },
    {
      name: 'A function fails',
      meaning: 'A function crashed or ran out of time or memory.',
      metric: added(
        named(
          'errors',
          functions.map((each) =>
            each.function.metricErrors({ statistic: Stats.SUM, period: FIVE_MINUTES }),
          ),
        ),
        FIVE_MINUTES,
        'Errors of functions',
      ),
    },
    {
      name: 'Requests are throttled',
      meaning: 'API Gateway or Lambda turned requests away because there were too many.',
      metric: throttled(stageName, functions, api),
    },
    {
      name: 'A list outgrows its limits',
      meaning: 'A list is past half of what an answer or a read can hold.',
      metric: shareOfLimits(metrics),
      from: 0.5,
    },
  ];
}

/** By either, as their own metrics and log say: API Gateway has no metric for 429 alone. */
function throttled(
  stageName: string,
  functions: Watched['functions'],
  api: Watched['api'],
): IMetric {
  const metricName = 'RequestsThrottled';
  const namespace = metricNamespace(stageName);
  api.accessLog.addMetricFilter('Throttled', {
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricNamespace: namespace,
    metricName,
    metricValue: '1',
  });
  const byGateway = new Metric({
    namespace,
    metricName,
    statistic: Stats.SUM,
    period: FIVE_MINUTES,
  });
  const byLambda = functions.map((each) =>
    each.function.metricThrottles({ statistic: Stats.SUM, period: FIVE_MINUTES }),
  );
  return added({ byGateway, ...named('byLambda', byLambda) }, FIVE_MINUTES, 'Requests turned away');
}

/** How many directories had stale answers and no fresh one. */
function onlyStale(metrics: DirectoryMetrics): IMetric {
  const stale = metrics.each(metric.staleAnswers, Stats.SUM, A_QUARTER);
  const fresh = metrics.each(metric.freshAnswers, Stats.SUM, A_QUARTER);
  const isStale = allDirectories.map(
    (_, index) => `IF(FILL(stale${index}, 0) > 0 AND FILL(fresh${index}, 0) < 1, 1, 0)`,
  );
  return new MathExpression({
    expression: isStale.join(' + '),
    usingMetrics: { ...named('stale', stale), ...named('fresh', fresh) },
    label: 'Directories without a fresh answer',
    period: A_QUARTER,
  });
}

/** The nearest limit of the list nearest to it, from 0 to 1. A list as it is counts for who refuses compression. */
function shareOfLimits(metrics: DirectoryMetrics): IMetric {
  const answer = metrics.worst(metric.answerBytes, 0, A_QUARTER);
  const list = metrics.worst(metric.listBytes, 0, A_QUARTER);
  const read = metrics.worst(metric.readTime, 0, A_QUARTER);
  return new MathExpression({
    expression: `MAX([MAX([answer, list]) / ${LARGEST_BODY_BYTES}, read / ${READ_WITH_COPY_MS}])`,
    usingMetrics: { answer, list, read },
    label: 'Share of the nearest limit',
    period: A_QUARTER,
  });
}
