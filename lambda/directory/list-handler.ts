/** Handles the events of a directory's function: turns an event into a request, answers it, and writes one line to the log. */

import type { Directory } from '../../contract/directories.ts';
import { CLOUDFRONT_USER_AGENT } from '../../contract/edge.ts';
import { metricDimension } from '../../contract/names.ts';
import type { ReadFailure, Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';
import { answerWithoutList, unavailable } from '../../contract/routing.ts';
import { type Answer, type Dependencies, createAnswers } from './answer.ts';
import { type Failure, failureOf } from './failure.ts';
import { logLine } from './log-line.ts';
import type { ListRequest, ListResponse } from './response.ts';

/** The parts of an event that the handler reads (HTTP API, payload format 2.0). A test in the console may omit any part. */
interface PartialEvent {
  readonly requestContext?: { readonly http?: { readonly method?: string } };
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly refresh?: Partial<RefreshEvent['refresh']> | null;
}

export type Handler = (
  event: PartialEvent | null,
  context: { readonly awsRequestId: string },
) => Promise<ListResponse | Refreshed>;

export function createHandler(
  directory: Directory,
  dependencies: Dependencies,
  metricNamespace: string,
  log: (line: string) => void,
): Handler {
  const { clock } = dependencies;
  const answer = createAnswers(directory, dependencies);
  return async (event, context) => {
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

/** Events of API Gateway have no `refresh`, so no client can request one. */
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

/** The most common request. A refresh answers it, so that its size and duration are measured even without visitors. */
const refreshRequest: ListRequest = { method: 'GET', acceptEncoding: 'br', ifNoneMatch: '' };

/** Returns a documented answer to an unexpected error. A cache in front of the service may then serve its own copy. */
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

/** The stack is for the log only. */
function withoutStack({ kind, name, reason, isDrop }: Failure): ReadFailure {
  return { kind, name, reason, isDrop };
}
