/**
 * One request and its answer, as they went over the wire: no redirect is followed, nothing is decoded or guessed. And what can
 * be read off an answer, and where it departs from the contract.
 */

import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import {
  corsHeaders,
  type DataSource,
  FRESH_SECONDS,
  header,
  ONE_DAY_SECONDS,
  PROBLEM_CONTENT_TYPE,
  STALE_SECONDS,
} from '../../contract/http.ts';

export interface Question {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
}

export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body, still encoded. */
  readonly body: Buffer;
  /** Whether bytes came after the headers, also where HTTP has no body and Node.js would hide them. */
  readonly hasBody: boolean;
  readonly receivedAt: Date;
  readonly seconds: number;
}

const END_OF_HEADERS = '\r\n\r\n';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EAI_AGAIN: 'the name of the host was not found',
  ENOTFOUND: 'the name of the host was not found',
  EPROTO: 'the host does not speak TLS at this address',
};

/** The service's own limit is far below: this one keeps a hostile host from filling the memory. */
const MAX_DECODED_BYTES = 256 * 1024 * 1024;

/** They forbid the reuse of an old answer in an outage, or keep it longer than the promised hour, or out of caches. */
const FORBIDDEN_DIRECTIVES = [
  's-maxage',
  'must-revalidate',
  'proxy-revalidate',
  'stale-while-revalidate',
  'private',
  'no-cache',
  'no-store',
];

/** A request to which no complete HTTP answer came. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: string;

  constructor(request: string, reason: string, cause?: unknown) {
    super(`no answer to ${request}: ${reason}`, { cause });
    this.reason = reason;
  }
}

export function exchange(question: Question): Promise<Answer> {
  const { url, method, headers, timeoutSeconds } = question;
  const startedAt = performance.now();
  const wire: Buffer[] = [];
  const body: Buffer[] = [];

  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, {
      method,
      headers: { ...headers, Connection: 'close' },
      agent: false,
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    let received: http.IncomingMessage | undefined;

    sent.on('socket', (socket: Socket) => socket.on('data', (chunk: Buffer) => wire.push(chunk)));
    sent.on('response', (response) => {
      received = response;
      response.on('data', (chunk: Buffer) => body.push(chunk));
      response.on('error', refuse);
    });
    sent.on('error', refuse);
    sent.on('close', () => {
      if (received?.complete !== true) {
        refuse(new Error('the connection was closed before the answer was complete'));
        return;
      }
      resolve({
        method,
        path: url.pathname + url.search,
        status: received.statusCode ?? 0,
        headers: received.headers,
        body: Buffer.concat(body),
        hasBody: hasBytesAfterHeaders(Buffer.concat(wire)),
        receivedAt: new Date(),
        seconds: (performance.now() - startedAt) / 1000,
      });
    });
    sent.end();

    function refuse(cause: Error): void {
      // A body after HEAD breaks the parser, but the answer is there: what it means is for a check to say.
      if (received?.complete === true) return;
      reject(new NoAnswer(`${method} ${url.pathname}`, reasonOf(cause, timeoutSeconds), cause));
    }
  });
}

function reasonOf(cause: Error, timeoutSeconds: number): string {
  if (cause.name === 'AbortError' || cause.name === 'TimeoutError') {
    return `nothing came within ${timeoutSeconds} s`;
  }
  return REASONS['code' in cause ? String(cause.code) : ''] ?? cause.message;
}

function hasBytesAfterHeaders(wire: Buffer): boolean {
  const end = wire.indexOf(END_OF_HEADERS);
  return end !== -1 && wire.length > end + END_OF_HEADERS.length;
}

export function headerOf(answer: Answer, name: string): string | undefined {
  const value = answer.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A comma-separated header as a set of lower-case members. */
export function membersOf(answer: Answer, name: string): ReadonlySet<string> {
  const members = (headerOf(answer, name) ?? '').split(',').map((m) => m.trim().toLowerCase());
  return new Set(members.filter((member) => member !== ''));
}

export function mediaTypeOf(answer: Answer): string {
  return (headerOf(answer, header.contentType) ?? '').split(';', 1).join().trim().toLowerCase();
}

export function encodingOf(answer: Answer): string {
  return (headerOf(answer, header.contentEncoding) ?? 'identity').toLowerCase();
}

