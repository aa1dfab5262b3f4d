/** The last good answer of the service, and what the next one makes of it. */

import { checkedRecords } from './checked-records.ts';
import type { List } from './list.ts';
import type { Answered, Before } from './outcome.ts';
import type { shapes } from './shapes.ts';

export interface Held<R> extends Before {
  /** As the latest 304 renewed them, by their names below. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly list: List<R>;
}

const RENEWED = ['ETag', 'Cache-Control', 'X-Cached-At', 'X-Data-Source'];

/** What is the same as before stays the same object, so that a view which compares identities draws nothing anew. */
export function heldFrom<R>(
  { body, isUnchanged, headers: answered }: Answered,
  kind: keyof typeof shapes,
  before: Held<R> | undefined,
): Held<R> {
  const headers = Object.fromEntries(
    RENEWED.map((name) => [
      name,
      answered.get(name) ?? (isUnchanged ? before?.headers[name] : undefined),
    ]),
  );
  const facts = {
    cachedAt: dateOf(headers['X-Cached-At']),
    source: headers['X-Data-Source'] === 'last-good' ? 'last-good' : 'database',
  } as const;

  const list =
    before?.body.text === body.text
      ? withFacts(before.list, facts)
      : { ...checkedRecords<R>(body.items, kind), ...facts };
  return { body, etag: headers['ETag'], headers, list };
}

function withFacts<R>(list: List<R>, facts: Pick<List<R>, 'cachedAt' | 'source'>): List<R> {
  const isSame =
    list.source === facts.source && list.cachedAt?.getTime() === facts.cachedAt?.getTime();
  return isSame ? list : { ...list, ...facts };
}

function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}
