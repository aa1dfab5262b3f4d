/** The client that asks, and one directory's list as it was served, with the means to ask about it again. */

import type { Directory } from '../../contract/directories.ts';
import { header } from '../../contract/http.ts';
import { type Answer, decodedBody, type exchange, headerOf, NoAnswer } from './exchange.ts';

export const MAX_REQUESTS = 60;

/** After so many requests without an answer in a row, the rest is not asked. */
const MAX_SILENCE = 3;

/** What a browser sends; the list is read like this and compared with its other forms. */
export const BROWSER_ENCODINGS = { [header.acceptEncoding]: 'gzip, br' };

export type ServedRecord = Readonly<Record<string, unknown>>;

/** Asks never more than a bounded number of times. */
export class Client {
  readonly #root: string;
  readonly #timeoutSeconds: number;
  readonly #exchange: typeof exchange;
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
  async ask(
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

export class List {
  readonly directory: Directory;
  readonly answer: Answer;
  /** The body without its encoding. */
  readonly bytes: Buffer | undefined;
  /** `undefined` where the body is not a JSON array. */
  readonly records: readonly ServedRecord[] | undefined;
  readonly #client: Client;
  #again: Promise<List> | undefined;

  private constructor(directory: Directory, client: Client, answer: Answer) {
    this.directory = directory;
    this.answer = answer;
    this.bytes = decodedBody(answer);
    this.records = recordsIn(this.bytes);
    this.#client = client;
  }

  /** @throws NoAnswer */
  static async read(directory: Directory, client: Client): Promise<List> {
    return new List(directory, client, await client.ask('GET', directory.path, BROWSER_ENCODINGS));
  }

  /** @throws NoAnswer */
  ask(
    method: string,
    headers: Readonly<Record<string, string>> = BROWSER_ENCODINGS,
    query = '',
  ): Promise<Answer> {
    return this.#client.ask(method, this.directory.path + query, headers);
  }

  /** The list read a second time: once, however many checks want to know. */
  again(): Promise<List> {
    this.#again ??= List.read(this.directory, this.#client);
    return this.#again;
  }

  get cachedAt(): string | undefined {
    return headerOf(this.answer, header.cachedAt);
  }

  /** Whether another answer holds this list; `false` too where its body is not what its `Content-Encoding` says. */
  isIn(other: Answer): boolean {
    const body = decodedBody(other);
    return body !== undefined && this.bytes?.equals(body) === true;
  }

  hasTagOf(other: Answer): boolean {
    return headerOf(other, header.etag) === headerOf(this.answer, header.etag);
  }

  /** Why another answer may rightly hold another list than this one, or `undefined` where it may not. */
  async excuseFor(other: Answer): Promise<string | undefined> {
    if (headerOf(other, header.cachedAt) === this.cachedAt) return undefined;
    if (headerOf(other, 'Age') !== undefined) return 'a cache holds it from another moment';
    const isUnchanged = this.isIn((await this.again()).answer);
    return isUnchanged ? undefined : 'the list changed meanwhile: run the check again';
  }
}

export function recordsIn(bytes: Buffer | undefined): readonly ServedRecord[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const list: unknown = JSON.parse(text);
    // What is no object has none of the documented fields: a check then says so.
    return Array.isArray(list) ? list.map((it) => (isRecord(it) ? it : {})) : undefined;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is ServedRecord {
  return typeof value === 'object' && value !== null;
}
