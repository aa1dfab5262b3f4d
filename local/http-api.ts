/**
 * API Gateway's part: turns an HTTP request into an event of an HTTP API (payload format 2.0) and a function's answer
 * back into HTTP (API Gateway Developer Guide, "Working with AWS Lambda proxy integrations for HTTP APIs").
 */

import type http from 'node:http';

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';

import { type FixedAnswer, problem } from '../contract/http.ts';

/** What a gateway sends to its client. */
export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Headers and request line together (quotas of HTTP APIs). */
export const HEADER_LIMIT_BYTES = 10_240;

/** A request's or an answer's body (quotas of HTTP APIs). */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

export function toEvent(request: http.IncomingMessage, id: string): APIGatewayProxyEventV2 {
  const { method, path, query } = targetOf(request);
  const now = Date.now();
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: query,
    headers: joinedHeaders(request),
    ...(query === '' ? {} : { queryStringParameters: queryParameters(query) }),
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

/** A server must take a target that begins with an address, too (RFC 9112, section 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?]*/iu;

export function targetOf(request: http.IncomingMessage): {
  readonly method: string;
  readonly path: string;
  readonly query: string;
} {
  const target = (request.url ?? '').replace(ABSOLUTE_FORM, '');
  const [path = '', ...query] = target.split('?');
  return { method: request.method ?? '', path: path || '/', query: query.join('?') };
}

/** A function's answer as API Gateway reads it. One that it cannot read is its own 500. */
export function fromFunction(json: string): HttpAnswer {
  const { success, output } = v.safeParse(FunctionAnswer, json);
  if (!success) return fromFixed(internalError);
  const { statusCode, headers, isBase64Encoded } = output;
  const body = Buffer.from(output.body, isBase64Encoded ? 'base64' : 'utf8');
  return body.length > BODY_LIMIT_BYTES ? fromFixed(internalError) : { statusCode, headers, body };
}

export function fromFixed({ statusCode, headers, body }: FixedAnswer): HttpAnswer {
  return { statusCode, headers, body: Buffer.from(body) };
}

/** What a client gets when the function fails; in the cloud the edge serves the last-good copy instead. */
export const internalError = problem(
  500,
  'Internal Server Error',
  'The list could not be made; try again.',
);

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

/** Lower-case names; several values of one name joined with commas. */
function joinedHeaders(request: http.IncomingMessage): Record<string, string> {
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

function queryParameters(query: string): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}
