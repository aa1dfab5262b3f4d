/** A stand-in for CloudFront: the cache, the edge functions and the fallback, with the values that the CDK app sets. */

import {
  EDGE_ERROR_SECONDS,
  edgeLifetime,
  edgeSecurityHeaders,
  siteSecurityHeaders,
} from '../contract/edge.ts';
import { corsHeaders } from '../contract/http.ts';
import { allPaths } from '../contract/paths.ts';
import { computedPaths, isSitePath } from '../contract/site.ts';
import { edgeFunctions } from './edge-functions.ts';
import {
  type Accepted,
  acceptedOf,
  askOrigins,
  edgeError,
  lowerCase,
  type Origins,
} from './edge-origins.ts';
import { etagMatches, type HttpAnswer, type HttpRequest } from './gateway.ts';

type CacheResult = 'Hit' | 'Miss' | 'RefreshHit' | 'Error' | 'FunctionGeneratedResponse';

/** What the cache holds of an answer. */
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

/** A behaviour with an origin group may allow these and no more. */
const LIST_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const notAllowed = edgeError(
  403,
  'The distribution is not configured to allow the HTTP request method that was used.',
);
const noBody = edgeError(403, 'A GET, HEAD or OPTIONS request has no body here.');

export class Edge {
  readonly #origins: Origins;
  readonly #functions = edgeFunctions();
  readonly #entries = new Map<string, Entry>();
  /** Questions to an origin that are not answered yet, by their cache keys. */
  readonly #underway = new Map<string, Promise<Found>>();
  readonly #now: () => number;
  #laterMs = 0;

  constructor(origins: Origins, now: () => number = Date.now) {
    this.#origins = origins;
    this.#now = () => now() + this.#laterMs;
  }

  async answer(request: HttpRequest): Promise<HttpAnswer> {
    const { method, path, headers: asked } = request;
    const isList = allPaths.includes(path);
    if (isList && !LIST_METHODS.has(method)) return toViewer(request, notAllowed, 'Error');
    const hasBody = (asked['content-length'] ?? '0') !== '0' || 'transfer-encoding' in asked;
    if (hasBody && LIST_METHODS.has(method)) return toViewer(request, noBody, 'Error');
    const target = this.#functions.onRequest(method, path);
    if (typeof target !== 'string') return toViewer(request, target, 'FunctionGeneratedResponse');

    const { entry, result } = await this.#find(target, acceptedOf(asked['accept-encoding'] ?? ''));
    const { status, headers, body } = entry.answer;
    const changed = isList && status < 400 ? this.#functions.onResponse(status, headers) : headers;
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

  /** One question to the origin for all who ask the same at once. */
  async #find(path: string, accepted: Accepted): Promise<Found> {
    const key = `${path} ${accepted}`;
    const entry = this.#entries.get(key);
    if (entry !== undefined && this.#isFresh(entry)) {
      return { entry, result: entry.answer.status < 400 ? 'Hit' : 'Error' };
    }
    const asking =
      this.#underway.get(key) ??
      this.#ask(key, path, accepted, entry).finally(() => this.#underway.delete(key));
    this.#underway.set(key, asking);
    return asking;
  }

  async #ask(
    key: string,
    path: string,
    accepted: Accepted,
    expired: Entry | undefined,
  ): Promise<Found> {
    const known = expired?.answer.headers['etag'];
    const answer = await askOrigins(this.#origins, path, accepted, known);
    if (answer.status >= 500 && expired !== undefined && this.#mayServeStale(expired)) {
      expired.staleUntil = this.#now() + EDGE_ERROR_SECONDS * SECOND_MS;
      return { entry: expired, result: 'Error' };
    }
    const isUnchanged = answer.status === 304 && expired !== undefined;
    // Nothing says that CloudFront takes headers from a 304, so they stay what they were.
    const kept = isUnchanged ? expired.answer : answer;
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
  const isForbidden = /no-store|no-cache|private/u.test(
    entry.answer.headers['cache-control'] ?? '',
  );
  const own = isForbidden
    ? 0
    : (directive(entry, 's-maxage') ?? directive(entry, 'max-age') ?? defaultSeconds);
  const bounded = Math.min(Math.max(own, minSeconds), maxSeconds);
  return entry.answer.status >= 400 ? Math.max(bounded, EDGE_ERROR_SECONDS) : bounded;
}

/** Seconds that a directive of `Cache-Control` names. */
function directive({ answer }: Entry, name: string): number | undefined {
  const cacheControl = answer.headers['cache-control'] ?? '';
  const seconds = new RegExp(`${name}=(\\d+)`, 'u').exec(cacheControl)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/** What the response headers policy adds on every status, the 304 and the HEAD, and who answered. */
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
