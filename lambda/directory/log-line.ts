/** The log line of an answer, which also contains the metrics that the alarms read. */

import { metric, metricDimension } from '../../contract/names.ts';
import type { Answer } from './answer.ts';
import type { Failure } from './failure.ts';

/** Maximum number of bad values in a log line; the metrics count them all. */
const MOST_BAD_VALUES = 20;

/**
 * Returns the log line of an answer, as JSON. Answers from memory have no metrics.
 *
 * @param facts - further fields of the line.
 * @param now - in milliseconds since the Unix epoch.
 */
export function logLine(answer: Answer, facts: object, namespace: string, now: number): string {
  const { response, source, fromMemory, list, failures, leftOut, setToNull, readMs } = answer;
  const isError = response.statusCode === 503 || failures.some(({ kind }) => kind === 'defect');
  const isWarning = failures.length + leftOut.length + setToNull.length > 0;
  return JSON.stringify({
    level: isError ? 'ERROR' : isWarning ? 'WARN' : 'INFO',
    message: 'answered',
    timestamp: new Date(now).toISOString(),
    ...facts,
    status: response.statusCode,
    coding: response.headers['Content-Encoding'],
    source,
    fromMemory,
    records: list?.records,
    listBytes: list?.body.length,
    ageSeconds: list && ageSeconds(list.cachedAt, now),
    readMs,
    copyWrite: answer.copyWrite?.state,
    ...(failures.length > 0 ? { failures } : {}),
    ...(leftOut.length > 0 ? { leftOut: leftOut.slice(0, MOST_BAD_VALUES) } : {}),
    ...(setToNull.length > 0 ? { setToNull: setToNull.slice(0, MOST_BAD_VALUES) } : {}),
    ...(fromMemory ? {} : metricsOf(namespace, answer, now)),
  });
}

/**
 * Returns the metrics in CloudWatch's embedded metric format. Zeros are included: an alarm evaluates a metric that is 0, but not
 * one that is missing.
 */
function metricsOf(namespace: string, answer: Answer, now: number) {
  const { failures, leftOut, list, copy, readMs, source } = answer;
  const count = (isCounted: (failure: Failure) => boolean): number =>
    failures.filter(isCounted).length;
  const defects = count(({ kind }) => kind === 'defect');
  const refusals = count(({ name }) => name === 'ListRefused');
  const values: Record<string, readonly [value: number | undefined, unit: string]> = {
    [metric.freshReads]: [source === 'database' ? 1 : 0, 'Count'],
    [metric.outages]: [count(({ name }) => name === 'DatabaseOutage'), 'Count'],
    [metric.defects]: [defects - refusals, 'Count'],
    [metric.listsRefused]: [refusals, 'Count'],
    [metric.recordsLeftOut]: [leftOut.length, 'Count'],
    [metric.copyFailures]: [count(({ name }) => name.startsWith('Copy')), 'Count'],
    [metric.copyAge]: [copy && ageSeconds(copy.cachedAt, now), 'Seconds'],
    [metric.listBytes]: [list?.body.length, 'Bytes'],
    [metric.readTime]: [readMs, 'Milliseconds'],
  };
  const known = Object.entries(values).filter(([, [value]]) => value !== undefined);
  return {
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [[metricDimension]],
          Metrics: known.map(([Name, [, Unit]]) => ({ Name, Unit })),
        },
      ],
    },
    ...Object.fromEntries(known.map(([name, [value]]) => [name, value])),
  };
}

function ageSeconds(cachedAt: number, now: number): number {
  return Math.max(0, Math.floor((now - cachedAt) / 1000));
}
