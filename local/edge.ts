/**
 * A stand-in for CloudFront with the values that the CDK app sets: the edge functions, the cache, and its origins, which are
 * the service, behind it the store of the copies, and the site. It adds what the response headers policies add. Unlike
 * CloudFront it compresses nothing: only the functions' answers come compressed.
 */

import {
  CLOUDFRONT_USER_AGENT,
  EDGE_ERROR_SECONDS,
  edgeLifetime,
  edgeSecurityHeaders,
  fallbackStatuses,
  siteSecurityHeaders,
} from '../contract/edge.ts';
import { corsHeaders } from '../contract/http.ts';
import { allPaths } from '../contract/routing.ts';
import { computedPaths, isSitePath } from '../contract/site.ts';
import { edgeFunctions } from './edge-functions.ts';
import { etagMatches, type HttpAnswer, type HttpRequest } from './gateway.ts';
import type { SiteBucket } from './site-bucket.ts';

export interface Origins {
  readonly service: (request: HttpRequest) => Promise<HttpAnswer>;
  /** The bucket of the copies: a copy's key is the request path. It rejects where it cannot be reached. */
  readonly store: (path: string) => Promise<HttpAnswer>;
  readonly site: SiteBucket;
}

type CacheResult = 'Hit' | 'Miss' | 'RefreshHit' | 'Error' | 'FunctionGeneratedResponse';

interface Entry {
  readonly answer: HttpAnswer;
  /** When it came from the origin, in milliseconds. */
  readonly since: number;
  /** After a failure the origin is left alone until then. */
  staleUntil: number;
}

interface Found {
  readonly entry: Entry;
  readonly result: CacheResult;
}

const SECOND_MS = 1000;

export class Edge {
  readonly #origins: Origins;
  readonly #functions = edgeFunctions();
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  #laterMs = 0;

  constructor(origins: Origins, now: () => number = Date.now) {
    this.#origins = origins;
    this.#now = () => now() + this.#laterMs;
  }