/** The body without its encoding, or `undefined` where it is not what its `Content-Encoding` says. */
export function decodedBody(answer: Answer): Buffer | undefined {
  const limit = { maxOutputLength: MAX_DECODED_BYTES };
  try {
    switch (encodingOf(answer)) {
      case 'identity':
        return answer.body;
      case 'gzip':
        return gunzipSync(answer.body, limit);
      case 'br':
        return brotliDecompressSync(answer.body, limit);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** CloudFront answers some requests itself: refused methods, and what it has in its cache. */
export function isFromCloudFront(answer: Answer): boolean {
  return (
    headerOf(answer, 'X-Amz-Cf-Id') !== undefined ||
    ['Via', 'X-Cache', 'Server'].some((name) => /cloudfront/i.test(headerOf(answer, name) ?? ''))
  );
}

export function directivesOf(answer: Answer): ReadonlyMap<string, string> {
  const directives = (headerOf(answer, header.cacheControl) ?? '').toLowerCase().split(',');
  return new Map(
    directives.map((directive) => {
      const [name = '', value = ''] = directive.split('=').map((part) => part.trim());
      return [name, value];
    }),
  );
}

/** Seconds, or `NaN` where the answer does not say. */
export function maxAgeOf(answer: Answer): number {
  const value = directivesOf(answer).get('max-age') ?? '';
  return /^\d+$/u.test(value) ? Number(value) : Number.NaN;
}

export function dataSourceOf(answer: Answer): DataSource | undefined {
  const value = headerOf(answer, header.dataSource);
  return value === 'database' || value === 'last-good' ? value : undefined;
}

export function lifetimeFlaws(answer: Answer): string[] {
  const maxAge = maxAgeOf(answer);
  if (!directivesOf(answer).has('public')) return ['Cache-Control lacks public'];
  if (Number.isNaN(maxAge)) return ['Cache-Control has no max-age'];
  const limit = dataSourceOf(answer) === 'last-good' ? STALE_SECONDS : FRESH_SECONDS;
  return maxAge > limit ? [`max-age is ${maxAge}, more than ${limit}`] : [];
}

export function forbiddenDirectives(answer: Answer): string[] {
  const directives = directivesOf(answer);
  return FORBIDDEN_DIRECTIVES.filter((name) => directives.has(name)).map(
    (name) => `Cache-Control has ${name}`,
  );
}

export function outageFlaws(answer: Answer): string[] {
  const value = directivesOf(answer).get('stale-if-error');
  if (value === undefined) return ['Cache-Control has no stale-if-error'];
  return value === String(ONE_DAY_SECONDS) ? [] : [`stale-if-error is not ${ONE_DAY_SECONDS}`];
}

/** Whether a script on any origin may read the answer and its headers. */
export function corsFlaws(answer: Answer): string[] {
  const { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed } =
    corsHeaders;
  const of = `of the ${answer.status} to ${answer.method} ${answer.path}`;
  if (headerOf(answer, 'Access-Control-Allow-Origin') !== origin) {
    return [`Access-Control-Allow-Origin ${of} is not ${origin}`];
  }
  return lacking(answer, 'Access-Control-Expose-Headers', exposed).map(
    (name) => `Access-Control-Expose-Headers ${of} lacks ${name}`,
  );
}

/** Members of `wanted`, a comma-separated list, that the header of the answer does not have. */
export function lacking(answer: Answer, name: string, wanted: string): string[] {
  const present = membersOf(answer, name);
  return wanted.split(/,\s*/u).filter((member) => !present.has(member.toLowerCase()));
}

/** Whether an error has the body that RFC 9457 gives it. */
export function problemFlaws(answer: Answer): string[] {
  if (mediaTypeOf(answer) !== PROBLEM_CONTENT_TYPE)
    return [`the ${answer.status} is no ${PROBLEM_CONTENT_TYPE}`];
  return statusInside(answer) === answer.status
    ? []
    : [`the body of the ${answer.status} does not repeat its status`];
}

function statusInside(answer: Answer): unknown {
  try {
    const body: unknown = JSON.parse(decodedBody(answer)?.toString() ?? '');
    return typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
  } catch {
    return undefined;
  }
}
