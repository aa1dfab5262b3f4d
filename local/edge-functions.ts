/** The functions of the edge as they are deployed: the same text, run as CloudFront runs it. */

import vm from 'node:vm';

import * as v from 'valibot';

import { edgeScript } from '../lib/edge-scripts.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';

type Headers = HttpAnswer['headers'];

/** A function returns a request that goes on, or an answer. */
const Output = v.union([
  v.object({
    statusCode: v.number(),
    headers: v.record(v.string(), v.object({ value: v.string() })),
    body: v.optional(v.object({ data: v.string() }), { data: '' }),
  }),
  v.object({ uri: v.string() }),
]);

const viewerRequest = loadFunction(edgeScript('viewer-request'));
const viewerResponse = loadFunction(edgeScript('viewer-response'));

/** The answer to a request that no origin sees, or the path with which it goes on. */
export function onRequest({ method, path }: HttpRequest): HttpAnswer | string {
  const output = v.parse(Output, viewerRequest({ request: { method, uri: path, headers: {} } }));
  if ('uri' in output) return output.uri;
  const { statusCode, headers, body } = output;
  return { statusCode, headers: fromEvent(headers), body: body.data };
}

/** The headers of an answer on its way out. @param headers - keyed by their lower-case name. */
export function onResponse(statusCode: number, headers: Headers): Headers {
  const values = Object.entries(headers).map(([name, value]) => [name, { value }] as const);
  const response = { statusCode, headers: Object.fromEntries(values) };
  const output = v.parse(Output, viewerResponse({ response }));
  return 'headers' in output ? fromEvent(output.headers) : headers;
}

function fromEvent(headers: Readonly<Record<string, { readonly value: string }>>): Headers {
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
