/** Sends one request for a list, and reads the response. */

import { DirectoryError } from './list.ts';

export interface RequestOptions {
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** A list that the service has sent, or has confirmed with a 304. */
export interface Answer {
  readonly text: string;
  readonly items: readonly unknown[];
  /** Values of `KNOWN_HEADERS`. If a 304 omits a header, the previous value remains. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long the list can be used without a new request. */
  readonly forMs: number;
}

export interface Failed {
  readonly failure: DirectoryError;
  /** How long to wait before the next request. */
  readonly retryMs: number;
}

const KNOWN_HEADERS = ['ETag', 'Cache-Control', 'X-Cached-At', 'X-Data-Source'];

/** The longest delay that a timer supports. A timer with a longer delay fires immediately. */
const LONGEST_TIMER_MS = 0x7fffffff;

const LONGEST_RETRY_SECONDS = 3600;
const DEFAULT_RETRY_SECONDS = 60;

const CHECK_ADDRESS = 'check that directory() was given the address of the service';
const RECONNECT = 'check the address and the connection, then try again';

/**
 * Requests the list. Never rejects. If the list still has the ETag of `previous`, the service responds with a 304, which does
 * not contain the list. The result then contains the list from `previous`.
 */
export async function request(
  address: string,
  previous: Answer | undefined,
  { fetch, timeoutMs }: RequestOptions,
): Promise<Answer | Failed> {
  const abort = new AbortController();
  try {
    const etag = previous?.headers['ETag'];
    const headers = etag === undefined ? {} : { 'If-None-Match': etag };
    const outcome = fetch(address, { headers, signal: abort.signal }).then(async (response) =>
      read(address, response, etag === undefined ? undefined : previous),
    );
    const late = failed(`${address} did not respond within ${timeoutMs / 1000} s`, RECONNECT);
    // A custom fetch may ignore the signal, so the timeout does not rely on the signal.
    return await withinTime(outcome, timeoutMs, late);
  } catch (cause) {
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    return failed(`${address} could not be reached${reason}`, RECONNECT, { cause });
  } finally {
    abort.abort(); // stops the download if it is not complete
  }
}

/** Resolves with the value of the promise, or with the fallback if the promise takes longer than the timeout. */
export async function withinTime<T, F>(
  promise: T | Promise<T>,
  timeoutMs: number,
  fallback: F,
): Promise<T | F> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<F>((resolve) => {
    timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), fallback);
  });
  return Promise.race([promise, timeout]).finally(() => {
    clearTimeout(timer);
  });
}

async function read(address: string, response: Response, asked: Answer | undefined) {
  const { status } = response;
  const age = response.headers.get('Age');
  if (status === 304 && asked !== undefined) {
    const headers = { ...asked.headers, ...knownHeaders(response.headers) };
    return { ...asked, headers, forMs: lifetimeMs(headers, age) };
  }
  if (status !== 200) {
    const seconds = retrySeconds(response.headers.get('Retry-After'));
    const advice = status >= 500 || status === 429 ? `try again in ${seconds} s` : CHECK_ADDRESS;
    return failed(`${address} responded with status ${status}`, advice, { status }, seconds);
  }
  const text = await response.text();
  const items = itemsIn(text);
  if (items === undefined) {
    return failed(`${address} did not return a JSON array`, CHECK_ADDRESS, { status });
  }
  const headers = knownHeaders(response.headers);
  return { text, items, headers, forMs: lifetimeMs(headers, age) };
}

/** Returns the items, or `undefined` if the text is not a JSON array. */
export function itemsIn(text: string): readonly unknown[] | undefined {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}

export function knownHeaders(headers: Headers): Record<string, string> {
  const names = KNOWN_HEADERS.filter((name) => headers.has(name));
  return Object.fromEntries(names.map((name) => [name, headers.get(name) ?? '']));
}

/**
 * Returns `max-age` minus `Age` (RFC 9111, 4.2.1 and 5.1). The result is negative if the answer has expired. A missing `max-age`
 * counts as 0.
 */
function lifetimeMs({ 'Cache-Control': control = '' }: Answer['headers'], age: string | null) {
  const maxAge = /(?:^|[\s,])max-age="?(\d+)/i.exec(control)?.[1] ?? 0;
  return (Number(maxAge) - (wholeSeconds(age) ?? 0)) * 1000;
}

/**
 * Returns the seconds in `Retry-After` (RFC 9110, 10.2.3), or 60 if the header is missing or not a whole number. The result is at
 * least 1, so that clients do not flood a failing service, and at most 3600.
 */
function retrySeconds(retryAfter: string | null): number {
  const seconds = wholeSeconds(retryAfter) ?? DEFAULT_RETRY_SECONDS;
  return Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS);
}

function wholeSeconds(text: string | null): number | undefined {
  return /^\d+$/.test(text ?? '') ? Number(text) : undefined;
}

type Facts = ConstructorParameters<typeof DirectoryError>[1];

function failed(event: string, advice: string, facts?: Facts, seconds = DEFAULT_RETRY_SECONDS) {
  const failure = new DirectoryError(`${event}: ${advice}.`, facts);
  return { failure, retryMs: seconds * 1000 };
}
