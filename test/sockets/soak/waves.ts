/** Clients: hundreds of requests at once, and when the last is answered the next hundreds. */

import http from 'node:http';

import { allDirectories, type DirectoryName } from '../../../contract/directories.ts';
import { type Answer, ask } from '../../support/http/ask.ts';
import type { Seeded } from './seeded.ts';

export const WAVE_REQUESTS = 240;

export interface Asked {
  readonly name: DirectoryName;
  /** Or why there is none. */
  readonly answer: Answer | Error;
  readonly milliseconds: number;
}

/** Few ask for plain text: it is ten times the bytes. */
const codings: readonly [string, ...string[]] = ['br', 'br', 'br', 'gzip', 'gzip', 'gzip', ''];

export class Waves {
  readonly #url: string;
  readonly #random: Seeded;
  /** A kept connection may be closed under a request (RFC 9112, section 9.3.1): none is used twice. */
  readonly #agent = new http.Agent({ keepAlive: false });
  readonly #etags = new Map<DirectoryName, string>();

  constructor(url: string, random: Seeded) {
    this.#url = url;
    this.#random = random;
  }

  /** All of one wave, answered. */
  async next(): Promise<readonly Asked[]> {
    const questions = Array.from({ length: WAVE_REQUESTS / allDirectories.length }, () =>
      allDirectories.map(async ({ name }) => this.#ask(name)),
    ).flat();
    return Promise.all(questions);
  }

  /** Every connection is closed: afterwards no socket of the service is a client's. */
  closeConnections(): void {
    this.#agent.destroy();
  }

  async #ask(name: DirectoryName): Promise<Asked> {
    const knows = this.#random.between(0, 1) < 0.25;
    const headers = {
      'Accept-Encoding': this.#random.oneOf(codings),
      ...(knows && { 'If-None-Match': this.#etags.get(name) ?? '"unknown"' }),
    };
    const startedAt = performance.now();
    const answer = await ask(`${this.#url}/v1/${name}`, { headers, agent: this.#agent }).catch(
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (!(answer instanceof Error)) this.#etags.set(name, answer.headers['etag'] ?? '');
    return { name, answer, milliseconds: performance.now() - startedAt };
  }
}
