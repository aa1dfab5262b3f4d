/** The function of a directory: an event becomes a request, the answer to it a response and one line of the log. */

import { RDSDataClient } from '@aws-sdk/client-rds-data';

import type { Directory } from '../../contract/directories.ts';
import { CLOUDFRONT_USER_AGENT } from '../../contract/edge.ts';
import { header } from '../../contract/http.ts';
import { environment, metric, metricDimension } from '../../contract/names.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';
import { answerWithoutList, unavailable } from '../../contract/routing.ts';
import { systemClock } from '../aws/clock.ts';
import { dataApi } from '../aws/data-api.ts';
import { copiesFromEnvironment, required } from '../environment.ts';
import { type Answer, type Dependencies, directoryAnswers } from './answer.ts';
import { type Failure, failureOf } from './failure.ts';
import { fixedResponse, type ListRequest, type ListResponse } from './response.ts';

/** The parts of an event that are read (HTTP API, payload format 2.0); a console test or another caller may leave out any part. */
interface PartialEvent {
  readonly requestContext?: { readonly http?: { readonly method?: string } };
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly refresh?: Partial<RefreshEvent['refresh']> | null;
}

export type Handler = (
  event: PartialEvent | null,
  context: { readonly awsRequestId: string },
) => Promise<ListResponse | Refreshed>;

/** The handler of one directory. Reads its settings from the environment, and calls no one before the first event. */
export function directoryHandler(directory: Directory): Handler {
  const dependencies = {
    clock: systemClock,
    // One attempt a call: what the SDK would ask again, the next request asks a minute later.
    database: dataApi(new RDSDataClient({ maxAttempts: 1 }), {
      resourceArn: required(environment.clusterArn),
      secretArn: required(environment.readerSecretArn),
      database: required(environment.databaseName),
    }),
    copies: copiesFromEnvironment(systemClock),
    memoryMs: Number(required(environment.memorySeconds)) * 1000,
  };
  return createHandler(directory, dependencies, required(environment.metricNamespace), writeLine);
}

/** Not by `console.log`: Lambda would put its own words in front of the line. */
function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function createHandler(
  directory: Directory,
  dependencies: Dependencies,
  metricNamespace: string,
  log: (line: string) => void,
): Handler {
  const { clock } = dependencies;
  const answer = directoryAnswers(directory, dependencies);
  return async (event, context) => {
    const startedAt = clock.elapsed();
    const refresh = toRefresh(event);
    const request = refresh === undefined ? toRequest(event) : refreshRequest;
    const refusal = answerWithoutList(request.method, directory.path);
    if (refusal !== undefined) return fixedResponse(refusal);

    const answered = await answer(request, refresh).catch(unanswered);
    const line = {
      ...lineOf(directory, answered, clock.now(), clock.elapsed() - startedAt),
      requestId: context.awsRequestId,
      ...(answered.fromMemory ? {} : metricsOf(metricNamespace, answered, clock.now())),
    };
    log(JSON.stringify(line));
    return refresh === undefined ? answered.response : toRefreshed(directory, answered);
  };
}

/** API Gateway has no such part in its events, so no client can ask for this. */
function toRefresh(event: PartialEvent | null): RefreshEvent['refresh'] | undefined {
  const asked = event?.refresh ?? undefined;
  return asked && { acceptDrop: asked.acceptDrop === true };
}

function toRequest(event: PartialEvent | null): ListRequest {
  const { requestContext, headers } = event ?? {};
  // Nothing says that CloudFront takes source and time of an equal list from a 304 (docs/decisions/028).
  const getsWholeList = headers?.['user-agent'] === CLOUDFRONT_USER_AGENT;
  return {
    method: requestContext?.http?.method ?? 'GET',
    acceptEncoding: headers?.['accept-encoding'] ?? '',
    ifNoneMatch: getsWholeList ? '' : (headers?.['if-none-match'] ?? ''),
  };
}

/** The most usual request, so that its size and time are measured on a quiet day too. */
const refreshRequest: ListRequest = { method: 'GET', acceptEncoding: 'br', ifNoneMatch: '' };

/** The last resort: an answer that clients know and that lets a cache in front serve what it has. */
function unanswered(error: unknown): Answer {
  return {
    response: fixedResponse(unavailable),
    source: 'none',
    fromMemory: false,
    failures: [failureOf(error)],
    leftOut: [],
    setToNull: [],
  };
}

/** A log line names this many findings; the metrics count them all. */
const FINDINGS_NAMED = 20;

/** One line for each answer. `now` is in milliseconds since the Unix epoch; `milliseconds` is what the answer took. */
function lineOf(directory: Directory, answer: Answer, now: number, milliseconds: number) {
  const { response, source, fromMemory, list, failures, leftOut, setToNull, readMs, kept } = answer;
  const isError = response.statusCode === 503 || failures.some(({ kind }) => kind === 'defect');
  const isWarning = failures.length + leftOut.length + setToNull.length > 0;
  return {
    level: isError ? 'ERROR' : isWarning ? 'WARN' : 'INFO',
    message: 'answered',
    timestamp: new Date(now).toISOString(),
    [metricDimension]: directory.name,
    status: response.statusCode,
    coding: response.headers[header.contentEncoding],
    source,
    fromMemory,
    milliseconds,
    records: list?.records,
    listBytes: list?.body.length,
    ageSeconds: list && ageSeconds(list.cachedAt, now),
    readMs,
    kept: kept?.state,
    ...(failures.length > 0 ? { failures } : {}),
    ...(leftOut.length > 0 ? { leftOut: leftOut.slice(0, FINDINGS_NAMED) } : {}),
    ...(setToNull.length > 0 ? { setToNull: setToNull.slice(0, FINDINGS_NAMED) } : {}),
  };
}

/**
 * What alarms read, in the same line (CloudWatch's embedded metric format). Zeros too: an alarm sees a metric that reads 0,
 * not one that is missing.
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

/** The report of a refresh, for whoever asked for it. */
function toRefreshed({ name: directory }: Directory, answer: Answer): Refreshed {
  const { source, list, failures, kept, copy } = answer;
  const failure = failures.find(({ name }) => !name.startsWith('Copy'));
  return {
    directory,
    records: source === 'database' ? list?.records : undefined,
    failure: failure && withoutStack(failure),
    kept,
    copy: copy && { records: copy.records, cachedAt: new Date(copy.cachedAt).toISOString() },
  };
}

/** A stack is for the log. */
function withoutStack({ kind, name, reason, isDrop }: Failure): Refreshed['failure'] {
  return { kind, name, reason, isDrop };
}
