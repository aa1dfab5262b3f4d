/**
 * Handles the events of a directory's function. It turns an event into a request, answers it, and writes one line to the log.
 * Requests that do not need a list, such as preflights, are not logged.
 */

import type { Directory } from '../../contract/directories.ts';
import { CLOUDFRONT_USER_AGENT } from '../../contract/edge.ts';
import { metric, metricDimension } from '../../contract/names.ts';
import type { ReadFailure, Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';
import { answerWithoutList, unavailable } from '../../contract/routing.ts';
import { type Answer, type Dependencies, createAnswers } from './answer.ts';
import { type Failure, failureOf } from './failure.ts';
import type { ListRequest } from './response.ts';

/**
 * The parts of an event that the handler reads (HTTP API, payload format 2.0). A test event from the Lambda console may omit any
 * part.
 */
interface PartialEvent {
  readonly requestContext?: { readonly http?: { readonly method?: string } };
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly refresh?: Partial<RefreshEvent['refresh']> | null;
}

export type Handler = ReturnType<typeof createHandler>;

export function createHandler(
  directory: Directory,
  dependencies: Dependencies,
  metricNamespace: string,
  log: (line: string) => void,
) {
  const { clock } = dependencies;
  const answer = createAnswers(directory, dependencies);
  return async (event: PartialEvent | null, context: { readonly awsRequestId: string }) => {
    const startedAt = clock.elapsed();
    const refresh = toRefresh(event);
    const request = refresh === undefined ? toRequest(event) : refreshRequest;
    const refusal = answerWithoutList(request.method, directory.path);
    if (refusal !== undefined) return refusal;

    const answered = await answer(request, refresh).catch(unanswered);
    const facts = {
      [metricDimension]: directory.name,
      requestId: context.awsRequestId,
      milliseconds: clock.elapsed() - startedAt,
    };
    log(logLine(answered, facts, metricNamespace, clock.now()));
    return refresh === undefined ? answered.response : toRefreshed(directory, answered);
  };
}

/** Returns the refresh that an event requests. Events from API Gateway have no `refresh`, so no client can request one. */
function toRefresh(event: PartialEvent | null): RefreshEvent['refresh'] | undefined {
  const asked = event?.refresh ?? undefined;
  return asked && { acceptDrop: asked.acceptDrop === true };
}

function toRequest(event: PartialEvent | null): ListRequest {
  const { requestContext, headers } = event ?? {};
  // CloudFront gets the whole list, because it may ignore the headers of a 304 (docs/decisions/028).
  const getsWholeList = headers?.['user-agent'] === CLOUDFRONT_USER_AGENT;
  return {
    method: requestContext?.http?.method ?? 'GET',
    acceptEncoding: headers?.['accept-encoding'] ?? '',
    ifNoneMatch: getsWholeList ? '' : (headers?.['if-none-match'] ?? ''),
  };
}

/**
 * The request that visitors send most often. A refresh prepares the response to this request, although nobody receives the
 * response. In this way, the refresh notices a list that is too long to send, even if there are no visitors.
 */
const refreshRequest: ListRequest = { method: 'GET', acceptEncoding: 'br', ifNoneMatch: '' };

/** Returns the documented 503 after an unexpected error. A cache in front of the service may then serve the last-good copy. */
function unanswered(error: unknown): Answer {
  return {
    response: unavailable,
    source: 'none',
    fromMemory: false,
    failures: [failureOf(error)],
    leftOut: [],
    setToNull: [],
  };
}

/** Returns the report on a refresh. */
function toRefreshed({ name: directory }: Directory, answer: Answer): Refreshed {
  const { source, list, failures, copyWrite, copy } = answer;
  const failure = failures.find(({ name }) => !name.startsWith('Copy'));
  return {
    directory,
    records: source === 'database' ? list?.records : undefined,
    failure: failure && withoutStack(failure),
    copyWrite,
    copy: copy && { records: copy.records, cachedAt: new Date(copy.cachedAt).toISOString() },
  };
}

/** Removes the stack, which is only for the log. */
function withoutStack({ kind, name, reason, isDrop }: Failure): ReadFailure {
  return { kind, name, reason, isDrop };
}

// The log

/** Maximum number of left-out records, and of values set to null, in a log line. A metric counts all left-out records. */
const MOST_BAD_VALUES = 20;

/**
 * Returns the log line of an answer, as JSON. Answers from memory have no metrics.
 *
 * @param facts - further fields of the line.
 * @param now - in milliseconds since the Unix epoch.
 */
function logLine(answer: Answer, facts: object, namespace: string, now: number): string {
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
 * Returns the metrics in CloudWatch's embedded metric format. Zeros are included, so that an alarm can tell them from missing
 * data.
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
  const Metrics = known.map(([Name, [, Unit]]) => ({ Name, Unit }));
  const directive = { Namespace: namespace, Dimensions: [[metricDimension]], Metrics };
  return {
    _aws: { Timestamp: now, CloudWatchMetrics: [directive] },
    ...Object.fromEntries(known.map(([name, [value]]) => [name, value])),
  };
}

function ageSeconds(cachedAt: number, now: number): number {
  return Math.max(0, Math.floor((now - cachedAt) / 1000));
}
