/**
 * A cache for one list. If the list has expired when a caller needs it, the cache requests the list again. It sends only one
 * request at a time, and keeps the last copy if the service fails. If a storage is configured, the copy is also saved there, so
 * that the copy survives a reload of the page or a restart of the process.
 */

import { checkedRecords, type Kind } from './checked-records.ts';
import type { CallOptions, List } from './list.ts';
import { type Failed, request, type RequestOptions } from './request.ts';
import { type DatedAnswer, type ListStorage, storeAnswer, storedAnswer } from './storage.ts';

interface Settings extends RequestOptions {
  readonly now: () => number;
  readonly storage: ListStorage | undefined;
  /** Maximum time to keep a copy after the service last sent or confirmed it. */
  readonly keepMs: number;
}

/** The last valid answer from the service, and the list that was made from it. */
interface Copy<R> extends DatedAnswer {
  readonly list: List<R>;
}

/** The list that callers get until it expires. If the last request failed, the list also contains the failure. */
type Shown<R> = Pick<Copy<R>, 'list' | 'since' | 'forMs'>;

/** Maximum lifetime of a list, even if its `max-age` is longer. */
const FRESH_MS = 3_600_000;

type GetList<R> = (options?: CallOptions) => Promise<List<R>>;

/** Returns a function that resolves with the list at an address, and does not request the list again until it expires. */
export function cachedList<R>(address: string, kind: Kind, settings: Settings): GetList<R> {
  const { now, storage, keepMs } = settings;
  let isRestored = storage === undefined;
  let copy: Copy<R> | undefined;
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
    if (!isRestored) {
      const stored = await storedAnswer(storage, address, settings.timeoutMs);
      isRestored = true;
      if (stored !== undefined) {
        copy = copyOf<R>(stored, undefined, kind);
        shown = copy;
        if (isFresh(shown, now())) return shown.list;
      }
    }
    const since = now(); // before the request, because the time that the request takes counts towards the age of the list
    const outcome = await request(address, copy, settings);
    if ('failure' in outcome) {
      shown = kept(outcome);
    } else {
      const isFirst = copy === undefined;
      copy = copyOf({ ...outcome, since }, copy, kind);
      if (isFirst) copy = { ...copy, forMs: Math.min(copy.forMs, leftMs(copy)) };
      shown = copy;
      void storeAnswer(storage, address, copy, now);
    }
    return shown.list;
  }

  /** Returns the copy, with the failure. @throws DirectoryError if there is no copy, or if it is too old. */
  function kept({ failure, retryMs }: Failed): Shown<R> {
    const since = now();
    if (copy !== undefined && since - copy.since >= keepMs) {
      void storeAnswer(storage, address, copy, now, '');
      copy = undefined;
      shown = undefined;
    }
    if (copy === undefined) throw failure;
    if (since < copy.since) {
      // The clock was set back, perhaps by years, so the copy's time is in the future. Without a new time, the copy would be kept
      // for longer than keepMs.
      copy = { ...copy, since, forMs: 0 };
      void storeAnswer(storage, address, copy, now);
    }
    const list = Object.freeze({ ...copy.list, source: 'kept', failure } as const);
    return { list, since, forMs: retryMs };
  }
}

/** Returns whether the answer is fresh. If the clock was set back to a time before the answer, the answer counts as expired. */
function isFresh({ since, forMs }: Pick<DatedAnswer, 'since' | 'forMs'>, now: number): boolean {
  return now >= since && now - since < Math.min(forMs, FRESH_MS);
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

/**
 * Checks the records in an answer, and returns the answer with its list. If the text of the answer has not changed, the list
 * reuses the records of the previous copy, so that a user interface that compares objects does not render again.
 */
function copyOf<R>(answer: DatedAnswer, previous: Copy<R> | undefined, kind: Kind): Copy<R> {
  const date = new Date(answer.headers['X-Cached-At'] ?? '');
  const cachedAt = Number.isNaN(date.getTime()) ? undefined : date;
  const source = answer.headers['X-Data-Source'] === 'last-good' ? 'last-good' : 'database';
  if (previous?.text !== answer.text) {
    const checked = checkedRecords<R>(answer.items, kind);
    return { ...answer, list: Object.freeze({ ...checked, cachedAt, source }) };
  }
  const { list } = previous;
  const isSame = list.source === source && list.cachedAt?.getTime() === cachedAt?.getTime();
  return { ...answer, list: isSame ? list : Object.freeze({ ...list, cachedAt, source }) };
}

/**
 * Returns the milliseconds that are left of the maximum lifetime (one hour), counted from `X-Cached-At`. Returns Infinity for a
 * last-good list, or if `X-Cached-At` is missing or invalid. Only the first answer needs this limit. This first answer may come
 * from the browser's HTTP cache, which does not say how long it has stored the answer. Later requests contain `If-None-Match`, so
 * the browser sends them to the service. If the clock of this machine is fast, the limit only causes one extra request.
 */
function leftMs({ list: { cachedAt, source }, since }: Copy<unknown>): number {
  return cachedAt === undefined || source === 'last-good'
    ? Infinity
    : cachedAt.getTime() + FRESH_MS - since;
}
