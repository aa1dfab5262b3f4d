/** One log line and one set of metrics for each answer. */

import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

import { metric } from '../../contract/names.ts';
import { type Answer, type Attempt, copyAfter } from './answer.ts';
import type { Finding } from './check.ts';

/** A log line names this many findings; the metrics count them all. */
const FINDINGS_NAMED = 20;

const SECOND_MS = 1000;

export interface Reporter {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The service's name is the directory's: the one dimension of its metrics. */
export function reporterOf(serviceName: string, namespace: string): Reporter {
  return {
    logger: new Logger({ serviceName }),
    metrics: new Metrics({ namespace, serviceName }),
  };
}

/** `milliseconds` is what the answer took; `now` is in milliseconds since the Unix epoch. */
export function report(
  { logger, metrics }: Reporter,
  directory: string,
  answer: Answer,
  now: number,
  milliseconds: number,
): void {
  const answerBytes = Buffer.byteLength(answer.response.body);
  const line = toLogLine(directory, answer, now, milliseconds, answerBytes);
  logger[severityOf(answer)]('answered', line);
  const { served, attempt } = answer;
  if (attempt === undefined) return;
  for (const [name, value] of Object.entries(toCounts(attempt, served?.source))) {
    metrics.addMetric(name, MetricUnit.Count, value);
  }
  if (attempt.readMs !== undefined) {
    metrics.addMetric(metric.readTime, MetricUnit.Milliseconds, attempt.readMs);
  }
  const copy = copyAfter(attempt);
  if (copy !== undefined) {
    metrics.addMetric(metric.copyAge, MetricUnit.Seconds, ageSeconds(copy.cachedAt, now));
  }
  if (served !== undefined) {
    const { snapshot } = served;
    metrics.addMetric(metric.listBytes, MetricUnit.Bytes, snapshot.body.length);
  }
  metrics.publishStoredMetrics();
}

type Severity = 'info' | 'warn' | 'error';

function severityOf({ served, attempt }: Answer): Severity {
  if (served === undefined || attempt?.failure?.kind === 'defect') return 'error';
  if (attempt === undefined) return 'info';
  const isWhole = findingsOf(attempt).length === 0;
  const isKept = attempt.kept?.state !== 'failed' && attempt.copy.state !== 'unusable';
  return attempt.failure === undefined && isWhole && isKept ? 'info' : 'warn';
}

function toLogLine(
  directory: string,
  { response, served, fromMemory, attempt }: Answer,
  now: number,
  milliseconds: number,
  answerBytes: number,
): Record<string, unknown> {
  return {
    directory,
    status: response.statusCode,
    source: served?.source ?? 'none',
    fromMemory,
    milliseconds,
    answerBytes,
    ...(served === undefined
      ? {}
      : {
          records: served.snapshot.records,
          listBytes: served.snapshot.body.length,
          ageSeconds: ageSeconds(served.snapshot.cachedAt, now),
        }),
    ...(attempt === undefined ? {} : toAttemptLine(attempt)),
  };
}

function toAttemptLine(attempt: Attempt): Record<string, unknown> {
  const { failure, copy, kept, checked, readMs } = attempt;
  return {
    ...(readMs === undefined ? {} : { readMs }),
    copy: copy.state,
    ...('reason' in copy ? { copyReason: copy.reason } : {}),
    ...(kept === undefined ? {} : { kept: kept.state }),
    ...(kept?.state === 'failed' ? { keptReason: kept.reason } : {}),
    ...(failure === undefined ? {} : { failure }),
    ...(checked === undefined || findingsOf(attempt).length === 0
      ? {}
      : {
          leftOut: checked.leftOut.slice(0, FINDINGS_NAMED),
          setToNull: checked.setToNull.slice(0, FINDINGS_NAMED),
        }),
  };
}

function findingsOf({ checked }: Attempt): readonly Finding[] {
  return checked === undefined ? [] : [...checked.leftOut, ...checked.setToNull];
}

/** Zeros too: an alarm sees a metric that reads 0, not one that is missing. */
function toCounts(
  { failure, copy, kept, checked }: Attempt,
  source: 'database' | 'last-good' | undefined,
): Record<string, number> {
  const isRefused = failure?.name === 'SnapshotRefused';
  const isLost = kept?.state === 'failed' || ['unusable', 'unreachable'].includes(copy.state);
  return {
    [metric.freshReads]: one(source === 'database'),
    [metric.outages]: one(failure?.kind === 'outage'),
    [metric.defects]: one(failure?.kind === 'defect' && !isRefused),
    [metric.listsRefused]: one(isRefused),
    [metric.recordsLeftOut]: checked?.leftOut.length ?? 0,
    [metric.copyFailures]: one(isLost),
  };
}

function one(condition: boolean): number {
  return condition ? 1 : 0;
}

function ageSeconds(cachedAt: number, now: number): number {
  return Math.max(0, Math.floor((now - cachedAt) / SECOND_MS));
}
