/** How long an answer or a failure holds, by its headers (RFC 9111, 4.2.1 and 5.1; RFC 9110, 10.2.3). In milliseconds. */

const LONGEST_RETRY_SECONDS = 3600;
const DEFAULT_RETRY_SECONDS = 60;

/** None without a `max-age`. */
export function lifetimeMs(cacheControl: string | null | undefined, age: string | null): number {
  const maxAge = /(?:^|[\s,])max-age="?(\d+)/i.exec(cacheControl ?? '')?.[1] ?? 0;
  return Math.max(0, Number(maxAge) - (wholeSeconds(age) ?? 0)) * 1000;
}

/** At least a second, so that a failing service is not flooded. */
export function retryMs(retryAfter: string | null | undefined): number {
  const seconds = wholeSeconds(retryAfter) ?? DEFAULT_RETRY_SECONDS;
  return Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS) * 1000;
}

function wholeSeconds(text: string | null | undefined): number | undefined {
  return /^\d+$/.test(text ?? '') ? Number(text) : undefined;
}
