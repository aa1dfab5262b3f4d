/** A service whose every answer is scripted, its clock, and a client of it. */

import { type Directory, directory, type DirectoryOptions } from '../../../client/src/index.ts';

export const ADDRESS = 'https://directory.example.org/v1';
export const AN_HOUR = 3600;

type Step = () => Response | Promise<Response>;
type Fields = Readonly<Record<string, string>>;

export class ScriptedService {
  /** What was asked for, in order. */
  readonly asked: { readonly address: string; readonly ifNoneMatch: string | null }[] = [];
  readonly client: Directory;
  #now = Date.parse('2026-03-02T08:00:00Z');
  readonly #steps: Step[];

  /** With the answers of the first requests. */
  constructor(steps: readonly Step[], timeoutMs?: number) {
    this.#steps = [...steps];
    this.client = this.another(timeoutMs === undefined ? {} : { timeoutMs });
  }

  /** As after a reload of the page, or in the next build. */
  another(options: DirectoryOptions): Directory {
    return directory(ADDRESS, {
      fetch: async (...question) => this.#answer(...question),
      now: () => this.#now,
      ...options,
    });
  }

  get etagsAsked(): (string | null)[] {
    return this.asked.map(({ ifNoneMatch }) => ifNoneMatch);
  }

  /** Adds the answers of the next requests. */
  next(...steps: readonly Step[]): void {
    this.#steps.push(...steps);
  }

  /** Time passes; backwards, if the clock is set back. */
  later(seconds: number): void {
    this.#now += seconds * 1000;
  }

  async #answer(address: unknown, options: RequestInit = {}): Promise<Response> {
    const ifNoneMatch = new Headers(options.headers).get('If-None-Match');
    this.asked.push({ address: String(address), ifNoneMatch });
    const step = this.#steps.shift();
    if (step === undefined) throw new Error('no answer is scripted');
    return step();
  }
}

/** A list, fresh for an hour and read from the database just now, unless its headers say otherwise. */
export function list(records: readonly unknown[], headers: Fields = {}): Step {
  return () => new Response(JSON.stringify(records), { headers: { ...usual, ...headers } });
}

/** A list that no header says anything of. */
export const bareList: Step = () => new Response('[]');

export function unchanged(headers: Fields = {}): Step {
  return bareUnchanged({ ...usual, ...headers });
}

/** Like `unchanged`, with no header but these. */
export function bareUnchanged(headers: Fields = {}): Step {
  return () => new Response(null, { status: 304, headers });
}

export function status(code: number, headers: Fields = {}): Step {
  return () => new Response('{"title":"Away"}', { status: code, headers });
}

export function body(text: string): Step {
  return () => new Response(text, { headers: usual });
}

export const unreachable: Step = () => {
  throw new TypeError('fetch failed');
};

/** Neither answers nor listens to the signal. */
export const silent: Step = async () => new Promise(() => undefined);

/** The connection ends in the middle of the list. */
export const cutOff: Step = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"id":'));
        controller.error(new TypeError('terminated'));
      },
    }),
    { headers: usual },
  );

const usual = {
  'Content-Type': 'application/json',
  'Cache-Control': 'public, max-age=3600, stale-if-error=86400',
  ETag: '"one"',
  'X-Cached-At': '2026-03-02T08:00:00.000Z',
  'X-Data-Source': 'database',
};
