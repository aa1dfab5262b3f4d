/** One request for a list, and what became of it. */

import { DirectoryError } from './list.ts';

export interface RequestOptions {
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** An earlier answer, which is not sent again while it has this ETag. */
export interface Previous {
  readonly etag: string | undefined;
  readonly body: Body;
}

export interface Answered {
  readonly body: Body;
  /** By a 304: the body is the previous one. */
  readonly isUnchanged: boolean;
  readonly headers: Headers;
}

export interface Body {
  readonly text: string;
  readonly items: readonly unknown[];
}

interface Failed {
  readonly failure: DirectoryError;
  readonly retryMs: number;
}

/** A timer cannot wait longer: given more, it fires at once. */
const LONGEST_TIMER_MS = 0x7fffffff;

const LONGEST_RETRY_SECONDS = 3600;
const DEFAULT_RETRY_SECONDS = 60;

const CHECK_ADDRESS = 'check that directory() was given the address of the service';
const RECONNECT = 'check the address and the connection, then ask again';

/** Never rejects. */
export async function request(
  address: string,
  previous: Previous | undefined,
  { fetch, timeoutMs }: RequestOptions,
): Promise<Answered | Failed> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Failed>((resolve) => {
    timer = setTimeout(
      () => {
        resolve(failed(`${address} did not answer within ${timeoutMs / 1000} s`, RECONNECT));
      },
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    );
  });
  try {
    const headers = previous?.etag === undefined ? {} : { 'If-None-Match': previous.etag };
    const answer = fetch(address, { headers, signal: abort.signal }).then(async (response) =>
      read(address, response, previous),
    );
    // Raced, because a fetch from the options may ignore the signal.
    return await Promise.race([answer, timeout]);
  } catch (cause) {
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    return failed(`${address} could not be reached${reason}`, RECONNECT, { cause });
  } finally {
    clearTimeout(timer);
    abort.abort(); // the rest of an answer is not waited for
  }
}

async function read(
  address: string,
  response: Response,
  previous: Previous | undefined,
): Promise<Answered | Failed> {
  const { status, headers } = response;
  if (status === 304 && previous?.etag !== undefined) {
    return { body: previous.body, isUnchanged: true, headers };
  }
  if (status !== 200) {
    const retryAfter = headers.get('Retry-After');
    const seconds = retrySeconds(retryAfter);
    const advice = status >= 500 || status === 429 ? `ask again in ${seconds} s` : CHECK_ADDRESS;
    return failed(`${address} answered with status ${status}`, advice, { status }, retryAfter);
  }
  const body = bodyOf(await response.text());
  return body === undefined
    ? failed(`${address} answered with something else than a JSON array`, CHECK_ADDRESS, { status })
    : { body, isUnchanged: false, headers };
}

/** `undefined` where it is no JSON array. */
export function bodyOf(text: string): Body | undefined {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? { text, items } : undefined;
  } catch {
    return undefined;
  }
}

function failed(
  event: string,
  advice: string,
  facts: { readonly status?: number; readonly cause?: unknown } = {},
  retryAfter: string | null = null,
): Failed {
  const failure = new DirectoryError(`${event}: ${advice}.`, facts);
  return { failure, retryMs: retrySeconds(retryAfter) * 1000 };
}

/** `Retry-After` (RFC 9110, 10.2.3); at least a second, so that a failing service is not flooded. */
function retrySeconds(retryAfter: string | null): number {
  const seconds = wholeSeconds(retryAfter) ?? DEFAULT_RETRY_SECONDS;
  return Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS);
}

export function wholeSeconds(text: string | null): number | undefined {
  return /^\d+$/.test(text ?? '') ? Number(text) : undefined;
}
