/** Keeps lists for longer than a page or process lives. An entry consists of a line of metadata and then the body. */

import { type Answer, itemsIn, knownHeaders, withinTime } from './request.ts';

/** A storage for lists. If it throws, rejects or returns a damaged value, the calls for lists still succeed. */
export interface ListStorage {
  /** Returns the value that was stored last. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  /** Stores a value. An empty value deletes the entry. */
  set(key: string, value: string): unknown;
}

/** Exists only in browsers. If the browser blocks it for a page, every use of it throws. */
declare const localStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * Creates a storage in the page's `localStorage`.
 *
 * @param longest - the longest list to store, in characters. It is limited because three lists must fit into the 5 MB of an
 * origin.
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

/** An answer with the time of its request, or the time of the request that last confirmed it with a 304. */
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

/** An entry's metadata. `length` is the length of the body. */
type Facts = Omit<DatedAnswer, 'text' | 'items'> & { readonly length: number };

/** Checks only the time. A lifetime that is not a number counts as expired, and invalid headers are rejected later. */
function isFacts(value: unknown): value is Facts {
  return value instanceof Object && 'since' in value && typeof value.since === 'number';
}

/**
 * Stores the answer, or deletes it if the entry is empty. Does nothing if another page has stored a newer answer. Never rejects,
 * because the list is in memory and the next answer will be stored.
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
    // An entry with a time in the future is replaced. The clock was wrong when it was stored, and it would count as newer for too
    // long.
    if (stored !== undefined && isNewer(stored, answer) && stored.since <= now()) return;
  } catch {} // an unreadable entry is replaced
  // If the storage is full, the old entry is deleted, because it may contain a founder who was taken down.
  for (const value of [entry, '']) {
    try {
      await storage?.set(key, value);
      return;
    } catch {}
  }
}

/**
 * Tells whether `one` was requested later. If both were requested at the same time, tells whether `one` was read from the
 * database later.
 */
function isNewer(one: DatedAnswer, other: DatedAnswer): boolean {
  if (one.since !== other.since) return one.since > other.since;
  return (one.headers['X-Cached-At'] ?? '') > (other.headers['X-Cached-At'] ?? '');
}

/** Returns the entry for an answer. It contains the length of the body, so that a truncated body can be rejected. */
function entryOf({ since, forMs, headers, text }: DatedAnswer): string {
  return `${JSON.stringify({ since, forMs, headers, length: text.length })}\n${text}`;
}

/** Returns the key, with a prefix that separates this package's entries from others in the same storage. */
function keyOf(address: string): string {
  return `public-directory ${address}`;
}
