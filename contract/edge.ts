/** Cache lifetimes and headers of the edge, which is the cache in front of the service. */

import { FRESH_SECONDS, ONE_DAY_SECONDS, securityHeaders } from './http.ts';
import { PAGE_CONTENT_SECURITY_POLICY } from './site.ts';

/** Bounds of a cache lifetime. The lifetime itself comes from the answer's `Cache-Control`. */
export const edgeLifetime = {
  /** A longer minimum would override `no-store`. */
  minSeconds: 0,
  /** An answer without a lifetime is not cached. */
  defaultSeconds: 0,
  maxSeconds: FRESH_SECONDS,
} as const;

/** How long the edge caches an error, so that a flood of requests does not reach the origin. */
export const EDGE_ERROR_SECONDS = 5;

/**
 * The `User-Agent` that CloudFront sends to an origin instead of the visitor's (Developer Guide, "Request and response behavior
 * for custom origins").
 */
export const CLOUDFRONT_USER_AGENT = 'Amazon CloudFront';

/** How long after a visit browsers must stay on HTTPS. */
export const HSTS_SECONDS = 365 * ONE_DAY_SECONDS;

/**
 * Security headers of answers that are not pages. If a browser opens one of these answers as a page, the browser does not run
 * scripts or load resources.
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

/** If the service answers with one of these statuses, the edge serves the last-good copy from the store. */
export const fallbackStatuses = [500, 502, 503, 504] as const;
