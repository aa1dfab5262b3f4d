/** Puts a directory's function together: its event, its answer, its report. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

import type { Directory } from '../../contract/directories.ts';
import { answerWithoutList } from '../../contract/routing.ts';
import { CLOUDFRONT_USER_AGENT } from '../../contract/edge.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh.ts';
import { unavailable } from '../../contract/refusals.ts';
import { type Answer, directoryAnswers } from './answer.ts';
import { failureOf } from '../../aws/errors.ts';
import { reporterFromEnvironment, dependenciesFromEnvironment } from './from-environment.ts';
import { refreshed } from './refreshed.ts';
import { asResponse, type ListRequest, type ListResponse } from './render.ts';
import { report, type Reporter } from './report.ts';
import type { Dependencies } from './dependencies.ts';

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
  return createHandler(
    directory,
    dependenciesFromEnvironment(),
    reporterFromEnvironment(directory),
  );
}

/** The handler of one directory, with any dependencies. */
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
    return refresh === undefined ? answered.response : refreshed(directory.name, answered);
  };
}

/** The last resort: an answer that clients know and that lets a cache in front serve what it has. */
function unanswered(error: unknown): Answer {
  logBug(error);
  return { response: asResponse(unavailable), fromMemory: false };
}

function logBug(error: unknown): void {
  process.stderr.write(`${JSON.stringify(failureOf(error))}\n`);
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
