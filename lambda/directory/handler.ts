/** Puts a directory's function together: its environment, its event, its answer, its report. */

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

import { systemClock } from '../aws/clock.ts';
import { dataApi } from '../aws/data-api.ts';
import type { Directory } from '../../contract/directories.ts';
import { CLOUDFRONT_USER_AGENT } from '../../contract/edge.ts';
import { environment } from '../../contract/names.ts';
import { FRESH_SECONDS } from '../../contract/http.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh.ts';
import { answerWithoutList, unavailable } from '../../contract/routing.ts';
import { lastGoodFromEnvironment, required } from '../environment.ts';
import { type Answer, copyAfter, type Dependencies, directoryAnswers } from './answer.ts';
import { type Failure, failureOf } from './failure.ts';
import { asResponse, type ListRequest, type ListResponse } from './render.ts';
import { report, type Reporter, reporterOf } from './report.ts';

/** An event of which any part may be missing: a console test or another caller than API Gateway. */
type PartialEvent = Partial<
  Omit<APIGatewayProxyEventV2, 'requestContext'> & {
    requestContext: Partial<APIGatewayProxyEventV2['requestContext']>;
    refresh: Partial<RefreshEvent['refresh']> | null;
  }
>;

export type Handler = (
  event: PartialEvent | null,
  context: Context,
) => Promise<ListResponse | Refreshed>;

/** The handler of one directory. Reads its settings from the environment, and calls no one before the first event. */
export function directoryHandler(directory: Directory): Handler {
  const dependencies = dependenciesFromEnvironment();
  const reporter = reporterOf(directory.name, required(environment.metricNamespace));
  return createHandler(directory, dependencies, reporter);
}

/**
 * One attempt a call: what the SDK would ask again, the next request asks a minute later, and until then the last-good
 * copy is served. The deadlines are our own (`contract/limits.ts`).
 */
export const databaseClient = { maxAttempts: 1 };

function dependenciesFromEnvironment(): Dependencies {
  return {
    clock: systemClock,
    database: dataApi(new RDSDataClient(databaseClient), {
      resourceArn: required(environment.clusterArn),
      secretArn: required(environment.readerSecretArn),
      database: required(environment.databaseName),
    }),
    lastGood: lastGoodFromEnvironment(),
    memoryMs: seconds(environment.memorySeconds) * 1000,
  };
}

function seconds(name: string): number {
  const value = Number(required(name));
  if (value >= 0 && value <= FRESH_SECONDS) return value;
  throw new Error(`The environment variable ${name} is not a number from 0 to ${FRESH_SECONDS}`);
}

export function createHandler(
  directory: Directory,
  dependencies: Dependencies,
  reporter: Reporter,
): Handler {
  const answer = directoryAnswers(directory, dependencies);
  return async (event, context) => {
    const { clock } = dependencies;
    const startedAt = clock.elapsed();
    const refresh = toRefresh(event);
    const request = refresh === undefined ? toRequest(event) : refreshRequest;
    const refusal = answerWithoutList(request.method, directory.path);
    if (refusal !== undefined) return asResponse(refusal);
    const answered = await answer(request, refresh).catch(unanswered);
    try {
      reporter.logger.addContext(context);
      report(reporter, directory.name, answered, clock.now(), clock.elapsed() - startedAt);
    } catch (error) {
      logBug(error); // no answer fails for its log line
    }
    return refresh === undefined ? answered.response : toRefreshed(directory.name, answered);
  };
}

/** API Gateway has no such part in its events, so no client can ask for this. */
function toRefresh(event: PartialEvent | null): RefreshEvent['refresh'] | undefined {
  const asked = event?.refresh ?? undefined;
  if (asked === undefined) return undefined;
  return { acceptDrop: asked.acceptDrop === true, proveWrite: asked.proveWrite === true };
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
  logBug(error);
  return { response: asResponse(unavailable), fromMemory: false };
}

function logBug(error: unknown): void {
  process.stderr.write(`${JSON.stringify(failureOf(error))}\n`);
}

/** What a refresh found out, for whoever asked for it. */
function toRefreshed(directory: string, { attempt }: Answer): Refreshed {
  if (attempt === undefined) return { directory, failure: unforeseen };
  const { snapshot, failure, kept } = attempt;
  const copy = copyAfter(attempt);
  return {
    directory,
    ...(snapshot === undefined ? {} : { records: snapshot.records }),
    ...(failure === undefined ? {} : { failure: withoutStack(failure) }),
    ...(kept === undefined ? {} : { kept }),
    ...(copy === undefined
      ? {}
      : { copy: { records: copy.records, cachedAt: new Date(copy.cachedAt).toISOString() } }),
  };
}

/** A stack is for the log. */
function withoutStack({ kind, name, reason, isDrop }: Failure): NonNullable<Refreshed['failure']> {
  return { kind, name, reason, ...(isDrop === undefined ? {} : { isDrop }) };
}

const unforeseen = { kind: 'defect', name: 'Unforeseen', reason: 'see the log' } as const;
