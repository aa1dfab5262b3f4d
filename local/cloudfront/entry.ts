/** What the cache holds of an answer, and how long it may. */

import CachePolicy from 'http-cache-semantics';

import { EDGE_ERROR_SECONDS, edgeLifetime } from '../../contract/edge.ts';
import type { HttpAnswer } from '../http-api.ts';

/** Milliseconds since the Unix epoch. */
export type Now = () => number;

const SECOND_MS = 1000;

export class Entry {
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
    const { statusCode: status, headers } = answer;
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
    if (this.answer.statusCode >= 400) return false;
    const window = /stale-if-error=(\d+)/u.exec(this.answer.headers['cache-control'] ?? '')?.[1];
    return this.ageSeconds < this.#lifetimeSeconds + Number(window ?? 0);
  }

  serveStale(): void {
    this.#servedStaleUntil = this.#now() + EDGE_ERROR_SECONDS * SECOND_MS;
  }

  /** Errors are kept for a few seconds whatever they say of themselves. */
  get #lifetimeSeconds(): number {
    const { minSeconds, defaultSeconds, maxSeconds } = edgeLifetime;
    const { statusCode, headers } = this.answer;
    const says = headers['cache-control'] !== undefined || headers['expires'] !== undefined;
    const own = says ? (this.#rules.storable() ? this.#rules.maxAge() : 0) : defaultSeconds;
    const bounded = Math.min(Math.max(own, minSeconds), maxSeconds);
    return statusCode >= 400 ? Math.max(bounded, EDGE_ERROR_SECONDS) : bounded;
  }
}
