/** A stand-in for CloudFront: the cache, the door and the fallback, with the values that the CDK app sets. */

import { allPaths } from '../../contract/paths.ts';
import type { HttpAnswer } from '../http-api.ts';
import { type Accepted, acceptedOf } from './encoding.ts';
import { Entry, type Now } from './entry.ts';
import { edgeFunctions } from './functions.ts';
import { askBehind, edgeError, type Origins } from './origins.ts';
import { toViewer } from './to-viewer.ts';

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

export type CacheResult = 'Hit' | 'Miss' | 'RefreshHit' | 'Error' | 'FunctionGeneratedResponse';

/** A behaviour with an origin group may allow these and no more. */
const LIST_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export class Edge {
  readonly #origins: Origins;
  readonly #functions = edgeFunctions();
  readonly #entries = new Map<string, Entry>();
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
    if (request.hasBody && LIST_METHODS.has(method)) {
      return toViewer(request, noBody, 'Error');
    }
    const withoutList = this.#functions.withoutList(method, path);
    if (typeof withoutList !== 'string') {
      return toViewer(request, withoutList, 'FunctionGeneratedResponse');
    }
    const { entry, result } = await this.#find(withoutList, acceptedOf(request.acceptEncoding));
    const { statusCode, headers, body } = entry.answer;
    const changed =
      isList && statusCode < 400 ? this.#functions.onTheWayOut(statusCode, headers) : headers;
    const age = result === 'Miss' ? {} : { age: String(entry.ageSeconds) };
    return toViewer(request, { statusCode, headers: { ...changed, ...age }, body }, result);
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
    this.#laterMs += seconds * 1000;
  }

  /** One question to the origin for all who ask the same at once. */
  async #find(path: string, accepted: Accepted): Promise<Found> {
    const key = `${path} ${accepted}`;
    const entry = this.#entries.get(key);
    if (entry?.isFresh === true) {
      return { entry, result: entry.answer.statusCode < 400 ? 'Hit' : 'Error' };
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
    expired: Entry | undefined,
  ): Promise<Found> {
    const known = expired?.answer.headers['etag'];
    const answer = await askBehind(this.#origins, path, accepted, known);
    if (answer.statusCode === 304 && expired !== undefined) {
      // Nothing says that CloudFront takes headers from it, so they stay what they were.
      const entry = new Entry(expired.answer, this.#now);
      this.#entries.set(key, entry);
      return { entry, result: 'RefreshHit' };
    }
    if (answer.statusCode >= 500 && expired?.mayServeStale === true) {
      expired.serveStale();
      return { entry: expired, result: 'Error' };
    }
    const entry = new Entry(answer, this.#now);
    this.#entries.set(key, entry);
    return { entry, result: answer.statusCode < 400 ? 'Miss' : 'Error' };
  }
}

interface Found {
  readonly entry: Entry;
  readonly result: CacheResult;
}

const notAllowed = edgeError(
  403,
  'The distribution is not configured to allow the HTTP request method that was used.',
);
const noBody = edgeError(403, 'A GET, HEAD or OPTIONS request has no body here.');
