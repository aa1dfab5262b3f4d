/** What the cache in front of the service may keep, and for how long. */

import { ONE_DAY_SECONDS, ONE_HOUR_SECONDS, securityHeaders } from './http.ts';
import { PAGE_CONTENT_SECURITY_POLICY } from './site-files.ts';

/** The lifetime is the answer's own `Cache-Control`, within these bounds. */
export const edgeLifetime = {
  /** More would override `no-store`. */
  minSeconds: 0,
  /** An answer without a lifetime is not cached. */
  defaultSeconds: 0,
  maxSeconds: ONE_HOUR_SECONDS,
} as const;

/** How long an error is cached before the origin is asked again, so that a flood does not reach the origin. */
export const EDGE_ERROR_SECONDS = 5;

/** CloudFront's own `User-Agent` at an origin, in place of the visitor's (Developer Guide, "Request and response behavior for custom origins"). */
export const CLOUDFRONT_USER_AGENT = 'Amazon CloudFront';

/** For so long after a visit, browsers use HTTPS only. */
export const HSTS_SECONDS = 365 * ONE_DAY_SECONDS;

/** An answer that a browser opens as a page can run and load nothing. */
export const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** On every answer that leaves the edge. */
export const edgeSecurityHeaders = {
  ...securityHeaders,
  'Strict-Transport-Security': `max-age=${HSTS_SECONDS}`,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
} as const;

/** On what is served beside the lists. */
export const siteSecurityHeaders = {
  ...edgeSecurityHeaders,
  'Content-Security-Policy': PAGE_CONTENT_SECURITY_POLICY,
} as const;

/** The service behind the edge failed, so the last-good copy itself is served from the store. */
export const fallbackStatuses = [500, 502, 503, 504] as const;
