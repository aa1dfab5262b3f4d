/**
 * API Gateway on this machine: answers preflights and unknown paths, turns other requests into events of an HTTP API
 * (payload format 2.0), and a function's answer back into HTTP (API Gateway Developer Guide, "Working with AWS Lambda
 * proxy integrations for HTTP APIs"). It also has what the gateway of AWS has not: the site.
 */

import type { IncomingMessage } from 'node:http';

import * as v from 'valibot';

import { type FixedAnswer, problem } from '../contract/http.ts';
import { answerWithoutList, notFound } from '../contract/routing.ts';
import { storedPath } from '../contract/site.ts';
import { errorMessage } from '../lambda/aws/errors.ts';
import { functionAt } from './configured-functions.ts';
import type { Reply } from './http-server.ts';
import { FunctionFailed, type LambdaFunction } from './lambda-function.ts';
import type { SiteBucket } from './site-bucket.ts';

export interface GatewayOptions {
  readonly functions: ReadonlyMap<string, Pick<LambdaFunction, 'invoke'>>;
  readonly site: SiteBucket;
  readonly onFailure: (message: string) => void;
  /** Whether it cannot reach its functions. */
  readonly isDown?: () => boolean;
}

/** A request to a gateway or an edge. Names of headers are in lower case; several values of one are joined with commas. */
export interface HttpRequest {
  readonly method: string;
  /** Without the query string, which nobody here reads. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer to it. */
export interface HttpAnswer extends Reply {
  readonly body: Buffer;
}

/** The answer when the function fails; in the cloud the edge serves the last-good copy instead. */
const internalError = problem(
  500,
  'Internal Server Error',
  'The list could not be made; try again.',
);

/** API Gateway's own answer, which an HTTP API cannot change. */
const serviceUnavailable: HttpAnswer = {
  status: 503,
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from('{"message":"Service Unavailable"}'),
};

/** Its answer to every request: the only place where an error becomes one. */
export function gateway(options: GatewayOptions): (request: HttpRequest) => Promise<HttpAnswer> {
  return async (request) => {
    try {
      return await route(options, request);
    } catch (error) {
      options.onFailure(describe(error));
      return fromFixed(internalError);
    }
  };
}

async function route(options: GatewayOptions, request: HttpRequest): Promise<HttpAnswer> {
  const { method, path, headers } = request;
  const withoutList = answerWithoutList(method, path);
  const lambdaFunction = options.functions.get(functionAt(path) ?? '');
  if (lambdaFunction === undefined) {
    if (withoutList !== undefined) return fromFixed(withoutList);
    return fromSite(options.site, request);
  }
  if (options.isDown?.() === true) return serviceUnavailable;
  if (withoutList !== undefined) return fromFixed(withoutList);
  // What the functions read of an event of payload format 2.0.
  const event = { headers, requestContext: { http: { method, path } } };
  return fromFunction(await lambdaFunction.invoke(event));
}

async function fromSite(
  site: SiteBucket,
  { method, path, headers }: HttpRequest,
): Promise<HttpAnswer> {
  // As the function at the edge does it.
  const found = await site.answer(storedPath(path), headers['if-none-match'] ?? '');
  const answer = found ?? fromFixed(notFound);
  return method === 'HEAD' ? { ...answer, body: Buffer.alloc(0) } : answer;
}

/** The message; the stack, too, of what nobody foresaw. */
function describe(error: unknown): string {
  if (error instanceof FunctionFailed) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : errorMessage(error);
}

/** A server must take a target that begins with an address, too (RFC 9112, section 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?]*/iu;

export function requestOf(request: IncomingMessage): HttpRequest {
  const target = (request.url ?? '').replace(ABSOLUTE_FORM, '');
  const [path = ''] = target.split('?');
  const headers = Object.entries(request.headersDistinct).map(
    ([name, values = []]) => [name, values.join(',')] as const,
  );
  return {
    method: request.method ?? '',
    path: path || '/',
    headers: Object.fromEntries(headers),
  };
}

const FunctionAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    statusCode: v.number(),
    headers: v.record(v.string(), v.string()),
    body: v.string(),
    isBase64Encoded: v.optional(v.boolean(), false),
  }),
);

/** @throws ValiError where it is no answer, which is the gateway's own 500. */
function fromFunction(json: string): HttpAnswer {
  const { statusCode, headers, body, isBase64Encoded } = v.parse(FunctionAnswer, json);
  return {
    status: statusCode,
    headers,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

export function fromFixed({ statusCode: status, headers, body }: FixedAnswer): HttpAnswer {
  return { status, headers, body: Buffer.from(body) };
}

/** Weak comparison (RFC 9110, section 13.1.2). */
export function etagMatches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//u, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === opaque);
}
