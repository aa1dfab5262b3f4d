/** Tells a list from a failure. */

import { retryMs } from './lifetime.ts';
import { type Before, failed, type Outcome } from './outcome.ts';

const CHECK = 'check that directory() was given the address of the service';

export async function readResponse(
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

function arrayIn(text: string): readonly unknown[] | undefined {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}
