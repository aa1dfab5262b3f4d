/**
 * A stand-in for CloudFront. Like the distribution in the CDK app, it runs the edge functions, caches answers, adds the headers
 * of the response headers policies, and has three origins: the service, the store of copies as a fallback, and the site. Unlike
 * CloudFront, it does not compress anything, but the lists that the Lambda functions return are already compressed.
 */

import vm from 'node:vm';

import * as v from 'valibot';

import * as edge from '../contract/edge.ts';
import { corsHeaders, problem } from '../contract/http.ts';
import { allPaths, notFound } from '../contract/routing.ts';
import { computedPaths } from '../contract/site.ts';
import { edgeScript } from '../lib/edge-scripts.ts';
import { conditional, type SiteFiles } from './gateway.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';

interface Origins {
  readonly service: (request: HttpRequest) => Promise<HttpAnswer>;
  /** Reads a copy from the bucket. The key of a copy is the request path. Rejects if the bucket cannot be reached. */
  readonly store: (path: string) => Promise<HttpAnswer>;
  readonly site: SiteFiles;
}

type CacheResult = 'Hit' | 'Miss' | 'RefreshHit' | 'Error' | 'FunctionGeneratedResponse';

/** An answer in the cache. Times are in Unix milliseconds, by the clock of the cache. */
interface Entry {
  readonly answer: HttpAnswer;
  /** When the origin sent the answer, or last confirmed it with a 304. */
  readonly bornAt: number;
  /** Until this time, the cache serves the answer without asking the origin. */
  freshUntil: number;
  /** Until this time, the cache serves the answer if the origin fails (RFC 5861, section 4). */
  readonly usableUntil: number;
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
    const [entry, found] = await this.#find(target, accepted);
    const { statusCode, headers, body } = entry.answer;
    const result = statusCode < 400 ? found : 'Error';
    const isList = allPaths.includes(target) && statusCode < 400;
    const changed = isList ? onResponse(statusCode, headers) : headers;
    const ageSeconds = Math.floor((this.#now() - entry.bornAt) / SECOND_MS);
    const age = result === 'Miss' ? {} : { age: String(ageSeconds) };
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

  #now(): number {
    return Date.now() + this.#laterMs;
  }

  async #find(path: string, accepted: string): Promise<readonly [Entry, CacheResult]> {
    const key = `${path} ${accepted}`;
    const known = this.#entries.get(key);
    if (known !== undefined && this.#now() < known.freshUntil) return [known, 'Hit'];
    const received = await this.#askOrigin(path, accepted, known?.answer.headers['etag']);
    const answer = { ...received, headers: lowerCase(received.headers) };
    const now = this.#now();
    if (answer.statusCode >= 500 && known !== undefined && now < known.usableUntil) {
      known.freshUntil = now + edge.EDGE_ERROR_SECONDS * SECOND_MS;
      return [known, 'Error'];
    }
    const isUnchanged = answer.statusCode === 304 && known !== undefined;
    // AWS does not document whether CloudFront takes headers from a 304, so this stand-in keeps the stored headers.
    const entry = entryOf(isUnchanged ? known.answer : answer, now);
    this.#entries.set(key, entry);
    return [entry, isUnchanged ? 'RefreshHit' : 'Miss'];
  }

  /** Requests a path from its origin. If the service fails to serve a list, returns the copy from the store instead. */
  async #askOrigin(path: string, accepted: string, ifNoneMatch = ''): Promise<HttpAnswer> {
    const { service, store, site } = this.#origins;
    const headers = {
      'user-agent': edge.CLOUDFRONT_USER_AGENT,
      'accept-encoding': accepted,
      'if-none-match': ifNoneMatch,
    };
    const request = { method: 'GET', path, headers };
    const isList = allPaths.includes(path);
    if (!isList && !computedPaths.includes(path)) {
      return conditional(request, site.get(path) ?? notFound);
    }
    const answer = await service(request);
    const isFallback = isList && edge.fallbackStatuses.some((code) => code === answer.statusCode);
    return isFallback ? store(path).catch(() => noAnswer) : answer;
  }
}

/**
 * Returns a cache entry for an answer that has just arrived. An error is cached for at least a few seconds, even if its headers
 * forbid caching.
 */
function entryOf(answer: HttpAnswer, now: number): Entry {
  const { minSeconds, defaultSeconds, maxSeconds } = edge.edgeLifetime;
  const isError = answer.statusCode >= 400;
  const own = directive(answer, 'max-age') ?? defaultSeconds;
  const least = isError ? edge.EDGE_ERROR_SECONDS : minSeconds;
  const lifetime = Math.min(Math.max(own, least), maxSeconds);
  const window = directive(answer, 'stale-if-error') ?? 0;
  const freshUntil = now + lifetime * SECOND_MS;
  const usableUntil = isError ? 0 : freshUntil + window * SECOND_MS;
  return { answer, bornAt: now, freshUntil, usableUntil };
}

/** Returns the number of seconds in a `Cache-Control` directive. */
function directive({ headers }: HttpAnswer, name: string): number | undefined {
  const seconds = new RegExp(`${name}=(\\d+)`, 'u').exec(headers['cache-control'] ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/**
 * Adds the headers of the response headers policies to an answer with any status, as CloudFront does. Also adds the headers that
 * show how the edge answered. Returns a 304 if the viewer already has the body.
 */
function toViewer(request: HttpRequest, answer: HttpAnswer, result: CacheResult): HttpAnswer {
  // The answer's own headers override the security headers, because the site's files have their own content security policy.
  const headers = lowerCase({
    ...edge.edgeSecurityHeaders,
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

const noAnswer = problem(504, 'Gateway Timeout', 'No origin answered in time.');

/**
 * Returns the codings in `Accept-Encoding` that the edge supports, in a fixed order. The cache key and the request to the service
 * contain them.
 */
function acceptedCodings(acceptEncoding: string): string {
  const taken = acceptEncoding.split(',').filter((part) => !/;\s*q=0(?:\.0*)?\s*$/u.test(part));
  const codings = new Set(taken.map((part) => part.replace(/;.*$/u, '').trim().toLowerCase()));
  return ['br', 'gzip'].filter((coding) => codings.has(coding)).join(',');
}

// The edge functions, with the deployed code

/** An answer from an edge function, in CloudFront's format. */
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

/** Runs the viewer-request function. Returns its answer, or the path to request from the origin. */
function onRequest({ method, path, headers }: HttpRequest): HttpAnswer | string {
  const accept = { value: headers['accept'] ?? '' };
  const output = viewerRequest({ request: { method, uri: path, headers: { accept } } });
  return v.is(v.object({ uri: v.string() }), output) ? output.uri : v.parse(FunctionAnswer, output);
}

/** Runs the viewer-response function. Returns the resulting headers. @param headers - header values by lower-case name. */
function onResponse(statusCode: number, headers: HttpAnswer['headers']): HttpAnswer['headers'] {
  const values = Object.entries(headers).map(([name, value]) => [name, { value }] as const);
  const response = { statusCode, headers: Object.fromEntries(values) };
  return v.parse(FunctionAnswer, viewerResponse({ response })).headers;
}

/**
 * Loads the code of a CloudFront Function. The code runs in strict mode, as it does in CloudFront, and without Node's globals.
 */
export function loadFunction(text: string): (event: object) => unknown {
  const context = vm.createContext({});
  vm.runInContext(`'use strict';${text}`, context);
  return (event) => {
    const call = `JSON.stringify(handler(${JSON.stringify(event)}))`;
    return JSON.parse(String(vm.runInContext(call, context))) as unknown;
  };
}
