/** The functions of the edge as they are deployed: the same text, run in the same manner. */

import { edgeFunctionCode } from '../../bundling/edge.ts';
import type { HttpAnswer } from '../http-api.ts';
import { loadFunction } from './load-function.ts';

/** By name in lower case, as CloudFront has them. */
type EventHeaders = Record<string, { readonly value: string }>;

interface EventResponse {
  readonly statusCode: number;
  readonly headers: EventHeaders;
  readonly body?: { readonly data: string };
}

export interface EdgeFunctions {
  /** The answer at the door, or the path with which the request goes on. */
  withoutList(method: string, path: string): HttpAnswer | string;
  /** The headers of an answer on its way out. */
  onTheWayOut(statusCode: number, headers: HttpAnswer['headers']): HttpAnswer['headers'];
}

export function edgeFunctions(): EdgeFunctions {
  const viewerRequest = loadFunction(edgeFunctionCode('viewer-request'));
  const viewerResponse = loadFunction(edgeFunctionCode('viewer-response'));
  return {
    withoutList(method, path) {
      const output = viewerRequest({ request: { method, uri: path, headers: {} } });
      if (!isResponse(output)) return uriOf(output);
      const { statusCode, headers, body } = output;
      return { statusCode, headers: fromEvent(headers), body: Buffer.from(body?.data ?? '') };
    },
    onTheWayOut(statusCode, headers) {
      const output = viewerResponse({ response: { statusCode, headers: toEvent(headers) } });
      return isResponse(output) ? fromEvent(output.headers) : headers;
    },
  };
}

function uriOf(request: unknown): string {
  const isRequest = typeof request === 'object' && request !== null && 'uri' in request;
  return isRequest ? String(request.uri) : '';
}

function isResponse(output: unknown): output is EventResponse {
  return typeof output === 'object' && output !== null && 'statusCode' in output;
}

function toEvent(headers: HttpAnswer['headers']): EventHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { value }]),
  );
}

function fromEvent(headers: EventHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
}
