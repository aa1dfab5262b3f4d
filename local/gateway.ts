/**
 * API Gateway on this machine: answers preflights and unknown paths, turns other requests into events of an HTTP API
 * (payload format 2.0), and a function's answer back into HTTP (API Gateway Developer Guide, "Working with AWS Lambda
 * proxy integrations for HTTP APIs"). It also has what the gateway of AWS has not: the switches, and the site.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';

import { errorMessage } from '../aws/errors.ts';
import { allDirectories, type Directory } from '../contract/directories.ts';
import { type FixedAnswer, problem } from '../contract/http.ts';
import { GATEWAY_TIMEOUT_SECONDS } from '../contract/limits.ts';
import { answerWithoutList, notFound } from '../contract/routing.ts';
import { feedPaths, sitePaths, storedPath } from '../contract/site.ts';
import { BodyTooLargeError, type Call, type Reply } from './endpoint/server.ts';
import { FunctionFailed } from './runtime/environment.ts';
import { FunctionThrottled, type LambdaFunction } from './runtime/lambda-function.ts';
import type { Site } from './site.ts';

export interface GatewayOptions {
  readonly functions: ReadonlyMap<Directory, Pick<LambdaFunction, 'invoke'>>;
  /** Answers `/status.json`. */
  readonly status: Pick<LambdaFunction, 'invoke'>;
  /** Answers `/feed.xml` and `/feed.json`. */
  readonly feed: Pick<LambdaFunction, 'invoke'>;
  readonly site: Site;
  /** Answers paths below `/_local/`. */
  readonly switches: (call: Call) => Promise<HttpAnswer>;
  readonly onRequest: (line: RequestLine) => void;
  readonly onFailure: (message: string) => void;
  /** Whether it cannot reach its functions. */
  readonly isDown?: () => boolean;
  /** When it gives up on a function; by default as API Gateway does. */
  readonly timeoutMs?: number;
}

/** What a gateway sends to its client. */
export interface HttpAnswer extends Reply {
  readonly body: Buffer;
}

/** What is known of a request when it has been answered. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly answer: HttpAnswer;
  readonly milliseconds: number;
}

export const SWITCHES_PATH = '/_local/';

/** A request's or an answer's body (quotas of HTTP APIs). */
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** How its server listens. The size is that of the request line and the headers together (quotas of HTTP APIs). */
export const gatewayServerOptions = { maxHeaderSize: 10_240, keepAliveTimeout: 5000 };

/** What a client gets when the function fails; in the cloud the edge serves the last-good copy instead. */
const internalError = problem(
  500,
  'Internal Server Error',
  'The list could not be made; try again.',
);

const contentTooLarge = problem(413, 'Content Too Large', 'A request has at most 10 MiB.');

/** As API Gateway writes it, which an HTTP API cannot change. */
const serviceUnavailable: HttpAnswer = {
  status: 503,
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from('{"message":"Service Unavailable"}'),
};

export function gateway(options: GatewayOptions): (call: Call) => Promise<HttpAnswer> {
  return async (call) => {
    const startedAt = performance.now();
    const { method, path } = targetOf(call.request);
    const answer = await answerOf(options, call);
    if (!call.signal.aborted) {
      options.onRequest({ method, path, answer, milliseconds: performance.now() - startedAt });
    }
    return answer;
  };
}

/** The only place where an error becomes an answer. */
async function answerOf(options: GatewayOptions, call: Call): Promise<HttpAnswer> {
  try {
    return await route(options, call);
  } catch (error) {
    if (error instanceof FunctionThrottled) return serviceUnavailable;
    if (error instanceof BodyTooLargeError) return fromFixed(contentTooLarge);
    if (call.request.errored === null) options.onFailure(describe(error));
    return fromFixed(internalError);
  }
}

