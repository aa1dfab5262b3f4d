/** Keeps lists longer than a page or process lives. An entry is a line of metadata, then the body. */

import { type Answer, itemsIn, knownHeaders, withinTime } from './request.ts';

/** A storage for lists. If it throws, rejects or returns a damaged value, the calls for lists still succeed. */
export interface ListStorage {
  /** Returns the last value. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  /** Stores a value. An empty value deletes the entry. */
  set(key: string, value: string): unknown;
}

/** Exists only in browsers. If a page may not use it, a call throws. */
declare const localStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * Creates a storage in the page's `localStorage`.
 *
 * @param longest - in characters. Longer lists are not stored, because three lists must fit into an origin's 5 MB.
 */
export function browserStorage(longest = 1_000_000): ListStorage {
  return {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => {
      if (value === '' || value.length > longest) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    },
  };
}

/** An answer with the time of its request, or of the request that confirmed it with a 304. */
export interface DatedAnswer extends Answer {
  readonly since: number;
}

/** Reads an answer. Never rejects. Returns `undefined` if the storage has no valid answer or does not respond in time. */
export async function storedAnswer(
  storage: ListStorage | undefined,
  address: string,
  timeoutMs: number,
): Promise<DatedAnswer | undefined> {
  try {
    const entry = await withinTime(storage?.get(keyOf(address)), timeoutMs, undefined);
    return answerIn(entry ?? '');
  } catch {
    return undefined;
  }
}

/** Parses an entry. Throws or returns `undefined` if it is empty, damaged or not from this package. */
function answerIn(entry: string): DatedAnswer | undefined {
  const [line = ''] = entry.split('\n', 1);
  const text = entry.slice(line.length + 1);
  const items = itemsIn(text);
  const facts: unknown = JSON.parse(line);
  return items === undefined || !isFacts(facts) || facts.length !== text.length
    ? undefined
    : { ...facts, headers: knownHeaders(new Headers(facts.headers)), text, items };
}

/** The metadata of an entry. `length` is that of the body. */
type Facts = Omit<DatedAnswer, 'text' | 'items'> & { readonly length: number };

/** A lifetime that is not a number counts as expired; invalid headers are rejected. */
function isFacts(value: unknown): value is Facts {
  return value instanceof Object && 'since' in value && typeof value.since === 'number';
}

/**
 * Stores the answer, or deletes it if the entry is empty, unless another page has stored a newer one. Never rejects, because the
 * list is in memory and the next answer will be stored.
 */
export async function storeAnswer(
  storage: ListStorage | undefined,
  address: string,
  answer: DatedAnswer,
  now: () => number,
  entry: string = entryOf(answer),
): Promise<void> {
  const key = keyOf(address);
  try {
    const stored = answerIn((await storage?.get(key)) ?? '');
    // An entry with a time in the future is replaced. Its clock was wrong, and it would count as newer for too long.
    if (stored !== undefined && isNewer(stored, answer) && stored.since <= now()) return;
  } catch {} // an unreadable entry is replaced
  // If the storage is full, the old entry is deleted: it may contain a founder who was taken down.
  for (const value of [entry, '']) {
    try {
      await storage?.set(key, value);
      return;
    } catch {}
  }
}

/** Tells whether `one` was requested later. If both were requested at once: whether it was read from the database later. */
function isNewer(one: DatedAnswer, other: DatedAnswer): boolean {
  if (one.since !== other.since) return one.since > other.since;
  return (one.headers['X-Cached-At'] ?? '') > (other.headers['X-Cached-At'] ?? '');
}

/** Returns an entry. It contains the body's length, so that a truncated body is rejected. */
function entryOf({ since, forMs, headers, text }: DatedAnswer): string {
  return `${JSON.stringify({ since, forMs, headers, length: text.length })}\n${text}`;
}

/** Returns the key, with a prefix that separates this package's entries from others in the same storage. */
function keyOf(address: string): string {
  return `public-directory ${address}`;
}
