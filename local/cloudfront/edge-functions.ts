/** The functions of the edge as they are deployed: the same text, run as CloudFront runs it. */

import vm from 'node:vm';

import { edgeScript } from '../../lambda/edge/scripts.ts';
import type { HttpAnswer } from '../gateway.ts';

export interface EdgeFunctions {
  /** The answer to a request that no origin sees, or the path with which it goes on. */
  onRequest(method: string, path: string): HttpAnswer | string;
  /** The headers of an answer on its way out. */
  onResponse(statusCode: number, headers: HttpAnswer['headers']): HttpAnswer['headers'];
}

/** By name in lower case, as CloudFront has them. */
type EventHeaders = Record<string, { readonly value: string }>;

interface EventResponse {
  readonly statusCode: number;
  readonly headers: EventHeaders;
  readonly body?: { readonly data: string };
}

/** Made once: what they are does not change while a process runs. */
let made: EdgeFunctions | undefined;

export function edgeFunctions(): EdgeFunctions {
  made ??= makeEdgeFunctions();
  return made;
}

function makeEdgeFunctions(): EdgeFunctions {
  const viewerRequest = loadFunction(edgeScript('viewer-request'));
  const viewerResponse = loadFunction(edgeScript('viewer-response'));
  return {
    onRequest(method, path) {
      const output = viewerRequest({ request: { method, uri: path, headers: {} } });
      if (!isResponse(output)) return uriOf(output);
      const { statusCode: status, headers, body } = output;
      return { status, headers: fromEvent(headers), body: Buffer.from(body?.data ?? '') };
    },
    onResponse(statusCode, headers) {
      const output = viewerResponse({ response: { statusCode, headers: toEvent(headers) } });
      return isResponse(output) ? fromEvent(output.headers) : headers;
    },
  };
}

function uriOf(request: unknown): string {
  const isRequest = typeof request === 'object' && request !== null && 'uri' in request;
  return isRequest ? String(request.uri) : '';
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

/** Takes an event; what goes in and what comes out is JSON, as at CloudFront. */
export type LoadedFunction = (event: object) => unknown;

/** Runs the text of a CloudFront Function in strict mode, as CloudFront does, and without anything of Node. */
export function loadFunction(text: string): LoadedFunction {
  const context = vm.createContext({});
  vm.runInContext(`'use strict';${text}`, context);
  return (event) => {
    const call = `JSON.stringify(handler(${JSON.stringify(event)}))`;
    const output: unknown = JSON.parse(String(vm.runInContext(call, context)));
    return output;
  };
}
