/** The functions of the edge as they are deployed: the same text, run as CloudFront runs it. */

import vm from 'node:vm';

import * as v from 'valibot';

import { edgeScript } from '../lambda/edge/scripts.ts';
import type { HttpAnswer } from './gateway.ts';

export interface EdgeFunctions {
  /** The answer to a request that no origin sees, or the path with which it goes on. */
  onRequest(method: string, path: string): HttpAnswer | string;
  /** The headers of an answer on its way out. */
  onResponse(statusCode: number, headers: HttpAnswer['headers']): HttpAnswer['headers'];
}

/** Headers as CloudFront has them, keyed by their lower-case name. */
type EventHeaders = Record<string, { readonly value: string }>;

interface EventResponse {
  readonly statusCode: number;
  readonly headers: EventHeaders;
  readonly body?: { readonly data: string };
}

const EventRequest = v.object({ uri: v.string() });

export function edgeFunctions(): EdgeFunctions {
  const viewerRequest = loadFunction(edgeScript('viewer-request'));
  const viewerResponse = loadFunction(edgeScript('viewer-response'));
  return {
    onRequest(method, path) {
      const output = viewerRequest({ request: { method, uri: path, headers: {} } });
      if (!isResponse(output)) return v.parse(EventRequest, output).uri;
      const { statusCode: status, headers, body } = output;
      return { status, headers: fromEvent(headers), body: Buffer.from(body?.data ?? '') };
    },
    onResponse(statusCode, headers) {
      const output = viewerResponse({ response: { statusCode, headers: toEvent(headers) } });
      return isResponse(output) ? fromEvent(output.headers) : headers;
    },
  };
}

export function isResponse(output: unknown): output is EventResponse {
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

/** Runs the text of a CloudFront Function in strict mode, as CloudFront does, and without anything of Node. */
export function loadFunction(text: string): (event: object) => unknown {
  const context = vm.createContext({});
  vm.runInContext(`'use strict';${text}`, context);
  return (event) => {
    const call = `JSON.stringify(handler(${JSON.stringify(event)}))`;
    return JSON.parse(String(vm.runInContext(call, context))) as unknown;
  };
}
