/** Events with which the functions at the edge are tested after a deploy, and what their scripts make of them here. */

import { copyHeaders } from '../contract/last-good.ts';
import { paths } from '../contract/paths.ts';
import { sitePaths } from '../contract/site.ts';
import { type EdgeScript, edgeScript } from '../lambda/edge/scripts.ts';
import { isResponse, loadFunction } from '../local/edge-functions.ts';

type Headers = Readonly<Record<string, { readonly value: string }>>;

/** An event as CloudFront makes it, without what a test may leave out (Developer Guide, "Test functions"). */
export interface EdgeEvent {
  readonly version: '1.0';
  readonly context: { readonly eventType: EdgeScript };
  readonly viewer: { readonly ip: string };
  readonly request: object;
  readonly response?: { readonly statusCode: number; readonly headers: Headers };
}

const { Metadata: metadata } = copyHeaders({
  bucket: 'copies',
  directory: 'startups',
  cachedAt: Date.parse('2026-11-20T08:00:00Z'),
  records: 3,
  sha256: '0123456789abcdef'.repeat(4),
});

/** Three for each function, by what they are: CloudFront's own test of what was deployed runs them. */
export const deployedEvents: Readonly<Record<EdgeScript, Readonly<Record<string, EdgeEvent>>>> = {
  'viewer-request': {
    'GET of the page': requestEvent('GET', sitePaths.page),
    'a preflight': requestEvent('OPTIONS', paths.jobs),
    'GET of nothing that is served': requestEvent('GET', '/assets/nothing'),
  },
  'viewer-response': {
    'a copy': responseEvent(metadataHeaders(metadata)),
    "a function's own answer": responseEvent({ etag: { value: 'W/"1"' } }),
    'a copy of another format': responseEvent(metadataHeaders({ ...metadata, format: '2' })),
  },
};

/** What the script makes of an event: the request or an answer. */
export function expectedOutput(event: EdgeEvent) {
  const output = loadFunction(edgeScript(event.context.eventType))(event);
  return isResponse(output) ? { response: output } : { request: output };
}

function requestEvent(method: string, uri: string): EdgeEvent {
  return {
    version: '1.0',
    context: { eventType: 'viewer-request' },
    viewer: { ip: '198.51.100.11' },
    request: { method, uri, querystring: {}, headers: {}, cookies: {} },
  };
}

function responseEvent(headers: Headers): EdgeEvent {
  return {
    ...requestEvent('GET', paths.startups),
    context: { eventType: 'viewer-response' },
    response: { statusCode: 200, headers },
  };
}

/** As S3 sends the metadata of an object. */
function metadataHeaders(values: Readonly<Record<string, string>>): Headers {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`x-amz-meta-${name}`, { value }]),
  );
}