  async answer(request: HttpRequest): Promise<HttpAnswer> {
    const { method, path } = request;
    const target = this.#functions.onRequest(method, path);
    if (typeof target !== 'string') return toViewer(request, target, 'FunctionGeneratedResponse');

    const accepted = acceptedCodings(request.headers['accept-encoding'] ?? '');
    const { entry, result } = await this.#find(target, accepted);
    const { status, headers, body } = entry.answer;
    const isList = allPaths.includes(path) && status < 400;
    const changed = isList ? this.#functions.onResponse(status, headers) : headers;
    const age = result === 'Miss' ? {} : { age: String(this.#ageSeconds(entry)) };
    return toViewer(request, { status, headers: { ...changed, ...age }, body }, result);
  }

  /** Forgets everything. */
  invalidate(): void {
    this.#entries.clear();
  }

  /** Lets so many seconds pass for the cache. */
  passTime(seconds: number): void {
    this.#laterMs += seconds * SECOND_MS;
  }

  async #find(path: string, accepted: string): Promise<Found> {
    const key = `${path} ${accepted}`;
    const known = this.#entries.get(key);
    if (known !== undefined && this.#isFresh(known)) {
      return { entry: known, result: known.answer.status < 400 ? 'Hit' : 'Error' };
    }
    const answer = await askOrigins(this.#origins, path, accepted, known?.answer.headers['etag']);
    if (answer.status >= 500 && known !== undefined && this.#mayServeStale(known)) {
      known.staleUntil = this.#now() + EDGE_ERROR_SECONDS * SECOND_MS;
      return { entry: known, result: 'Error' };
    }
    const isUnchanged = answer.status === 304 && known !== undefined;
    // Nothing says that CloudFront takes headers from a 304, so they stay what they were.
    const kept = isUnchanged ? known.answer : answer;
    const entry: Entry = { answer: kept, since: this.#now(), staleUntil: 0 };
    this.#entries.set(key, entry);
    if (isUnchanged) return { entry, result: 'RefreshHit' };
    return { entry, result: answer.status < 400 ? 'Miss' : 'Error' };
  }

  /** How long ago the origin made it, in seconds. */
  #ageSeconds({ answer, since }: Entry): number {
    return Number(answer.headers['age'] ?? 0) + Math.floor((this.#now() - since) / SECOND_MS);
  }

  #isFresh(entry: Entry): boolean {
    return this.#ageSeconds(entry) < lifetimeSeconds(entry) || this.#now() < entry.staleUntil;
  }

  /** Whether it may stand in for an origin that fails (RFC 5861, section 4). */
  #mayServeStale(entry: Entry): boolean {
    const window = directive(entry, 'stale-if-error') ?? 0;
    const isError = entry.answer.status >= 400;
    return !isError && this.#ageSeconds(entry) < lifetimeSeconds(entry) + window;
  }
}

/** Errors are kept for a few seconds whatever they say of themselves. */
function lifetimeSeconds(entry: Entry): number {
  const { minSeconds, defaultSeconds, maxSeconds } = edgeLifetime;
  const own = directive(entry, 'max-age') ?? defaultSeconds;
  const bounded = Math.min(Math.max(own, minSeconds), maxSeconds);
  return entry.answer.status >= 400 ? Math.max(bounded, EDGE_ERROR_SECONDS) : bounded;
}

/** Seconds that a directive of `Cache-Control` names. */
function directive({ answer }: Entry, name: string): number | undefined {
  const cacheControl = answer.headers['cache-control'] ?? '';
  const seconds = new RegExp(`${name}=(\\d+)`, 'u').exec(cacheControl)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/** The answer with the headers of its policy, on every status, and with who answered. */
function toViewer(
  { method, path, headers: asked }: HttpRequest,
  { status, headers: own, body }: HttpAnswer,
  result: CacheResult,
): HttpAnswer {
  // What the edge's function answers brings its own headers.
  const isOfSite =
    isSitePath(path) && !computedPaths.includes(path) && result !== 'FunctionGeneratedResponse';
  const headers: Record<string, string> = {
    ...lowerCase(own),
    ...lowerCase(isOfSite ? siteSecurityHeaders : edgeSecurityHeaders),
    ...('origin' in asked ? lowerCase(corsHeaders) : {}),
    via: '1.1 local (CloudFront)',
    'x-cache': `${result} from cloudfront`,
  };
  const { etag } = headers;
  if (status === 200 && etag !== undefined && etagMatches(asked['if-none-match'] ?? '', etag)) {
    return { status: 304, headers, body: Buffer.alloc(0) };
  }
  return { status, headers, body: method === 'HEAD' ? Buffer.alloc(0) : body };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The answer of the origin that a path's behavior names; of a list, where the service fails, that of the store. */
async function askOrigins(
  { service, store, site }: Origins,
  path: string,
  accepted: string,
  ifNoneMatch: string | undefined,
): Promise<HttpAnswer> {
  const isList = allPaths.includes(path);
  if (!isList && !computedPaths.includes(path)) {
    return withLowerCase((await site.answer(path, ifNoneMatch ?? '')) ?? noSuchObject);
  }
  const headers = {
    'user-agent': CLOUDFRONT_USER_AGENT,
    ...(accepted === '' ? {} : { 'accept-encoding': accepted }),
    ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
  };
  const answer = await service({ method: 'GET', path, headers });
  const isFallback = isList && fallbackStatuses.some((status) => status === answer.status);
  return withLowerCase(isFallback ? await store(path).catch(() => noAnswer) : answer);
}

function withLowerCase(answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: lowerCase(answer.headers) };
}

const noAnswer: HttpAnswer = {
  status: 504,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<H1>504 ERROR</H1><H2>No origin answered in time.</H2>\n'),
};

const noSuchObject: HttpAnswer = {
  status: 404,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from('<Error><Code>NoSuchKey</Code></Error>'),
};

/** The codings that are left of a viewer's `Accept-Encoding`, in one order: part of the cache key, and all that the service gets of it. */
function acceptedCodings(acceptEncoding: string): string {
  const taken = acceptEncoding.split(',').filter((part) => !/;\s*q=0(?:\.0*)?\s*$/u.test(part));
  const codings = new Set(taken.map((part) => part.replace(/;.*$/u, '').trim().toLowerCase()));
  return ['br', 'gzip'].filter((coding) => codings.has(coding)).join(',');
}
