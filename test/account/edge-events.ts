/** Test events for the CloudFront Functions, and code that runs the scripts of these functions on this machine. */

import vm from 'node:vm';

import { copyHeaders } from '../../lambda/aws/copies.ts';
import { paths } from '../../contract/routing.ts';
import { sitePaths } from '../../contract/site.ts';
import { type EdgeScript, edgeScript } from '../../lib/edge-scripts.ts';

type Headers = Readonly<Record<string, { readonly value: string }>>;

const { Metadata: metadata } = copyHeaders('copies', 'startups', {
  cachedAt: Date.parse('2026-11-20T08:00:00Z'),
  records: 3,
  sha256: '0123456789abcdef'.repeat(4),
});

/** Each entry contains the name of a script, a title for the test, and an event that the script handles. */
export const edgeEvents: readonly (readonly [EdgeScript, string, object])[] = [
  ['viewer-request', 'a GET request for the page', event('GET', sitePaths.page)],
  ['viewer-request', 'a preflight request', event('OPTIONS', paths.jobs)],
  ['viewer-request', 'a GET request for an unknown path', event('GET', '/assets/nothing')],
  ['viewer-response', 'a copy', answered(ofObject(metadata))],
  ['viewer-response', 'an answer from a Lambda function', answered({ etag: { value: 'W/"1"' } })],
  ['viewer-response', 'a copy in another format', answered(ofObject({ ...metadata, format: '2' }))],
];

/** Runs a script on this machine with an event, and returns its output (a request or a response) as JSON. */
export function outputHere(script: EdgeScript, given: object): string {
  const text = `'use strict';${edgeScript(script)};JSON.stringify(handler(${JSON.stringify(given)}))`;
  const output: unknown = JSON.parse(String(vm.runInNewContext(text)));
  const isResponse = typeof output === 'object' && output !== null && 'statusCode' in output;
  return JSON.stringify(isResponse ? { response: output } : { request: output });
}

/** Returns only the values that the tests compare. CloudFront adds other values to the output, such as empty cookies. */
export function factsOf(output = '{}'): unknown {
  const { request, response } = JSON.parse(output) as Record<string, Record<string, unknown>>;
  const { method, uri, statusCode, headers, body } = response ?? request ?? {};
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
  const values = Object.entries((headers ?? {}) as Headers).map(([name, { value }]) => [
    name,
    value,
  ]);
  return { method, uri, statusCode, headers: Object.fromEntries(values) as unknown, data };
}

/** Returns an event in the format of CloudFront (Developer Guide, "CloudFront Functions event structure"). */
function event(method: string, uri: string): object {
  return {
    version: '1.0',
    context: { eventType: 'viewer-request' },
    viewer: { ip: '198.51.100.11' },
    request: { method, uri, querystring: {}, headers: {}, cookies: {} },
  };
}

function answered(headers: Headers): object {
  return {
    ...event('GET', paths.startups),
    context: { eventType: 'viewer-response' },
    response: { statusCode: 200, headers },
  };
}

/** Returns the headers that S3 sends for an object with this metadata. */
function ofObject(values: Readonly<Record<string, string>>): Headers {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`x-amz-meta-${name}`, { value }]),
  );
}
