/** The front door on 127.0.0.1: the switches of the local service, the door of the real one, then its functions. */

import { randomUUID } from 'node:crypto';
import http from 'node:http';

import { allDirectories, type Directory } from '../contract/directories.ts';
import { answerWithoutList, notFound } from '../contract/routing.ts';
import { problem } from '../contract/http.ts';
import { PAGE_FILE, sitePaths } from '../contract/site.ts';
import { GATEWAY_TIMEOUT_SECONDS } from '../contract/limits.ts';
import { errorMessage } from './error-facts.ts';
import {
  BODY_LIMIT_BYTES,
  fromFixed,
  fromFunction,
  HEADER_LIMIT_BYTES,
  type HttpAnswer,
  internalError,
  targetOf,
  toEvent,
} from './http-api.ts';
import { FunctionFailed, FunctionThrottled } from './runtime/function-settings.ts';
import type { LambdaFunction } from './runtime/lambda-function.ts';
import type { Site } from './site.ts';

export interface GatewayOptions {
  readonly functions: ReadonlyMap<Directory, Pick<LambdaFunction, 'invoke'>>;
  /** Answers `/status.json`. */
  readonly status: Pick<LambdaFunction, 'invoke'>;
  readonly site: Site;
  /** Answers paths below `/_local/`. */
  readonly switches: (method: string, path: string) => Promise<HttpAnswer>;
  readonly onRequest: (line: RequestLine) => void;
  readonly onFailure: (message: string) => void;
  /** Whether it cannot reach its functions. */
  readonly isDown?: () => boolean;
  /** When it gives up on a function; as API Gateway does where nothing else is said. */
  readonly timeoutMs?: number;
}

/** What is known of a request when its answer has been sent. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly answer: HttpAnswer;
  readonly milliseconds: number;
}

export const SWITCHES_PATH = '/_local/';

export function createGateway(options: GatewayOptions): http.Server {
  return http.createServer({ maxHeaderSize: HEADER_LIMIT_BYTES }, (request, response) => {
    void serve(options, request, response);
  });
}

async function serve(
  options: GatewayOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const { method, path } = targetOf(request);
  const answer = await answerOf(options, request);
  if (response.destroyed) return; // nobody listens any more
  response.writeHead(answer.statusCode, { ...answer.headers, ...lengthOf(answer) });
  response.end(answer.body);
  options.onRequest({ method, path, answer, milliseconds: performance.now() - startedAt });
}

/** The only place where an error becomes an answer. */
async function answerOf(
  options: GatewayOptions,
  request: http.IncomingMessage,
): Promise<HttpAnswer> {
  try {
    return await passOn(options, request);
  } catch (error) {
    if (error instanceof FunctionThrottled) return serviceUnavailable;
    if (request.errored === null) options.onFailure(describe(error));
    return fromFixed(internalError);
  }
}

async function passOn(options: GatewayOptions, request: http.IncomingMessage): Promise<HttpAnswer> {
  const { method, path } = targetOf(request);
  if (path.startsWith(SWITCHES_PATH)) return options.switches(method, path);
  const withoutList = answerWithoutList(method, path);
  const lambdaFunction = functionFor(options, path);
  if (lambdaFunction === undefined) {
    if (withoutList !== undefined) return fromFixed(withoutList);
    return fromSite(options.site, method, path, request.headers['if-none-match']);
  }
  if (options.isDown?.() === true) return serviceUnavailable;
  if (withoutList !== undefined) return fromFixed(withoutList);
  if (!(await bodyFits(request))) return fromFixed(contentTooLarge);
  const answer = lambdaFunction.invoke(toEvent(request, randomUUID()));
  return fromFunctionInTime(answer, options.timeoutMs ?? GATEWAY_TIMEOUT_SECONDS * 1000);
}

function functionFor(
  { functions, status }: GatewayOptions,
  path: string,
): Pick<LambdaFunction, 'invoke'> | undefined {
  if (path === sitePaths.status) return status;
  const route = allDirectories.find((directory) => directory.path === path);
  return route === undefined ? undefined : functions.get(route);
}

async function fromSite(
  site: Site,
  method: string,
  path: string,
  ifNoneMatch = '',
): Promise<HttpAnswer> {
  const file = path === sitePaths.page ? `/${PAGE_FILE}` : path; // as the function at the edge does it
  const answer = (await site.answer(file, ifNoneMatch)) ?? fromFixed(notFound);
  return method === 'HEAD' ? { ...answer, body: Buffer.alloc(0) } : answer;
}

/** The function works on: API Gateway only stops waiting. */
async function fromFunctionInTime(answer: Promise<string>, timeoutMs: number): Promise<HttpAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<HttpAnswer>((resolve) => {
    timer = setTimeout(() => {
      resolve(serviceUnavailable);
    }, timeoutMs);
  });
  try {
    return await Promise.race([answer.then(fromFunction), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** In API Gateway's own words, which an HTTP API cannot change. */
const serviceUnavailable: HttpAnswer = {
  statusCode: 503,
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from('{"message":"Service Unavailable"}'),
};

/** A list takes no request body, so none is passed on; API Gateway reads it all the same. */
async function bodyFits(request: http.IncomingMessage): Promise<boolean> {
  let bytes = 0;
  // Read on to the end: a client that is still sending would not hear an answer.
  for await (const chunk of request as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes <= BODY_LIMIT_BYTES;
}

/** Where in the code only for what nobody foresaw. */
function describe(error: unknown): string {
  if (error instanceof FunctionFailed) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : errorMessage(error);
}

const contentTooLarge = problem(413, 'Content Too Large', 'A request has at most 10 MiB.');

/** The length of what is sent. A HEAD or 304 has none to tell, and a 204 must not. */
export function lengthOf({ statusCode, body }: HttpAnswer): Record<string, string> {
  return statusCode === 204 || statusCode === 304 || body.length === 0
    ? {}
    : { 'Content-Length': String(body.length) };
}
