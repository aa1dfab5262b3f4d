/** Storages keep lists beyond the life of a page or a process. An entry is a line of facts, and the body as it was sent. */

import { type Answer, itemsIn, knownHeaders } from './request.ts';

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

/** Never rejects. `undefined` where there is no answer, or one that is damaged or somebody else's. */
export async function storedAnswer(
  storage: ListStorage | undefined,
  address: string,
): Promise<DatedAnswer | undefined> {
  try {
    const entry = (await storage?.get(keyOf(address))) ?? '';
    const [line = ''] = entry.split('\n', 1);
    const text = entry.slice(line.length + 1);
    const items = itemsIn(text);
    const facts: unknown = JSON.parse(line);
    return items === undefined || !isFacts(facts) || facts.length !== text.length
      ? undefined
      : { ...facts, headers: knownHeaders(new Headers(facts.headers)), text, items };
  } catch {
    return undefined;
  }
}

/** A lifetime that is no number is none, and of headers that are none nothing can be made. */
function isFacts(
  value: unknown,
): value is Omit<DatedAnswer, 'text' | 'items'> & { length: number } {
  return value instanceof Object && 'since' in value && typeof value.since === 'number';
}

/** Never rejects: the list is in memory, and the next answer is stored again. Deletes the entry where there is no answer. */
export async function storeAnswer(
  storage: ListStorage | undefined,
  address: string,
  answer: DatedAnswer | undefined,
): Promise<void> {
  try {
    await storage?.set(keyOf(address), answer === undefined ? '' : entryOf(answer));
  } catch {}
}

/** Has the body's length, so that half a body is none. */
function entryOf({ since, forMs, headers, text }: DatedAnswer): string {
  return `${JSON.stringify({ since, forMs, headers, length: text.length })}\n${text}`;
}

/** Distinguishes this package's entries from whatever else is stored there. */
function keyOf(address: string): string {
  return `public-directory ${address}`;
}
