/** A simulated service that returns scripted answers. It includes a client of this service, and a clock that tests can move. */

import {
  type Directory,
  directory,
  type DirectoryOptions,
  type Job,
  type List,
} from '../../../client/src/index.ts';

export const ADDRESS = 'https://directory.example.org/v1';
export const AN_HOUR = 3600;

export type Step = () => Response | Promise<Response>;
type Fields = Readonly<Record<string, string>>;

export class ScriptedService {
  readonly addressesAsked: string[] = [];
  /** `If-None-Match` of each request. */
  readonly etagsAsked: (string | null)[] = [];
  readonly client: Directory;
  #now = Date.parse('2026-03-02T08:00:00Z');
  readonly #steps: Step[];

  /** @param steps - answers to the first requests. */
  constructor(steps: readonly Step[], options: DirectoryOptions = {}) {
    this.#steps = [...steps];
    this.client = this.another(options);
  }

  /** Returns a new client of this service, as if the page had been reloaded. */
  another(options: DirectoryOptions): Directory {
    const answer = async (address: unknown, { headers }: RequestInit = {}) => {
      this.addressesAsked.push(String(address));
      this.etagsAsked.push(new Headers(headers).get('If-None-Match'));
      const step = this.#steps.shift();
      if (step === undefined) throw new Error('The script contains no answer to this request');
      return step();
    };
    return directory(ADDRESS, { fetch: answer, now: () => this.#now, ...options });
  }

  /** Moves the clock and returns the jobs. Negative seconds set the clock back. */
  async jobsAfter(seconds: number): Promise<List<Job>> {
    this.later(seconds);
    return this.client.jobs();
  }

  /** Queues answers for the next requests. */
  next(...steps: readonly Step[]): void {
    this.#steps.push(...steps);
  }

  later(seconds: number): void {
    this.#now += seconds * 1000;
  }
}

const usual = {
  'Cache-Control': 'public, max-age=3600, stale-if-error=86400',
  ETag: '"one"',
  'X-Cached-At': '2026-03-02T08:00:00.000Z',
  'X-Data-Source': 'database',
};

/**
 * Answers with a list. By default, the headers say that the list was read from the database at 08:00 and that it is fresh for
 * an hour.
 */
export function list(records: readonly unknown[], headers: Fields = {}): Step {
  return body(JSON.stringify(records), headers);
}

export function body(text: string, headers: Fields = {}): Step {
  return () => new Response(text, { headers: { ...usual, ...headers } });
}

/** Answers with an empty list and none of the usual headers. */
export const bareList: Step = () => new Response('[]');

export function unchanged(headers: Fields = {}): Step {
  return () => new Response(null, { status: 304, headers: { ...usual, ...headers } });
}

export function status(code: number, headers: Fields = {}): Step {
  return () => new Response('{"title":"Unavailable"}', { status: code, headers });
}

export const unreachable: Step = () => {
  throw new TypeError('fetch failed');
};
