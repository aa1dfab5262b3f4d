/** A stand-in for CloudFront: the cache, the edge functions and the fallback, with the values that the CDK app sets. */

import CachePolicy from 'http-cache-semantics';

import {
  EDGE_ERROR_SECONDS,
  edgeLifetime,
  edgeSecurityHeaders,
  siteSecurityHeaders,
} from '../../contract/edge.ts';
import { corsHeaders } from '../../contract/http.ts';
import { allPaths } from '../../contract/paths.ts';
import { computedPaths, isSitePath } from '../../contract/site.ts';
import type { Call } from '../endpoint/server.ts';
import { type HttpAnswer, targetOf } from '../gateway.ts';
import { etagMatches } from '../site.ts';
import { edgeFunctions } from './edge-functions.ts';
import {
  type Accepted,
  acceptedOf,
  askOrigins,
  edgeError,
  lowerCase,
  type Origins,
} from './origins.ts';

export interface EdgeRequest {
  readonly method: string;
  /** Without the query string, which the edge forgets. */
  readonly path: string;
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
  /** Empty where the request is not one of a script on another origin. */
  readonly origin: string;
  readonly hasBody: boolean;
}

type CacheResult = 'Hit' | 'Miss' | 'RefreshHit' | 'Error' | 'FunctionGeneratedResponse';

interface Found {
  readonly entry: CacheEntry;
  readonly result: CacheResult;
}

/** Milliseconds since the Unix epoch. */
type Now = () => number;

const SECOND_MS = 1000;

/** A behaviour with an origin group may allow these and no more. */
const LIST_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const notAllowed = edgeError(
  403,
  'The distribution is not configured to allow the HTTP request method that was used.',
);
const noBody = edgeError(403, 'A GET, HEAD or OPTIONS request has no body here.');

/** The edge as the answer of a server. */
export async function answerAtEdge(edge: Edge, { request }: Call): Promise<HttpAnswer> {
  const { 'content-length': length = '0', 'transfer-encoding': chunked, origin } = request.headers;
  request.resume(); // a body is of no interest, but must be read
  return edge.answer({
    ...targetOf(request),
    acceptEncoding: request.headers['accept-encoding'] ?? '',
    ifNoneMatch: request.headers['if-none-match'] ?? '',
    origin: origin ?? '',
    hasBody: length !== '0' || chunked !== undefined,
  });
}

export class Edge {
  readonly #origins: Origins;
  readonly #functions = edgeFunctions();
  readonly #entries = new Map<string, CacheEntry>();
  readonly #underway = new Map<string, Promise<Found>>();
  #laterMs = 0;
  readonly #now: Now;

  constructor(origins: Origins, now: Now = Date.now) {
    this.#origins = origins;
    this.#now = () => now() + this.#laterMs;
  }

  async answer(request: EdgeRequest): Promise<HttpAnswer> {
    const { method, path } = request;
    const isList = allPaths.includes(path);
    if (isList && !LIST_METHODS.has(method)) return toViewer(request, notAllowed, 'Error');
    if (request.hasBody && LIST_METHODS.has(method)) return toViewer(request, noBody, 'Error');
    const goesOn = this.#functions.onRequest(method, path);
    if (typeof goesOn !== 'string') return toViewer(request, goesOn, 'FunctionGeneratedResponse');
    const { entry, result } = await this.#find(goesOn, acceptedOf(request.acceptEncoding));
    const { status, headers, body } = entry.answer;
    const changed = isList && status < 400 ? this.#functions.onResponse(status, headers) : headers;
    const age = result === 'Miss' ? {} : { age: String(entry.ageSeconds) };
    return toViewer(request, { status, headers: { ...changed, ...age }, body }, result);
  }

  /** Forgets what is kept of these paths; one that ends with `*` means all that begin so. */
  invalidate(paths: readonly string[]): void {
    for (const key of this.#entries.keys()) {
      const [path = ''] = key.split(' ');
      const isMeant = paths.some((wanted) =>
        wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted,
      );
      if (isMeant) this.#entries.delete(key);
    }
  }

  /** Lets so many seconds pass for the cache. */
  passTime(seconds: number): void {
    this.#laterMs += seconds * SECOND_MS;
  }

