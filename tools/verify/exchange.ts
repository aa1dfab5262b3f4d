/** One request and its answer, as they went over the wire: no redirect is followed, nothing is decoded or guessed. */

import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

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

export const MAX_REQUESTS = 60;

/** After so many requests without an answer in a row, the rest is not asked. */
const MAX_SILENCE = 3;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EAI_AGAIN: 'the name of the host was not found',
  ENOTFOUND: 'the name of the host was not found',
  EPROTO: 'the host does not speak TLS at this address',
};

/** A request to which no complete HTTP answer came. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: string;

  constructor(request: string, reason: string, cause?: unknown) {
    super(`no answer to ${request}: ${reason}`, { cause });
    this.reason = reason;
  }

  static after(request: string, timeoutSeconds: number, cause: Error): NoAnswer {
    if (cause.name === 'AbortError' || cause.name === 'TimeoutError') {
      return new NoAnswer(request, `nothing came within ${timeoutSeconds} s`, cause);
    }
    const code = 'code' in cause ? String(cause.code) : '';
    return new NoAnswer(request, REASONS[code] ?? cause.message, cause);
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
      reject(NoAnswer.after(`${method} ${url.pathname}`, timeoutSeconds, cause));
    }
  });
}

function hasBytesAfterHeaders(wire: Buffer): boolean {
  const end = wire.indexOf(END_OF_HEADERS);
  return end !== -1 && wire.length > end + END_OF_HEADERS.length;
}

/** One request after the other, and never more than a bounded number. */
export class Client {
  readonly #root: string;
  readonly #timeoutSeconds: number;
  readonly #exchange: typeof exchange;
  #last: Promise<unknown> = Promise.resolve();
  #asked = 0;
  #silence = 0;
  #slowest: Answer | undefined;

  /** `baseUrl` ends in `/v1`, as do the paths of the contract begin with it. */
  constructor(baseUrl: string, timeoutSeconds: number, exchangeOne: typeof exchange) {
    this.#root = baseUrl.replace(/\/v1$/u, '');
    this.#timeoutSeconds = timeoutSeconds;
    this.#exchange = exchangeOne;
  }

  get asked(): number {
    return this.#asked;
  }

  get slowest(): Answer | undefined {
    return this.#slowest;
  }

  /** @throws NoAnswer */
  ask(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const answer = this.#last.then(() => this.#askNow(method, path, headers));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #askNow(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const request = `${method} ${path}`;
    if (this.#silence >= MAX_SILENCE) throw new NoAnswer(request, 'the service fell silent before');
    if (this.#asked >= MAX_REQUESTS) throw new NoAnswer(request, 'too many requests were needed');

    this.#asked += 1;
    this.#silence += 1;
    const answer = await this.#exchange({
      url: new URL(this.#root + path),
      method,
      headers: { 'User-Agent': 'public-directory-verify', ...headers },
      timeoutSeconds: this.#timeoutSeconds,
    });
    this.#silence = 0;
    if (answer.seconds > (this.#slowest?.seconds ?? 0)) this.#slowest = answer;
    return answer;
  }
}
