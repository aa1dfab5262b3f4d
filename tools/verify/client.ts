/** Asks the service: one request after the other, and never more than a bounded number. */

import { type Answer, exchange } from './exchange.ts';
import { NoAnswer } from './no-answer.ts';

export const MAX_REQUESTS = 60;

/** After so many requests without an answer in a row, the rest is not asked. */
const MAX_SILENCE = 3;

export class Client {
  readonly #root: string;
  readonly #timeoutSeconds: number;
  #last: Promise<unknown> = Promise.resolve();
  #asked = 0;
  #silence = 0;
  #slowest: Answer | undefined;

  /** `baseUrl` ends in `/v1`, as do the paths of the contract begin with it. */
  constructor(baseUrl: string, timeoutSeconds: number) {
    this.#root = baseUrl.replace(/\/v1$/u, '');
    this.#timeoutSeconds = timeoutSeconds;
  }

  get asked(): number {
    return this.#asked;
  }

  get slowest(): Answer | undefined {
    return this.#slowest;
  }

  /** Throws `NoAnswer`. */
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
    const answer = await exchange({
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
