/** Searches and sorts records, in the browser: the lists are whole, so nothing is asked of the service. */

import { humanized } from '../text.ts';
import type { Filter } from './route.ts';

type Choices = Filter['choices'];

/** One way to filter a list: `valuesOf` gives the values that a record has, beside what else is chosen. */
export interface Facet<R> {
  readonly key: string;
  readonly valuesOf: (record: R, choices: Choices) => readonly string[];
}

/** One way to sort a list, as `Array.sort` takes it. */
export interface Order<R> {
  readonly key: string;
  readonly compare: (one: R, other: R) => number;
}

const COLLATOR = new Intl.Collator('en', { numeric: true });
const BEFORE_LETTERS = /^[^\p{L}\p{N}]+/u;

/** Compares by the first letter or digit, whatever is in front of it. */
export function alphabetically(one: string, other: string): number {
  return COLLATOR.compare(one.replace(BEFORE_LETTERS, ''), other.replace(BEFORE_LETTERS, ''));
}

/** Records without a date come last. */
export const newest: Order<{ readonly created_at: string | null }> = {
  key: 'newest',
  compare: (one, other) => alphabetically(other.created_at ?? '', one.created_at ?? ''),
};

/** A record with the text that a search looks in, folded once. */
interface Indexed<R> {
  readonly record: R;
  readonly text: string;
}

export interface Searched<R> {
  /** The texts in which a search looks. */
  readonly textsOf: (record: R) => readonly (string | null)[];
  readonly facets: readonly Facet<R>[];
}

/** Without case and accents, so that `cafe` finds `Café`. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A search looks in the values of the facets, too, as they are shown. */
export function indexed<R>(
  records: readonly R[],
  { textsOf, facets }: Searched<R>,
): readonly Indexed<R>[] {
  return records.map((record) => {
    const values = facets.flatMap(({ valuesOf }) => valuesOf(record, {}).map(humanized));
    return { record, text: folded([...textsOf(record), ...values].join('\n')) };
  });
}

/** The records that hold every word, in the order of the list. */
export function withWords<R>(index: readonly Indexed<R>[], words: string): readonly R[] {
  const wanted = wordsOf(words);
  return index
    .filter(({ text }) => wanted.every((word) => text.includes(word)))
    .map(({ record }) => record);
}

function wordsOf(text: string): readonly string[] {
  return folded(text).split(/\s+/u).filter(Boolean);
}

const AROUND_CHARACTERS = 40;

/** What surrounds one of the words in a text that is hidden, if none of the texts that are shown holds it: before, there, after. */
export function hiddenHit(
  words: string,
  shown: readonly string[],
  hidden: readonly string[],
): readonly [string, string, string] | undefined {
  const shownText = folded(shown.join('\n'));
  for (const word of wordsOf(words).filter((each) => !shownText.includes(each))) {
    for (const text of hidden) {
      const plain = folded(text);
      // A text that has become longer or shorter has its words elsewhere.
      const at = (plain.length === text.length ? plain : text.toLowerCase()).indexOf(word);
      if (at >= 0) return around(text, at, at + word.length);
    }
  }
  return undefined;
}

/** Whole words only, and `…` where something is left out. */
function around(text: string, start: number, end: number): readonly [string, string, string] {
  const from = start - AROUND_CHARACTERS;
  const to = end + AROUND_CHARACTERS;
  const before = from <= 0 ? text.slice(0, start) : text.slice(from, start).replace(/^\S*/u, '…');
  const after = to >= text.length ? text.slice(end) : text.slice(end, to).replace(/\S*$/u, '…');
  return [before, text.slice(start, end), after];
}

/** The records that have a chosen value of every facet. A choice that is no facet of the list, as of a strange link, chooses nothing. */
export function withChoices<R>(
  records: readonly R[],
  facets: readonly Facet<R>[],
  choices: Choices,
): readonly R[] {
  const chosen = facets.filter(({ key }) => choices[key] !== undefined);
  return records.filter((record) =>
    chosen.every(({ key, valuesOf }) =>
      valuesOf(record, choices).some((value) => chosenOf(choices, key).includes(value)),
    ),
  );
}

export function chosenOf(choices: Choices, key: string): readonly string[] {
  return choices[key] ?? [];
}

/** The values of a facet, in alphabetical order, with how many of the records have each, beside what else is chosen. */
export function tally<R>(
  records: readonly R[],
  facets: readonly Facet<R>[],
  { key, valuesOf }: Facet<R>,
  choices: Choices,
): ReadonlyMap<string, number> {
  const { [key]: _, ...others } = choices;
  const counts = new Map<string, number>();
  for (const record of withChoices(records, facets, others)) {
    for (const value of new Set(valuesOf(record, others))) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return new Map([...counts].toSorted(([one], [other]) => alphabetically(one, other)));
}
