/** One request and its answer as they went over the wire: no redirect is followed, nothing is decoded. */

import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { corsHeaders, header } from '../../contract/http.ts';

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
  readonly seconds: number;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EAI_AGAIN: 'the name of the host was not found',
  ENOTFOUND: 'the name of the host was not found',
  EPROTO: 'the host does not speak TLS at this address',
};

/** The service's own limit is far below: this one keeps a hostile host from filling the memory. */
const MAX_DECODED_BYTES = 256 * 1024 * 1024;

/** What a browser sends. */
export const BROWSER_ENCODINGS = { [header.acceptEncoding]: 'gzip, br' };

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

export function headerOf(answer: Answer, name: string): string | undefined {
  const value = answer.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A comma-separated header as a set of lower-case members. */
function membersOf(answer: Answer, name: string): ReadonlySet<string> {
  const members = (headerOf(answer, name) ?? '').split(',').map((m) => m.trim().toLowerCase());
  return new Set(members.filter((member) => member !== ''));
}

function encodingOf(answer: Answer): string {
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
function lacking(answer: Answer, name: string, wanted: string): string[] {
  const present = membersOf(answer, name);
  return wanted.split(/,\s*/u).filter((member) => !present.has(member.toLowerCase()));
}

/** `undefined` where the body is not a JSON array in UTF-8. */
export function recordsIn(bytes: Buffer | undefined): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
