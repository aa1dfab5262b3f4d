/** One directory's list as it was served, and the means to ask about it again. */

import type { Directory } from '../../contract/directories.ts';
import { header } from '../../contract/http.ts';
import { decodedBody, headerOf } from './answer.ts';
import type { Answer, Client } from './exchange.ts';

/** What a browser sends; the list is read like this and compared with its other forms. */
export const BROWSER_ENCODINGS = { [header.acceptEncoding]: 'gzip, br' };

export type ServedRecord = Readonly<Record<string, unknown>>;

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

  static async read(directory: Directory, client: Client): Promise<List> {
    return new List(directory, client, await client.ask('GET', directory.path, BROWSER_ENCODINGS));
  }

  /** Whether there are records to look at. */
  get isReadable(): boolean {
    return this.answer.status === 200 && this.records !== undefined;
  }

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

  /** Why another answer may rightly hold another list than this one, or `undefined` where it may not. */
  async excuseFor(other: Answer): Promise<string | undefined> {
    if (headerOf(other, header.cachedAt) === this.cachedAt) return undefined;
    if (headerOf(other, 'Age') !== undefined) return 'a cache holds it from another moment';
    const { bytes } = await this.again();
    const isUnchanged = bytes !== undefined && this.bytes?.equals(bytes) === true;
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
