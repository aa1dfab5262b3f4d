/** One request and its answer, as they went over the wire: no redirect is followed, nothing is decoded or guessed. */

import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

import { NoAnswer } from './no-answer.ts';

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
      reject(NoAnswer.after(`${method} ${url.pathname}`, timeoutSeconds, cause));
    }
  });
}

function hasBytesAfterHeaders(wire: Buffer): boolean {
  const end = wire.indexOf(END_OF_HEADERS);
  return end !== -1 && wire.length > end + END_OF_HEADERS.length;
}
