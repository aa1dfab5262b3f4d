/** Answers that do not contain a list: redirects, preflights and errors. */

import * as http from './http.ts';
import { ASSET_PATTERN, PAGE_CONTENT_SECURITY_POLICY, sitePaths } from './site.ts';

/** The request path of each directory. */
export const paths = {
  startups: '/v1/startups',
  founders: '/v1/founders',
  jobs: '/v1/jobs',
} as const;

export const allPaths: readonly string[] = Object.values(paths);

/** Every path that the service serves, except assets and redirects. */
export const knownPaths = [...allPaths, ...Object.values(sitePaths)].filter(
  (path) => path !== sitePaths.assets,
);

/** Request methods with which clients can get the lists and the site. `OPTIONS` is allowed too, but only for preflights. */
export const listMethods: readonly string[] = ['GET', 'HEAD'];

/**
 * Returns the answer to a request if it is a redirect, a preflight or an error. Returns `undefined` if the answer is a list, a
 * file of the site, the status or a feed.
 */
export function answerWithoutList(method: string, path: string, accept = '') {
  const redirected = redirects[path];
  if (redirected !== undefined) return redirected;
  // The path of an asset is recognised by a pattern, because assets have different names in each release.
  if (!knownPaths.includes(path) && !new RegExp(ASSET_PATTERN, 'u').test(path)) {
    const isForBrowser = !path.startsWith('/v1/') && accept.includes('text/html');
    return isForBrowser ? notFoundPage : notFound;
  }
  if (method === 'OPTIONS') return preflight;
  return listMethods.includes(method) ? undefined : methodNotAllowed;
}

/** Redirects to the pages, keyed by the requested path. */
export const redirects: Readonly<Record<string, http.FixedAnswer>> = {
  '/docs/': redirect(sitePaths.docs),
  '/index.html': redirect(sitePaths.page),
};

function redirect(location: string): http.FixedAnswer {
  const headers = { ...http.corsHeaders, ...http.securityHeaders, Location: location };
  return { statusCode: 301, headers, body: '' };
}

export const preflight: http.FixedAnswer = {
  statusCode: 204,
  headers: { ...http.corsHeaders, ...http.preflightHeaders, ...http.securityHeaders },
  body: '',
};

export const notFound = http.problem(
  404,
  'Not Found',
  `The lists are at ${allPaths.join(', ')}; see ${sitePaths.docs} for their documentation.`,
  { Vary: 'Accept' },
);

/** The 404 page for browsers. It does not load assets, because their names change. */
export const notFoundPage: http.FixedAnswer = {
  ...notFound,
  headers: {
    ...notFound.headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': PAGE_CONTENT_SECURITY_POLICY,
  },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Page not found</title></head><body><main><h1>Page not found</h1><p>This page does not exist. See the <a href="${sitePaths.page}">startups, founders and jobs</a>, or the <a href="${sitePaths.docs}">documentation</a>.</p></main></body></html>`,
};

/** The answer if the service cannot send a list or a feed, for example because neither the database nor a copy is available. */
export const unavailable: http.FixedAnswer = http.problem(
  503,
  'Service Unavailable',
  'The list is not available at the moment; try again.',
  { 'Retry-After': '10' },
);

/** The answer if the list is too large in every content coding that the request accepts, but not with brotli. */
export const notAcceptable: http.FixedAnswer = http.problem(
  406,
  'Not Acceptable',
  'The list cannot be sent in any content coding that the request accepts: use Accept-Encoding: br, gzip.',
  { Vary: 'Accept-Encoding' },
);

export const methodNotAllowed: http.FixedAnswer = http.problem(
  405,
  'Method Not Allowed',
  'The service is read-only: use GET or HEAD.',
  { Allow: 'GET, HEAD, OPTIONS' },
);
