/** Cache lifetimes and headers of the edge, which is the cache in front of the service. */

import { FRESH_SECONDS, ONE_DAY_SECONDS, securityHeaders } from './http.ts';
import { PAGE_CONTENT_SECURITY_POLICY } from './site.ts';

/**
 * Limits on how long the edge caches an answer. Between the minimum and the maximum, the answer's `Cache-Control` sets the
 * lifetime. Assets have a higher maximum, `ASSET_SECONDS`.
 */
export const edgeLifetime = {
  /** Any other minimum would override `no-store`. */
  minSeconds: 0,
  /** An answer without a lifetime is not cached. */
  defaultSeconds: 0,
  maxSeconds: FRESH_SECONDS,
} as const;

/** How long the edge caches an error. This keeps a flood of requests away from the origin. */
export const EDGE_ERROR_SECONDS = 5;

/**
 * The `User-Agent` that CloudFront sends to an origin instead of the visitor's (CloudFront Developer Guide, "Request and
 * response behavior for custom origins").
 */
export const CLOUDFRONT_USER_AGENT = 'Amazon CloudFront';

/** How long browsers must use only HTTPS after a visit. */
export const HSTS_SECONDS = 365 * ONE_DAY_SECONDS;

/**
 * Security headers of lists, errors and all other answers that are not files of the site. If a browser opens one of these
 * answers as a page, the browser does not run scripts or load resources. The 404 page for browsers has the
 * `Content-Security-Policy` of the pages instead.
 */
export const edgeSecurityHeaders = {
  ...securityHeaders,
  'Strict-Transport-Security': `max-age=${HSTS_SECONDS}`,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Security headers of the pages and the other files of the site. */
export const siteSecurityHeaders = {
  ...edgeSecurityHeaders,
  'Content-Security-Policy': PAGE_CONTENT_SECURITY_POLICY,
} as const;

/**
 * If the service answers a request for a list with one of these statuses, the edge serves the last-good copy from the store.
 */
export const fallbackStatuses = [500, 502, 503, 504] as const;
