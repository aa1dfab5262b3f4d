/** What HTTP sees of the service: headers, lifetimes, CORS and the shape of errors. */

export const ONE_HOUR_SECONDS = 3600;
export const ONE_DAY_SECONDS = 86_400;

/** Header names of our own. */
export const header = { cachedAt: 'X-Cached-At', dataSource: 'X-Data-Source' } as const;

/** Content codings in which a list is sent, besides uncompressed, in the service's order of preference. */
export const contentCodings = ['br', 'gzip'] as const;

/** Values of `X-Data-Source`. */
export type DataSource = 'database' | 'last-good';

/** An edit in the portal is visible at every client after at most this long (interface, section 8). */
export const FRESH_SECONDS = ONE_HOUR_SECONDS;

/** A stale answer is cached briefly, so that recovery is visible within a minute. */
export const STALE_SECONDS = 60;

/** A fresh list that could not be compared with the one before is cached briefly: it may have lost most of its records. */
export const UNCOMPARED_SECONDS = 60;

/** How long a cache keeps `/status.json`: it reports minutes, and monitors ask often. */
export const STATUS_SECONDS = 60;

/** How long a deployed process answers from memory, so that a flood of misses costs one read. */
export const MEMORY_SECONDS = 60;

/** `Cache-Control` of a list. RFC 5861: a cache may keep serving it for a day while the origin fails. */
export function listCacheControl(maxAgeSeconds: number): string {
  return `public, max-age=${maxAgeSeconds}, stale-if-error=${ONE_DAY_SECONDS}`;
}

/** On every status, including 4xx and 5xx: a script on any origin may read any answer. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Cached-At, X-Data-Source, ETag, Age, Retry-After',
} as const;

/** In addition to `corsHeaders`, on the answer to a preflight: a hand-written conditional fetch works in a browser. */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match, If-Modified-Since',
  'Access-Control-Max-Age': String(ONE_DAY_SECONDS),
} as const;

/** On every answer: the body is what its type says, and browsers must not sniff it. */
export const securityHeaders = { 'X-Content-Type-Options': 'nosniff' } as const;

export const LIST_CONTENT_TYPE = 'application/json';

/** An answer without a list: a preflight or a refusal. */
export interface FixedAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An error as `application/problem+json` (RFC 9457). Its text is fixed and contains nothing internal and nothing from the request. */
export function problem(
  statusCode: number,
  title: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): FixedAnswer {
  return {
    statusCode,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...corsHeaders,
      ...securityHeaders,
      ...headers,
    },
    body: JSON.stringify({ type: 'about:blank', title, status: statusCode, detail }),
  };
}

/**
 * The list's ETag, from the SHA-256 of its bytes in hexadecimal. Weak, because the same list is sent in several content codings
 * (RFC 9110, section 8.8.1).
 */
export function etagOf(sha256: string): string {
  return `W/"${sha256.slice(0, 32)}"`;
}

/** Whether a client that sends this `If-None-Match` has what the tag names: the weak comparison of RFC 9110, sections 8.8.3.2 and 13.1.2. */
export function isKnown(etag: string, ifNoneMatch: string): boolean {
  const known = ifNoneMatch.split(',').map(opaqueTag);
  return ifNoneMatch.trim() === '*' || known.includes(opaqueTag(etag));
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//u, '');
}
