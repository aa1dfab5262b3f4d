/** Events with which the functions at the edge are tested: in Node, under njs, and in AWS after a deploy. */

import { copyHeaders } from '../contract/last-good.ts';
import { allPaths, paths } from '../contract/paths.ts';
import { sitePaths } from '../contract/site.ts';
import type { EdgeRequest, EdgeResponse } from '../edge/cloudfront-event.ts';
import { handler as viewerRequest } from '../edge/viewer-request.ts';
import { handler as viewerResponse } from '../edge/viewer-response.ts';
import type { EdgeFunctionName } from './edge.ts';

/** An event as CloudFront makes it, without what a test may leave out (Developer Guide, "Test functions"). */
export interface EdgeEvent {
  readonly version: '1.0';
  readonly context: { readonly eventType: EdgeFunctionName };
  readonly viewer: { readonly ip: string };
  readonly request: EdgeRequest & Readonly<Record<'querystring' | 'headers' | 'cookies', object>>;
  readonly response?: EdgeResponse & { readonly cookies: object };
}

export const refusedMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'get', ''];

export const assetPath = '/assets/page-ABC123.css';

const servedPaths = [...allPaths, ...Object.values(sitePaths), assetPath].filter(
  (path) => path !== sitePaths.assets,
);

/** Close to what is served, but not it. */
export const unknownPaths = [
  '',
  '/assets/page\n.css',
  `/assets/${'a'.repeat(300)}`,
  ...`/index.html /docs.html /docs/ /assets/ /assets/..%2fv1.js /assets/page-ÄÖ.css
    /v1 /v1/ /v1/jobs/ /v1/startups/ /v1/startups/some-slug /v1/STARTUPS /v2/startups /startups //v1/startups
    // /%00 /v1//jobs //v1/jobs /v1/./jobs /v1/%6aobs /v1/jobs%00 /V1/jobs /v1/Jobs
    /__proto__ /v1/constructor /v1/toString`.split(/\s+/u),
];

const host = { value: 'directory.example.org' };

const { Metadata: copied } = copyHeaders({
  bucket: 'copies',
  directory: 'startups',
  cachedAt: Date.parse('2026-11-20T08:00:00Z'),
  records: 3,
  sha256: '0123456789abcdef'.repeat(4),
});

/** Answers on their way out, by what they are. */
export const responses = {
  'a copy': storedObject(copied),
  'a copy without a hash': storedObject({ format: '1', 'cached-at': '2026-11-20T08:00:00.000Z' }),
  "a function's own answer": {
    statusCode: 200,
    headers: { 'x-data-source': { value: 'database' }, etag: { value: 'W/"1"' } },
  },
  'a 304': { statusCode: 304, headers: { etag: { value: 'W/"1"' } } },
  'an object without metadata': storedObject({}),
  'an object with other metadata': storedObject({ colour: 'blue' }),
  'a copy of another format': storedObject({ ...copied, format: '2' }),
  'a copy without a format': storedObject({ 'cached-at': copied['cached-at'] ?? '' }),
  'a copy whose format is a method': storedObject({ ...copied, format: 'toString' }),
};

/** As S3 sends it. */
export function storedObject(metadata: Readonly<Record<string, string>>): EdgeResponse {
  const own = Object.entries(metadata).map(
    ([name, value]) => [`x-amz-meta-${name}`, { value }] as const,
  );
  return {
    statusCode: 200,
    headers: {
      'content-type': { value: 'application/json' },
      'cache-control': { value: 'public, max-age=60, stale-if-error=86400' },
      etag: { value: '"d41d8cd98f00b204e9800998ecf8427e"' },
      'x-amz-version-id': { value: 'abc' },
      'x-amz-server-side-encryption': { value: 'AES256' },
      ...Object.fromEntries(own),
    },
  };
}

export const requestEvents: readonly EdgeEvent[] = ['GET', 'HEAD', 'OPTIONS', ...refusedMethods]
  .flatMap((method) => [...servedPaths, ...unknownPaths].map((path) => [method, path] as const))
  .map(([method, path]) => requestEvent(method, path));

export const responseEvents: readonly EdgeEvent[] = Object.values(responses).map(responseEvent);

/** Three for each function, by what they are: CloudFront's own test of what was deployed runs them. */
export const deployedEvents: Readonly<
  Record<EdgeFunctionName, Readonly<Record<string, EdgeEvent>>>
> = {
  'viewer-request': {
    'GET of the page': requestEvent('GET', sitePaths.page),
    'a preflight': requestEvent('OPTIONS', paths.jobs),
    'GET of nothing that is served': requestEvent('GET', '/assets/nothing'),
  },
  'viewer-response': {
    'a copy': responseEvent(responses['a copy']),
    "a function's own answer": responseEvent(responses["a function's own answer"]),
    'a copy of another format': responseEvent(responses['a copy of another format']),
  },
};

/** What the function's source makes of an event: the request or an answer. */
export function expectedOutput(event: EdgeEvent) {
  const { request, response } = structuredClone(event);
  if (response !== undefined) return { response: viewerResponse({ response }) };
  const output = viewerRequest({ request });
  return 'statusCode' in output ? { response: output } : { request: output };
}

function requestEvent(method: string, uri: string): EdgeEvent {
  return {
    version: '1.0',
    context: { eventType: 'viewer-request' },
    viewer: { ip: '198.51.100.11' },
    request: { method, uri, querystring: {}, headers: { host }, cookies: {} },
  };
}

function responseEvent(response: EdgeResponse): EdgeEvent {
  return {
    ...requestEvent('GET', paths.startups),
    context: { eventType: 'viewer-response' },
    response: { ...structuredClone(response), cookies: {} },
  };
}
