/**
 * A stand-in for CloudFront with the settings of the CDK app: the edge functions, the cache, the headers of the response headers
 * policies, and the origins. These are the service, the store of copies as its fallback, and the site. Unlike CloudFront, it does
 * not compress: only the answers of the functions are compressed.
 */

import vm from 'node:vm';

import * as v from 'valibot';

import {
  CLOUDFRONT_USER_AGENT,
  EDGE_ERROR_SECONDS,
  edgeLifetime,
  edgeSecurityHeaders,
  fallbackStatuses,
} from '../contract/edge.ts';
import { corsHeaders, problem } from '../contract/http.ts';
import { allPaths, notFound } from '../contract/routing.ts';
import { computedPaths } from '../contract/site.ts';
import { edgeScript } from '../lib/edge-scripts.ts';
import { conditional } from './gateway.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';
import type { SiteFiles } from './site-files.ts';

export interface Origins {
  readonly service: (request: HttpRequest) => Promise<HttpAnswer>;
  /** The bucket of the copies: a copy's key is the request path. Rejects if it cannot be reached. */
  readonly store: (path: string) => Promise<HttpAnswer>;
  readonly site: SiteFiles;
}

type CacheResult = 'Hit' | 'Miss' | 'RefreshHit' | 'Error' | 'FunctionGeneratedResponse';

interface Entry {
  readonly answer: HttpAnswer;
  /** When it came from the origin, in milliseconds. */
  readonly since: number;
  /** After a failure, the entry is served without asking the origin until this time. */
  staleUntil: number;
}

const SECOND_MS = 1000;

