/** One request for a list. */

import { type Before, failed, type Outcome } from './outcome.ts';
import { readResponse } from './read-response.ts';

export interface Requests {
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** Timers hold no more, and go off at once if they are given more. */
const LONGEST_TIMER_MS = 0x7fffffff;

const RECONNECT = 'check the address and the connection, then ask again';

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
      readResponse(address, response, before),
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
