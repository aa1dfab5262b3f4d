/** Storages keep lists beyond the life of a page or a process. An entry is a line of facts, and the body as it was sent. */

import { type Answer, itemsIn, knownHeaders, withinTime } from './request.ts';

/** One that throws, rejects or gives something else than it was given fails no call. */
export interface ListStorage {
  /** Gives the value that was last set. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  /** An empty value deletes. */
  set(key: string, value: string): unknown;
}

/** Only pages have it, and in some it is forbidden, which makes a call throw. */
declare const localStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** The `localStorage` of a page. A list of more characters is not stored: three of them have to fit into the 5 MB of an origin. */
export function browserStorage(longest = 1_000_000): ListStorage {
  return {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => {
      if (value === '' || value.length > longest) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    },
  };
}

/** An answer, and when it was asked for or confirmed by a 304. */
export interface DatedAnswer extends Answer {
  readonly since: number;
}

/** Never rejects. Returns `undefined` if the storage has no valid answer, or does not respond in time. */
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

/** Throws or returns `undefined` if the entry is empty, damaged or not one of this package. */
function answerIn(entry: string): DatedAnswer | undefined {
  const [line = ''] = entry.split('\n', 1);
  const text = entry.slice(line.length + 1);
  const items = itemsIn(text);
  const facts: unknown = JSON.parse(line);
  return items === undefined || !isFacts(facts) || facts.length !== text.length
    ? undefined
    : { ...facts, headers: knownHeaders(new Headers(facts.headers)), text, items };
}

/** A lifetime that is not a number counts as expired; invalid headers are rejected. */
function isFacts(
  value: unknown,
): value is Omit<DatedAnswer, 'text' | 'items'> & { length: number } {
  return value instanceof Object && 'since' in value && typeof value.since === 'number';
}

/**
 * Stores the answer, or deletes it if the entry is empty, unless another page has stored a newer one. Never rejects: the list is in
 * memory, and the next answer is stored again.
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
    // The entry of a clock that was ahead would never be replaced.
    if (stored !== undefined && isNewer(stored, answer) && stored.since <= now()) return;
  } catch {} // an entry that cannot be read is replaced
  // If the storage is full, the old entry is deleted: it may contain a founder who was taken down.
  for (const value of [entry, '']) {
    try {
      await storage?.set(key, value);
      return;
    } catch {}
  }
}

/** Whether it was requested later or, of two requested at once, read from the database later. */
function isNewer(one: DatedAnswer, other: DatedAnswer): boolean {
  if (one.since !== other.since) return one.since > other.since;
  return (one.headers['X-Cached-At'] ?? '') > (other.headers['X-Cached-At'] ?? '');
}

/** Has the body's length, so that half a body is none. */
function entryOf({ since, forMs, headers, text }: DatedAnswer): string {
  return `${JSON.stringify({ since, forMs, headers, length: text.length })}\n${text}`;
}

/** Distinguishes this package's entries from whatever else is stored there. */
function keyOf(address: string): string {
  return `public-directory ${address}`;
}