export class Edge {
  readonly #origins: Origins;
  readonly #entries = new Map<string, Entry>();
  #laterMs = 0;

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  async answer(request: HttpRequest): Promise<HttpAnswer> {
    const target = onRequest(request);
    if (typeof target !== 'string') return toViewer(request, target, 'FunctionGeneratedResponse');

    const accepted = acceptedCodings(request.headers['accept-encoding'] ?? '');
    const [entry, result] = await this.#find(target, accepted);
    const { statusCode, headers, body } = entry.answer;
    const isList = allPaths.includes(target) && statusCode < 400;
    const changed = isList ? onResponse(statusCode, headers) : headers;
    const age = result === 'Miss' ? {} : { age: String(this.#ageSeconds(entry)) };
    return toViewer(request, { statusCode, headers: { ...changed, ...age }, body }, result);
  }

  /** Empties the cache. */
  invalidate(): void {
    this.#entries.clear();
  }

  /** Moves the clock of the cache forward. */
  passTime(seconds: number): void {
    this.#laterMs += seconds * SECOND_MS;
  }

  async #find(path: string, accepted: string): Promise<readonly [Entry, CacheResult]> {
    const key = `${path} ${accepted}`;
    const known = this.#entries.get(key);
    if (known !== undefined && this.#isFresh(known)) {
      return [known, known.answer.statusCode < 400 ? 'Hit' : 'Error'];
    }
    const received = await askOrigins(this.#origins, path, accepted, known?.answer.headers['etag']);
    const answer = { ...received, headers: lowerCase(received.headers) };
    if (answer.statusCode >= 500 && known !== undefined && this.#mayServeStale(known)) {
      known.staleUntil = this.#now() + EDGE_ERROR_SECONDS * SECOND_MS;
      return [known, 'Error'];
    }
    const isUnchanged = answer.statusCode === 304 && known !== undefined;
    // AWS does not document that CloudFront takes headers from a 304, so the stored headers stay.
    const kept = isUnchanged ? known.answer : answer;
    const entry: Entry = { answer: kept, since: this.#now(), staleUntil: 0 };
    this.#entries.set(key, entry);
    if (isUnchanged) return [entry, 'RefreshHit'];
    return [entry, answer.statusCode < 400 ? 'Miss' : 'Error'];
  }

  #now(): number {
    return Date.now() + this.#laterMs;
  }

  /** Returns the age of an entry in seconds, including the `Age` that it had at the origin. */
  #ageSeconds({ answer, since }: Entry): number {
    return Number(answer.headers['age'] ?? 0) + Math.floor((this.#now() - since) / SECOND_MS);
  }

  #isFresh(entry: Entry): boolean {
    return this.#ageSeconds(entry) < lifetimeSeconds(entry) || this.#now() < entry.staleUntil;
  }

  /** Returns whether an expired entry may be served if the origin fails (RFC 5861, section 4). */
  #mayServeStale(entry: Entry): boolean {
    const window = directive(entry, 'stale-if-error') ?? 0;
    const isError = entry.answer.statusCode >= 400;
    return !isError && this.#ageSeconds(entry) < lifetimeSeconds(entry) + window;
  }
}

/** Returns the cache lifetime. An error is kept for at least a few seconds, even if its headers forbid that. */
function lifetimeSeconds(entry: Entry): number {
  const { minSeconds, defaultSeconds, maxSeconds } = edgeLifetime;
  const own = directive(entry, 'max-age') ?? defaultSeconds;
  const bounded = Math.min(Math.max(own, minSeconds), maxSeconds);
  return entry.answer.statusCode >= 400 ? Math.max(bounded, EDGE_ERROR_SECONDS) : bounded;
}

/** Returns the seconds in a directive of `Cache-Control`. */
function directive({ answer }: Entry, name: string): number | undefined {
  const cacheControl = answer.headers['cache-control'] ?? '';
  const seconds = new RegExp(`${name}=(\\d+)`, 'u').exec(cacheControl)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Adds the headers of the response headers policy, for any status, and those that show how the edge answered. */
function toViewer(request: HttpRequest, answer: HttpAnswer, result: CacheResult): HttpAnswer {
  // A file of the site has its own content security policy.
  const headers = lowerCase({
    ...edgeSecurityHeaders,
    ...answer.headers,
    ...('origin' in request.headers ? corsHeaders : {}),
    via: '1.1 local (CloudFront)',
    'x-cache': `${result} from cloudfront`,
  });
  return conditional(request, { ...answer, headers });
}

function lowerCase(headers: HttpAnswer['headers']): HttpAnswer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Returns the answer of the path's origin. If the service fails for a list, the store answers. */
async function askOrigins(
  { service, store, site }: Origins,
  path: string,
  accepted: string,
  ifNoneMatch = '',
): Promise<HttpAnswer> {
  const headers = {
    'user-agent': CLOUDFRONT_USER_AGENT,
    'accept-encoding': accepted,
    'if-none-match': ifNoneMatch,
  };
  const request = { method: 'GET', path, headers };
  const isList = allPaths.includes(path);
  if (!isList && !computedPaths.includes(path)) {
    return conditional(request, site.get(path) ?? notFound);
  }
  const answer = await service(request);
  const isFallback = isList && fallbackStatuses.some((status) => status === answer.statusCode);
  return isFallback ? store(path).catch(() => noAnswer) : answer;
}

const noAnswer = problem(504, 'Gateway Timeout', 'No origin answered in time.');

/** Returns the known codings of `Accept-Encoding`, in a fixed order, for the cache key and for the request to the service. */
function acceptedCodings(acceptEncoding: string): string {
  const taken = acceptEncoding.split(',').filter((part) => !/;\s*q=0(?:\.0*)?\s*$/u.test(part));
  const codings = new Set(taken.map((part) => part.replace(/;.*$/u, '').trim().toLowerCase()));
  return ['br', 'gzip'].filter((coding) => codings.has(coding)).join(',');
}

// The edge functions, from the deployed text

/** An answer of an edge function, in CloudFront's format. */
const FunctionAnswer = v.pipe(
  v.object({
    statusCode: v.number(),
    headers: v.record(v.string(), v.object({ value: v.string() })),
    body: v.optional(v.object({ data: v.string() }), { data: '' }),
  }),
  v.transform(({ statusCode, headers, body }): HttpAnswer => {
    const values = Object.entries(headers).map(([name, { value }]) => [name, value] as const);
    return { statusCode, headers: Object.fromEntries(values), body: body.data };
  }),
);

const viewerRequest = loadFunction(edgeScript('viewer-request'));
const viewerResponse = loadFunction(edgeScript('viewer-response'));

/** Runs the viewer-request function. Returns its answer, or the path for the origin. */
function onRequest({ method, path, headers }: HttpRequest): HttpAnswer | string {
  const accept = { value: headers['accept'] ?? '' };
  const output = viewerRequest({ request: { method, uri: path, headers: { accept } } });
  return v.is(v.object({ uri: v.string() }), output) ? output.uri : v.parse(FunctionAnswer, output);
}

/** Runs the viewer-response function. Returns the changed headers. @param headers - by lower-case name. */
function onResponse(statusCode: number, headers: HttpAnswer['headers']): HttpAnswer['headers'] {
  const values = Object.entries(headers).map(([name, value]) => [name, { value }] as const);
  const response = { statusCode, headers: Object.fromEntries(values) };
  return v.parse(FunctionAnswer, viewerResponse({ response })).headers;
}

/** Loads the text of a CloudFront Function, in strict mode as in CloudFront, and without Node's globals. */
export function loadFunction(text: string): (event: object) => unknown {
  const context = vm.createContext({});
  vm.runInContext(`'use strict';${text}`, context);
  return (event) => {
    const call = `JSON.stringify(handler(${JSON.stringify(event)}))`;
    return JSON.parse(String(vm.runInContext(call, context))) as unknown;
  };
}
