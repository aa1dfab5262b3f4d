/** One request for a list, and what became of it. */

import { DirectoryError } from './directory-error.ts';
import { retryMs } from './lifetime.ts';

export type Outcome = Answered | Failed;

interface Answered {
  readonly body: Body;
  /** A 304 says that the body is the one from before. */
  readonly isUnchanged: boolean;
  readonly headers: Headers;
}

interface Failed {
  readonly failure: DirectoryError;
  readonly retryMs: number;
}

export interface Body {
  readonly text: string;
  readonly items: readonly unknown[];
}

/** An answer from before, which is not sent again if it still has this ETag. */
export interface Before {
  readonly etag: string | undefined;
  readonly body: Body;
}

export interface Requests {
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** Timers hold no more, and go off at once if they are given more. */
const LONGEST_TIMER_MS = 0x7fffffff;

/** Never rejects. */
export async function request(
  address: string,
  before: Before | undefined,
  { fetch, timeoutMs }: Requests,
): Promise<Outcome> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Outcome>((resolve) => {
    timer = setTimeout(
      () => {
        resolve(failed(`${address} did not answer within ${timeoutMs / 1000} s`, RECONNECT));
      },
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    );
  });
  try {
    const headers = before?.etag === undefined ? {} : { 'If-None-Match': before.etag };
    const answer = fetch(address, { headers, signal: abort.signal }).then(async (response) =>
      outcomeOf(address, response, before),
    );
    // Raced, because a fetch that was handed in may not listen to the signal.
    return await Promise.race([answer, timeout]);
  } catch (cause) {
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    return failed(`${address} could not be reached${reason}`, RECONNECT, { cause });
  } finally {
    clearTimeout(timer);
    abort.abort(); // what was not read of the answer is not waited for
  }
}

const RECONNECT = 'check the address and the connection, then ask again';

async function outcomeOf(
  address: string,
  response: Response,
  before: Before | undefined,
): Promise<Outcome> {
  const { status, headers } = response;
  if (status === 304 && before?.etag !== undefined) {
    return { body: before.body, isUnchanged: true, headers };
  }
  if (status !== 200) {
    const retryAfter = headers.get('Retry-After');
    const seconds = retryMs(retryAfter) / 1000;
    const advice = status >= 500 || status === 429 ? `ask again in ${seconds} s` : CHECK;
    return failed(`${address} answered with status ${status}`, advice, { status }, retryAfter);
  }
  const text = await response.text();
  const items = arrayIn(text);
  return items === undefined
    ? failed(`${address} answered with something else than a JSON array`, CHECK, { status })
    : { body: { text, items }, isUnchanged: false, headers };
}

const CHECK = 'check that directory() was given the address of the service';

function arrayIn(text: string): readonly unknown[] | undefined {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}

function failed(
  happened: string,
  advice: string,
  facts: { readonly status?: number; readonly cause?: unknown } = {},
  retryAfter: string | null = null,
): Failed {
  const failure = new DirectoryError(`${happened}: ${advice}.`, facts);
  return { failure, retryMs: retryMs(retryAfter) };
}
