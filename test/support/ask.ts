/** Sends an HTTP request and returns the raw answer. Does not follow redirects or decompress the body. */

import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Timeout of the answer. Default: none. */
  readonly limitMs?: number;
}

export interface Answer {
  readonly status: number;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as it was sent, possibly compressed. */
  readonly body: Buffer;
  /**
   * Whether bytes followed the headers. The bytes are counted on the connection, because Node's HTTP client hides a body that
   * HTTP does not allow, such as the body of an answer to HEAD.
   */
  readonly hasBody: boolean;
}

/** Sends a request. The path is sent exactly as it is in `url`, even if it contains `..` or `//`. */
export async function ask(url: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, limitMs } = question;
  const { protocol, hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const options = {
    hostname: hostname.replace(/^\[|\]$/gu, ''),
    port,
    path: /^\w+:\/\/[^/?#]+([^#]*)/u.exec(url)?.[1] ?? '/',
    method,
    headers: { ...length, ...headers },
    ...(limitMs !== undefined && { signal: AbortSignal.timeout(limitMs) }),
  };
  const { request } = protocol === 'https:' ? https : http;
  const wire: Buffer[] = [];
  const parts: Buffer[] = [];
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = request(options);
    let received: http.IncomingMessage | undefined;
    const fail = (error: Error) => {
      // A body in the answer to HEAD makes the parser fail, although the answer is complete.
      if (received?.complete !== true) reject(error);
    };
    const onWire = (part: Buffer) => wire.push(part);
    sent.once('socket', (socket: Socket) => {
      socket.on('data', onWire);
      sent.once('close', () => socket.off('data', onWire));
    });
    sent.once('response', (response) => {
      received = response;
      response.on('data', (part: Buffer) => parts.push(part)).once('error', fail);
    });
    sent.on('error', fail).once('close', () => {
      if (received?.complete === true) resolve(received);
      else fail(new Error('the connection was closed before the answer was complete'));
    });
    sent.end(body);
  });
  const bytes = Buffer.concat(wire);
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(answer.headersDistinct).map(([name, values]) => [name, String(values)]),
    ),
    body: Buffer.concat(parts),
    hasBody: bytes.length > bytes.indexOf('\r\n\r\n') + 4,
  };
}

/** Returns the decompressed body. */
export function plainBody({ headers, body }: Pick<Answer, 'headers' | 'body'>): Buffer {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body);
  return coding === 'gzip' ? gunzipSync(body) : body;
}

export type ServedRecord = Readonly<Record<string, unknown>>;

/** Returns the records in an answer. */
export function recordsOf(answer: Answer): readonly ServedRecord[] {
  return JSON.parse(plainBody(answer).toString()) as readonly ServedRecord[];
}