  /** One question to the origin for all who ask the same at once. */
  async #find(path: string, accepted: Accepted): Promise<Found> {
    const key = `${path} ${accepted}`;
    const entry = this.#entries.get(key);
    if (entry?.isFresh === true) {
      return { entry, result: entry.answer.status < 400 ? 'Hit' : 'Error' };
    }
    const underway = this.#underway.get(key);
    if (underway !== undefined) return underway;
    const asking = this.#ask(key, path, accepted, entry).finally(() => {
      this.#underway.delete(key);
    });
    this.#underway.set(key, asking);
    return asking;
  }

  async #ask(
    key: string,
    path: string,
    accepted: Accepted,
    expired: CacheEntry | undefined,
  ): Promise<Found> {
    const known = expired?.answer.headers['etag'];
    const answer = await askOrigins(this.#origins, path, accepted, known);
    if (answer.status >= 500 && expired?.mayServeStale === true) {
      expired.serveStale();
      return { entry: expired, result: 'Error' };
    }
    const isUnchanged = answer.status === 304 && expired !== undefined;
    // Nothing says that CloudFront takes headers from a 304, so they stay what they were.
    const entry = new CacheEntry(isUnchanged ? expired.answer : answer, this.#now);
    this.#entries.set(key, entry);
    if (isUnchanged) return { entry, result: 'RefreshHit' };
    return { entry, result: answer.status < 400 ? 'Miss' : 'Error' };
  }
}

/** What the cache holds of an answer, and for how long it may. */
class CacheEntry {
  readonly answer: HttpAnswer;
  readonly #now: Now;
  readonly #since: number;
  readonly #rules: CachePolicy;
  /** After a failure the origin is left alone until then. */
  #servedStaleUntil = 0;

  constructor(answer: HttpAnswer, now: Now) {
    this.answer = answer;
    this.#now = now;
    this.#since = now();
    const { status, headers } = answer;
    this.#rules = new CachePolicy({ headers: {} }, { status, headers });
  }

  /** Since the origin made it, in seconds. */
  get ageSeconds(): number {
    const before = Number(this.answer.headers['age'] ?? 0);
    return before + Math.floor((this.#now() - this.#since) / SECOND_MS);
  }

  get isFresh(): boolean {
    return this.ageSeconds < this.#lifetimeSeconds || this.#now() < this.#servedStaleUntil;
  }

  /** Whether it may stand in for an origin that fails (RFC 5861, section 4). */
  get mayServeStale(): boolean {
    if (this.answer.status >= 400) return false;
    const window = /stale-if-error=(\d+)/u.exec(this.answer.headers['cache-control'] ?? '')?.[1];
    return this.ageSeconds < this.#lifetimeSeconds + Number(window ?? 0);
  }

  serveStale(): void {
    this.#servedStaleUntil = this.#now() + EDGE_ERROR_SECONDS * SECOND_MS;
  }

  /** Errors are kept for a few seconds whatever they say of themselves. */
  get #lifetimeSeconds(): number {
    const { minSeconds, defaultSeconds, maxSeconds } = edgeLifetime;
    const { status, headers } = this.answer;
    const says = headers['cache-control'] !== undefined || headers['expires'] !== undefined;
    const own = says ? (this.#rules.storable() ? this.#rules.maxAge() : 0) : defaultSeconds;
    const bounded = Math.min(Math.max(own, minSeconds), maxSeconds);
    return status >= 400 ? Math.max(bounded, EDGE_ERROR_SECONDS) : bounded;
  }
}

/** What the response headers policy adds on every status, the 304 and the HEAD, and who answered. */
function toViewer(
  { method, path, ifNoneMatch, origin }: EdgeRequest,
  { status, headers: own, body }: HttpAnswer,
  result: CacheResult,
): HttpAnswer {
  // What the edge's function answers brings its own headers.
  const isOfSite =
    isSitePath(path) && !computedPaths.includes(path) && result !== 'FunctionGeneratedResponse';
  const headers: Record<string, string> = {
    ...lowerCase(own),
    ...lowerCase(isOfSite ? siteSecurityHeaders : edgeSecurityHeaders),
    ...(origin === '' ? {} : lowerCase(corsHeaders)),
    via: '1.1 local (CloudFront)',
    'x-cache': `${result} from cloudfront`,
  };
  const { etag } = headers;
  if (status === 200 && etag !== undefined && etagMatches(ifNoneMatch, etag)) {
    return { status: 304, headers, body: Buffer.alloc(0) };
  }
  return { status, headers, body: method === 'HEAD' ? Buffer.alloc(0) : body };
}
