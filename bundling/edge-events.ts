/** Events with which the functions at the edge are tested after a deploy, and what their source makes of them. */

import { copyHeaders } from '../contract/last-good.ts';
import { paths } from '../contract/paths.ts';
import { sitePaths } from '../contract/site.ts';
import type { EdgeRequest, EdgeResponse } from '../lambda/edge/cloudfront-event.ts';
import { handler as viewerRequest } from '../lambda/edge/viewer-request.ts';
import { handler as viewerResponse } from '../lambda/edge/viewer-response.ts';
import type { EdgeFunctionName } from './edge.ts';

/** An event as CloudFront makes it, without what a test may leave out (Developer Guide, "Test functions"). */
export interface EdgeEvent {
  readonly version: '1.0';
  readonly context: { readonly eventType: EdgeFunctionName };
  readonly viewer: { readonly ip: string };
  readonly request: EdgeRequest & Readonly<Record<'querystring' | 'headers' | 'cookies', object>>;
  readonly response?: EdgeResponse & { readonly cookies: object };
}

/** The metadata of a copy. */
export const { Metadata: copied } = copyHeaders({
  bucket: 'copies',
  directory: 'startups',
  cachedAt: Date.parse('2026-11-20T08:00:00Z'),
  records: 3,
  sha256: '0123456789abcdef'.repeat(4),
});

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

/** A function's own answer. */
export const ownAnswer: EdgeResponse = {
  statusCode: 200,
  headers: { 'x-data-source': { value: 'database' }, etag: { value: 'W/"1"' } },
};

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
    'a copy': responseEvent(storedObject(copied)),
    "a function's own answer": responseEvent(ownAnswer),
    'a copy of another format': responseEvent(storedObject({ ...copied, format: '2' })),
  },
};

/** What the function's source makes of an event: the request or an answer. */
export function expectedOutput(event: EdgeEvent) {
  const { request, response } = structuredClone(event);
  if (response !== undefined) return { response: viewerResponse({ response }) };
  const output = viewerRequest({ request });
  return 'statusCode' in output ? { response: output } : { request: output };
}

export function requestEvent(method: string, uri: string): EdgeEvent {
  return {
    version: '1.0',
    context: { eventType: 'viewer-request' },
    viewer: { ip: '198.51.100.11' },
    request: {
      method,
      uri,
      querystring: {},
      headers: { host: { value: 'directory.example.org' } },
      cookies: {},
    },
  };
}

export function responseEvent(response: EdgeResponse): EdgeEvent {
  return {
    ...requestEvent('GET', paths.startups),
    context: { eventType: 'viewer-response' },
    response: { ...structuredClone(response), cookies: {} },
  };
}
