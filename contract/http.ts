/** HTTP conventions of the service: headers, cache lifetimes, CORS and error bodies. */

export const ONE_DAY_SECONDS = 86_400;

/** Names of the service's custom headers. */
export const header = { cachedAt: 'X-Cached-At', dataSource: 'X-Data-Source' } as const;

/** Cache lifetime of a fresh list. After an edit in the portal, some clients may get the old list for this long. */
export const FRESH_SECONDS = 3600;

/**
 * Cache lifetime of a stale list. It is short, so that clients get a fresh list within a minute after the database recovers.
 */
export const STALE_SECONDS = 60;

/**
 * Cache lifetime of a fresh list that could not be compared with an earlier one. It is short, because without the comparison,
 * the service cannot notice that most of the records are missing.
 */
export const UNCOMPARED_SECONDS = 60;

/**
 * How long a deployed process serves a list from memory. During this time, even many cache misses cause only one read of the
 * database per process.
 */
export const MEMORY_SECONDS = 60;

/**
 * Returns the `Cache-Control` of a list or a feed. If the origin fails, a cache may still serve the answer for a day after the
 * lifetime has ended (RFC 5861).
 */
export function listCacheControl(maxAgeSeconds: number): string {
  return `public, max-age=${maxAgeSeconds}, stale-if-error=${ONE_DAY_SECONDS}`;
}

/** CORS headers of every answer, including 4xx and 5xx. They let a script on any origin read the answer. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Cached-At, X-Data-Source, ETag, Age, Retry-After',
} as const;

/** Additional headers of the answer to a preflight. They let a script in a browser send conditional requests. */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match, If-Modified-Since',
  'Access-Control-Max-Age': String(ONE_DAY_SECONDS),
} as const;

/** Header of every answer. It tells browsers not to guess another content type. */
export const securityHeaders = { 'X-Content-Type-Options': 'nosniff' } as const;

export const LIST_CONTENT_TYPE = 'application/json';

/** An answer, for example an error, with a string as its body. */
export interface FixedAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns an error as `application/problem+json` (RFC 9457). The title and the detail must not reveal internals or repeat parts
 * of the request.
 */
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
 * Returns the ETag of a list or a feed. It is weak, because the same body is sent in several content codings (RFC 9110, section
 * 8.8.1).
 *
 * @param sha256 - the SHA-256 of the uncompressed body, in hexadecimal.
 */
export function etagOf(sha256: string): string {
  return `W/"${sha256.slice(0, 32)}"`;
}

/**
 * Returns whether `If-None-Match` is `*` or contains the ETag, by the weak comparison of RFC 9110 (sections 8.8.3.2 and
 * 13.1.2).
 */
export function isKnown(etag: string, ifNoneMatch: string): boolean {
  const known = ifNoneMatch.split(',').map(opaqueTag);
  return ifNoneMatch.trim() === '*' || known.includes(opaqueTag(etag));
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//u, '');
}
