/** Searches and sorts records, in the browser: the lists are whole, so nothing is asked of the service. */

import { humanized } from '../text.ts';
import type { Filter } from './route.ts';

/** One way to filter a list: `valuesOf` gives the values that a record has, beside what else is chosen. */
export interface Facet<R> {
  readonly key: string;
  readonly valuesOf: (record: R, choices: Filter['choices']) => readonly string[];
}

/** One way to sort a list, as `Array.sort` takes it. */
export interface Order<R> {
  readonly key: string;
  readonly compare: (one: R, other: R) => number;
}

const COLLATOR = new Intl.Collator('en', { numeric: true });
const BEFORE_LETTERS = /^[^\p{L}\p{N}]+/u;

/** By the first letter or digit, whatever is in front of it. */
export function alphabetically(one: string, other: string): number {
  return COLLATOR.compare(one.replace(BEFORE_LETTERS, ''), other.replace(BEFORE_LETTERS, ''));
}

/** What has no date is last. */
export const newest: Order<{ readonly created_at: string | null }> = {
  key: 'newest',
  compare: (one, other) => alphabetically(other.created_at ?? '', one.created_at ?? ''),
};

export interface Searched<R> {
  readonly textsOf: (record: R) => readonly (string | null)[];
  readonly facets: readonly Facet<R>[];
}

/** A record with the text that a search looks in, folded once. */
export interface Indexed<R> {
  readonly record: R;
  readonly text: string;
}

/** Without case and accents, so that `cafe` finds `Café`. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A search looks in the values of the facets, too, as they are shown. */
export function indexed<R>(
  records: readonly R[],
  { textsOf, facets }: Searched<R>,
): readonly Indexed<R>[] {
  return records.map((record) => ({
    record,
    text: folded(
      [
        ...textsOf(record).filter((text) => text !== null),
        ...facets.flatMap(({ valuesOf }) => valuesOf(record, {}).map(humanized)),
      ].join('\n'),
    ),
  }));
}

/** The records that hold every word and have every chosen value, in the order of the list. */
export function search<R>(
  index: readonly Indexed<R>[],
  facets: readonly Facet<R>[],
  { words, choices }: Filter,
): readonly R[] {
  const wanted = folded(words).split(/\s+/u).filter(Boolean);
  const chosen = facets.flatMap(({ key, valuesOf }) => {
    const value = choices[key];
    return value === undefined ? [] : [{ value, valuesOf }];
  });
  return index
    .filter(
      ({ record, text }) =>
        wanted.every((word) => text.includes(word)) &&
        chosen.every(({ value, valuesOf }) => valuesOf(record, choices).includes(value)),
    )
    .map(({ record }) => record);
}

/** What a facet offers: each value that occurs in the list beside what else is chosen, in alphabetical order. */
export function valuesIn<R>(
  records: readonly R[],
  { valuesOf }: Facet<R>,
  choices: Filter['choices'] = {},
): readonly string[] {
  const values = records.flatMap((record) => valuesOf(record, choices));
  return [...new Set(values)].toSorted(alphabetically);
}
