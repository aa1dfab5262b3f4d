/**
 * A cache of one list: asked for when its lifetime is over, by one request at a time, and kept when the service fails; for
 * the next page or process in a storage, where there is one.
 */

import { checkedRecords } from './check-records.ts';
import type { CallOptions, List } from './list.ts';
import type { shapes } from './records.ts';
import {
  type Answered,
  type Previous,
  request,
  type RequestOptions,
  wholeSeconds,
} from './request.ts';
import type { ListStorage } from './storage.ts';
import { storeAnswer, storedAnswer } from './stored-answer.ts';

export interface Settings extends RequestOptions {
  readonly now: () => number;
  readonly storage: ListStorage | undefined;
  /** For how long an answer is kept that the service does not confirm. */
  readonly keepMs: number;
}

/** The last good answer of the service. */
interface Cached<R> extends Previous {
  /** When it was asked for, or confirmed by a 304. */
  readonly since: number;
  /** As the latest 304 renewed them, by the names in `RENEWED`. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly list: List<R>;
}

/** What callers get, and until when. */
interface Shown<R> {
  readonly list: List<R>;
  readonly since: number;
  readonly forMs: number;
}

const RENEWED = ['ETag', 'Cache-Control', 'X-Cached-At', 'X-Data-Source'];

/** For how long the service lets a list that it has just read be used. */
const FRESH_MS = 3_600_000;

export function cachedList<R>(
  address: string,
  kind: keyof typeof shapes,
  settings: Settings,
): (options?: CallOptions) => Promise<List<R>> {
  const { now, storage, keepMs } = settings;
  let isRestored = false;
  let cached: Cached<R> | undefined;
  let shown: Shown<R> | undefined;
  let pending: Promise<List<R>> | undefined;

  return async ({ signal } = {}) => {
    signal?.throwIfAborted();
    if (shown !== undefined && isFresh(shown, now())) return shown.list;
    pending ??= renewed().finally(() => {
      pending = undefined;
    });
    return signal === undefined ? pending : unlessAborted(pending, signal);
  };

  async function renewed(): Promise<List<R>> {
    if (storage !== undefined && !isRestored) {
      await restore(storage);
      isRestored = true;
      if (shown !== undefined && isFresh(shown, now())) return shown.list;
    }
    const since = now();
    const outcome = await request(address, cached, settings);
    if ('failure' in outcome) {
      const { failure, retryMs } = outcome;
      if (cached !== undefined && !isFresh({ ...cached, forMs: keepMs }, now())) forget();
      if (cached === undefined) throw failure;
      const list = Object.freeze({ ...cached.list, source: 'kept', failure } as const);
      shown = { list, since: now(), forMs: retryMs };
    } else {
      const isFirst = cached === undefined;
      cached = updated(cached, outcome, kind, since);
      const { list, headers, body } = cached;
      const lifetime = lifetimeMs(headers['Cache-Control'], outcome.headers.get('Age'));
      const forMs = isFirst ? Math.min(lifetime, leftMs(list, since)) : lifetime;
      shown = { list, since, forMs }; // since the request: the way back is part of the age
      if (storage !== undefined) {
        void storeAnswer(storage, address, body.text, { since, forMs, headers });
      }
    }
    return shown.list;
  }

  async function restore(from: ListStorage): Promise<void> {
    const stored = await storedAnswer(from, address);
    if (stored === undefined) return;
    cached = updated(undefined, stored, kind, stored.since);
    const forMs = Math.min(stored.forMs, FRESH_MS);
    shown = { list: cached.list, since: stored.since, forMs };
  }

  function forget(): void {
    cached = undefined;
    shown = undefined;
    if (storage !== undefined) void storeAnswer(storage, address);
  }
}

/** A clock that was set back makes nothing fresh. */
function isFresh({ since, forMs }: Pick<Shown<unknown>, 'since' | 'forMs'>, now: number): boolean {
  return now >= since && now - since < forMs;
}

async function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort);
    pending.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** What has not changed stays the same object, so that a view which compares identities renders nothing again. */
function updated<R>(
  previous: Cached<R> | undefined,
  { body, isUnchanged, headers: answered }: Answered,
  kind: keyof typeof shapes,
  since: number,
): Cached<R> {
  const headers = Object.fromEntries(
    RENEWED.map((name) => [
      name,
      answered.get(name) ?? (isUnchanged ? previous?.headers[name] : undefined),
    ]),
  );
  const facts = {
    cachedAt: dateOf(headers['X-Cached-At']),
    source: headers['X-Data-Source'] === 'last-good' ? 'last-good' : 'database',
  } as const;

  const list =
    previous?.body.text === body.text
      ? withFacts(previous.list, facts)
      : Object.freeze({ ...checkedRecords<R>(body.items, kind), ...facts });
  return { body, etag: headers['ETag'], headers, list, since };
}

function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function withFacts<R>(list: List<R>, facts: Pick<List<R>, 'cachedAt' | 'source'>): List<R> {
  const isSame =
    list.source === facts.source && list.cachedAt?.getTime() === facts.cachedAt?.getTime();
  return isSame ? list : Object.freeze({ ...list, ...facts });
}

/** By `max-age` and `Age` (RFC 9111, 4.2.1 and 5.1); none without a `max-age`. */
function lifetimeMs(cacheControl: string | undefined, age: string | null): number {
  const maxAge = /(?:^|[\s,])max-age="?(\d+)/i.exec(cacheControl ?? '')?.[1] ?? 0;
  return Math.max(0, Number(maxAge) - (wholeSeconds(age) ?? 0)) * 1000;
}

/**
 * What is left of the hour by the list's own time: the browser's own cache may have answered the first request, and it does
 * not say for how long it had the answer. A 304 goes past that cache, so a clock that is ahead costs one request.
 */
function leftMs({ cachedAt, source }: List<unknown>, now: number): number {
  return source === 'database' && cachedAt !== undefined
    ? Math.max(0, cachedAt.getTime() + FRESH_MS - now)
    : Infinity;
}
