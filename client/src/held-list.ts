/** One list as the client holds it: asked for when it is due, by one request at a time, and kept when the service fails. */

import { type Held, heldFrom } from './held.ts';
import { lifetimeMs } from './lifetime.ts';
import type { List } from './list.ts';
import { type Requests, request } from './request.ts';
import type { shapes } from './shapes.ts';

/** For how long the service lets a list that it has just read be used. */
const FRESH_MS = 3_600_000;

/**
 * What is left of that by the list's own time: a browser's own cache may have answered the first question, and it tells
 * nobody how long it had the answer. A 304 goes past that cache, so a clock that is ahead costs one request.
 */
function leftMs({ cachedAt, source }: List<unknown>, now: number): number {
  return source === 'database' && cachedAt !== undefined
    ? Math.max(0, cachedAt.getTime() + FRESH_MS - now)
    : Infinity;
}

export interface Settings extends Requests {
  readonly now: () => number;
}

/** What callers get, and until when. */
interface Shown<R> {
  readonly list: List<R>;
  readonly since: number;
  readonly forMs: number;
}

export function heldList<R>(
  address: string,
  kind: keyof typeof shapes,
  settings: Settings,
): () => Promise<List<R>> {
  const { now } = settings;
  let held: Held<R> | undefined;
  let shown: Shown<R> | undefined;
  let pending: Promise<List<R>> | undefined;

  return async () => {
    if (shown !== undefined && isFresh(shown, now())) return shown.list;
    pending ??= renewed().finally(() => {
      pending = undefined;
    });
    return pending;
  };

  async function renewed(): Promise<List<R>> {
    const since = now();
    const outcome = await request(address, held, settings);
    if ('failure' in outcome) {
      const { failure, retryMs } = outcome;
      if (held === undefined) throw failure;
      shown = { list: { ...held.list, source: 'kept', failure }, since: now(), forMs: retryMs };
    } else {
      const isFirst = held === undefined;
      held = heldFrom(outcome, kind, held);
      const lifetime = lifetimeMs(held.headers['Cache-Control'], outcome.headers.get('Age'));
      shown = {
        list: held.list,
        since, // of the question: the way back is part of the age
        forMs: isFirst ? Math.min(lifetime, leftMs(held.list, since)) : lifetime,
      };
    }
    return shown.list;
  }
}

/** A clock that was set back makes nothing fresh. */
function isFresh({ since, forMs }: Shown<unknown>, now: number): boolean {
  return now >= since && now - since < forMs;
}
