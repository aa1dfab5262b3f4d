/**
 * Stores lists, so that they survive a reload of the page or a restart of the process. An entry consists of one line of metadata,
 * followed by the body of the response.
 */

import { type Answer, itemsIn, knownHeaders, withinTime } from './request.ts';

/** A place to store lists. The client works even if a storage throws, rejects or returns a damaged value. */
export interface ListStorage {
  /** Returns the value that was last stored under this key. Returns `null` or `undefined` if there is no value. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  /** Stores a value. An empty value deletes the entry. */
  set(key: string, value: string): unknown;
}

/** The global `localStorage` of browsers. If the browser blocks it for a page, every use throws an error. */
declare const localStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * Creates a storage in the page's `localStorage`.
 *
 * @param longest - maximum length of an entry, in characters. A longer entry is not stored. With the default, three lists fit into
 * the 5 MB that browsers allow for each origin.
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

/** An answer, and the time when it was last requested. */
export interface DatedAnswer extends Answer {
  /**
   * Start of the request that returned this answer or last confirmed it with a 304, in Unix milliseconds. If the clock was
   * set back to an earlier time, `since` is the time when the client noticed this.
   */
  readonly since: number;
}

/**
 * Reads an answer from the storage. Never rejects. Returns `undefined` if the storage has no valid answer or does not respond in
 * time.
 */
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

/** Parses an entry. Throws or returns `undefined` if the entry is empty, damaged or not from this package. */
function answerIn(entry: string): DatedAnswer | undefined {
  const [line = ''] = entry.split('\n', 1);
  const text = entry.slice(line.length + 1);
  const items = itemsIn(text);
  const facts: unknown = JSON.parse(line);
  return items === undefined || !isFacts(facts) || facts.length !== text.length
    ? undefined
    : { ...facts, headers: knownHeaders(new Headers(facts.headers)), text, items };
}

/** The metadata of an entry. `length` is the length of the body. */
type Facts = Omit<DatedAnswer, 'text' | 'items'> & { readonly length: number };

/**
 * Checks only the time. Other code handles the rest: an invalid lifetime counts as expired, and `new Headers` throws if the
 * headers are invalid.
 */
function isFacts(value: unknown): value is Facts {
  return value instanceof Object && 'since' in value && typeof value.since === 'number';
}

/**
 * Stores the answer. Does nothing if another page or process has stored a newer answer. Never rejects, because the list is also
 * in memory, and the client will try to store the next answer.
 *
 * @param entry - the value to store. If it is empty, the stored entry is deleted.
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
    // An entry with a time in the future is replaced. The clock was wrong when the entry was stored, and the entry would count as
    // newer until the clock reaches that time.
    if (stored !== undefined && isNewer(stored, answer) && stored.since <= now()) return;
  } catch {} // an unreadable entry is replaced
  // If the new entry cannot be stored (the storage may be full), the old entry is deleted, because it may contain a founder
  // whom the new list no longer contains.
  for (const value of [entry, '']) {
    try {
      await storage?.set(key, value);
      return;
    } catch {}
  }
}

/**
 * Tells whether `one` was requested later than `other`. If both were requested at the same time, tells whether the service read
 * `one` from the database later.
 */
function isNewer(one: DatedAnswer, other: DatedAnswer): boolean {
  if (one.since !== other.since) return one.since > other.since;
  return (one.headers['X-Cached-At'] ?? '') > (other.headers['X-Cached-At'] ?? '');
}

/** Returns the entry for an answer. The metadata contains the length of the body, so that a truncated entry can be rejected. */
function entryOf({ since, forMs, headers, text }: DatedAnswer): string {
  return `${JSON.stringify({ since, forMs, headers, length: text.length })}\n${text}`;
}

/** Returns the key of an entry. Its prefix separates this package's entries from other entries in the same storage. */
function keyOf(address: string): string {
  return `public-directory ${address}`;
}