async function route(options: GatewayOptions, call: Call): Promise<HttpAnswer> {
  const { method, path } = targetOf(call.request);
  if (path.startsWith(SWITCHES_PATH)) return options.switches(call);
  const withoutList = answerWithoutList(method, path);
  const lambdaFunction = functionFor(options, path);
  if (lambdaFunction === undefined) {
    if (withoutList !== undefined) return fromFixed(withoutList);
    return fromSite(options.site, method, path, call.request.headers['if-none-match']);
  }
  if (options.isDown?.() === true) return serviceUnavailable;
  if (withoutList !== undefined) return fromFixed(withoutList);
  await call.body(BODY_LIMIT_BYTES); // read as API Gateway does, but not passed on: a list takes none
  const answer = lambdaFunction.invoke(toEvent(call.request, randomUUID()));
  return inTime(answer, options.timeoutMs ?? GATEWAY_TIMEOUT_SECONDS * 1000);
}

function functionFor(
  { functions, status, feed }: GatewayOptions,
  path: string,
): Pick<LambdaFunction, 'invoke'> | undefined {
  if (path === sitePaths.status) return status;
  if (feedPaths.includes(path)) return feed;
  const directory = allDirectories.find((each) => each.path === path);
  return directory === undefined ? undefined : functions.get(directory);
}

async function fromSite(
  site: Site,
  method: string,
  path: string,
  ifNoneMatch = '',
): Promise<HttpAnswer> {
  // As the function at the edge does it.
  const answer = (await site.answer(storedPath(path), ifNoneMatch)) ?? fromFixed(notFound);
  return method === 'HEAD' ? { ...answer, body: Buffer.alloc(0) } : answer;
}

/** The function works on: API Gateway only stops waiting. */
async function inTime(answer: Promise<string>, timeoutMs: number): Promise<HttpAnswer> {
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

/** Where in the code only for what nobody foresaw. */
function describe(error: unknown): string {
  if (error instanceof FunctionFailed) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : errorMessage(error);
}

/** A server must take a target that begins with an address, too (RFC 9112, section 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?]*/iu;

export function targetOf(request: IncomingMessage): {
  readonly method: string;
  readonly path: string;
  readonly query: string;
} {
  const target = (request.url ?? '').replace(ABSOLUTE_FORM, '');
  const [path = '', ...query] = target.split('?');
  return { method: request.method ?? '', path: path || '/', query: query.join('?') };
}

function toEvent(request: IncomingMessage, id: string): APIGatewayProxyEventV2 {
  const { method, path, query } = targetOf(request);
  const now = Date.now();
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: query,
    headers: joinedHeaders(request),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: request.headers.host ?? '',
      domainPrefix: 'local',
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: id,
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now,
    },
    isBase64Encoded: false,
  };
}

/** Lower-case names; several values of one name joined with commas. */
function joinedHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [
      name,
      values?.join(',') ?? '',
    ]),
  );
}

/** `21/Nov/2026:08:00:00 +0000` */
function commonLogTime(now: number): string {
  const [, day = '', month = '', year = '', time = ''] = new Date(now).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

/** RFC 9110, section 5: a header that HTTP cannot carry would break the connection instead of the answer. */
const headerName = v.pipe(v.string(), v.regex(/^[\w!#$%&'*+.^`|~-]+$/u));
const headerValue = v.pipe(v.string(), v.regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/u));

const FunctionAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    statusCode: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
    headers: v.optional(v.record(headerName, headerValue), {}),
    body: v.optional(v.string(), ''),
    isBase64Encoded: v.optional(v.boolean(), false),
  }),
);

/** A function's answer as API Gateway reads it. One that it cannot read is its own 500. */
function fromFunction(json: string): HttpAnswer {
  const { success, output } = v.safeParse(FunctionAnswer, json);
  if (!success) return fromFixed(internalError);
  const { statusCode: status, headers, isBase64Encoded } = output;
  const body = Buffer.from(output.body, isBase64Encoded ? 'base64' : 'utf8');
  return body.length > BODY_LIMIT_BYTES ? fromFixed(internalError) : { status, headers, body };
}

export function fromFixed({ statusCode: status, headers, body }: FixedAnswer): HttpAnswer {
  return { status, headers, body: Buffer.from(body) };
}
