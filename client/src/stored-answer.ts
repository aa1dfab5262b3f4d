/** The last answer of a list in a storage: a line of what is known of it, and its body as it was sent. */

import { type Answered, bodyOf } from './request.ts';
import type { ListStorage } from './storage.ts';

/** What is known of an answer beside its body. */
interface Facts {
  /** When it was asked for, or confirmed by a 304. */
  readonly since: number;
  /** For how long it may be used without asking again. */
  readonly forMs: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

interface Stored extends Facts {
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body, so that half of one is none. */
  readonly length: number;
}

/** Never rejects. `undefined` where there is no answer, or one that is damaged or somebody else's. */
export async function storedAnswer(
  storage: ListStorage,
  address: string,
): Promise<(Answered & Pick<Facts, 'since' | 'forMs'>) | undefined> {
  try {
    const entry = (await storage.get(keyOf(address))) ?? '';
    const [line = ''] = entry.split('\n', 1);
    const facts: unknown = JSON.parse(line);
    const body = bodyOf(entry.slice(line.length + 1));
    return body === undefined || !isStored(facts) || facts.length !== body.text.length
      ? undefined
      : { ...facts, headers: new Headers(facts.headers), body, isUnchanged: false };
  } catch {
    return undefined;
  }
}

/** A wrong lifetime is none, and of wrong headers none can be made. */
function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    'since' in value &&
    typeof value.since === 'number'
  );
}

/** Never rejects: the list is in memory, and the next answer is stored again. Without an answer, deletes the one that is stored. */
export async function storeAnswer(
  storage: ListStorage,
  address: string,
  text = '',
  facts?: Facts,
): Promise<void> {
  const line = JSON.stringify({ ...facts, length: text.length });
  try {
    await storage.set(keyOf(address), text === '' ? '' : `${line}\n${text}`);
  } catch {}
}

/** Of this package among whatever else its user stores. */
function keyOf(address: string): string {
  return `public-directory ${address}`;
}
