/** Searches, filters and sorts records in the browser. This needs no requests, because the loaded lists are complete. */

import type { FunctionComponent } from 'preact';

import { humanized } from '../text.ts';
import type { Language } from './language.ts';
import type { ViewName } from './lists.ts';

/**
 * A visitor's search text, and the chosen values of each facet. A record passes the filter if it matches the search text, and
 * has at least one of the chosen values in every facet with chosen values.
 */
export interface Filter {
  readonly words: string;
  readonly choices: Choices;
}

/** The chosen values, keyed by facet. The key `sort` contains the chosen sort order. */
export type Choices = Readonly<Record<string, readonly string[]>>;

export const noFilter: Filter = { words: '', choices: {} };

export function hasWords({ words }: Filter): boolean {
  return words.trim() !== '';
}

/**
 * A property by which a list can be filtered, such as the industry. `valuesOf` returns the values of a record. The values may
 * depend on the choices in other facets.
 */
export interface Facet<R> {
  readonly key: string;
  readonly valuesOf: (record: R, choices: Choices) => readonly string[];
}

/** A sort order of a list. `compare` is a function for `Array.sort`. */
interface Order<R> {
  readonly key: string;
  readonly compare: (one: R, other: R) => number;
}

/** Strings from a record. A missing string is null. */
export type Texts = readonly (string | null)[];

/** Defines how a list is searched, filtered, sorted and shown. */
export interface View<R> {
  readonly name: ViewName;
  /**
   * Returns the strings to search, in groups. The most important group comes first. For a startup, the groups are its name, its
   * blurb, its founders and its description.
   */
  readonly textsOf: (record: R) => readonly Texts[];
  readonly facets: readonly Facet<R>[];
  /** Sort orders. The first one is the default. */
  readonly orders: readonly [Order<R>, ...Order<R>[]];
  readonly Card: FunctionComponent<CardProps<R>>;
}

export interface CardProps<R> {
  readonly record: R;
  /**
   * The search text. If one of its words matches only text that a startup's card does not show, the card also shows the match
   * with its context.
   */
  readonly words?: string;
}

/** Maximum number of groups that `textsOf` returns. The index of a group is called its place. */
const PLACES = 4;

/** Place of the second group. The search index adds the values of the facets to this group, in readable form. */
const TAGS = 1;

/**
 * Place of the description. A search that allows a wrong letter skips the description, because long text contains many similar
 * words.
 */
const DESCRIPTION = 3;

/** Minimum length of a word that may contain a wrong letter. A shorter word with one letter changed is often a real word. */
const SHORTEST_MISSPELLED = 5;

/** Replacements for letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
}; // prettier-ignore

const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;
/**
 * Matches strings that contain only ASCII characters. For these, `ASCII_WORD` finds the words several times as fast as `WORD`.
 */
const ASCII = /^\p{ASCII}*$/u;
const ASCII_WORD = /[a-z\d]+/gu;
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

/** Date assumed for records without a date, so that they come last. */
const EPOCH = '1970-01-01';

export const newest: Order<{ readonly created_at: string | null }> = {
  key: 'newest',
  compare: ({ created_at: one }, { created_at: other }) =>
    Date.parse(other ?? EPOCH) - Date.parse(one ?? EPOCH),
};

/** Returns the text in lower case and without accents, so that `lodz` finds `Łódź`. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return plain.replace(/[ßæœøłđðþı]/gu, (letter) => LETTERS[letter] ?? letter);
}

/**
 * Returns the words of a text, in lower case and without accents. Hyphens, quotes and apostrophes separate words: `part-time`
 * becomes `part` and `time`.
 */
function wordsOf(text: string): readonly string[] {
  const words = ASCII.test(text) ? text.toLowerCase().match(ASCII_WORD) : folded(text).match(WORD);
  return words ?? [];
}

/**
 * Returns the words of several strings. If a word contains an apostrophe, also returns the word without the apostrophe: `o’brien`
 * becomes `o`, `brien` and `obrien`.
 */
function searchable(texts: Texts): readonly string[] {
  const text = texts.join('\n');
  const joined = text.replace(APOSTROPHE, '');
  return wordsOf(joined === text ? text : `${text}\n${joined}`);
}

/** Builds the search index of a list: its words, and the position of each record. */
function indexed<R>(records: readonly R[], { textsOf, facets }: View<R>) {
  /**
   * For each word, the records that contain it, in list order. Each number is `PLACES` × the record's position + the place of the
   * word.
   */
  const postings = new Map<string, number[]>();
  for (const [position, record] of records.entries()) {
    const values = facets.flatMap((facet) => facet.valuesOf(record, {}).map(humanized));
    for (const [place, texts] of textsOf(record).entries()) {
      for (const word of searchable(place === TAGS ? [...texts, ...values] : texts)) {
        const known = postings.get(word) ?? [];
        if (known.length === 0) postings.set(word, known);
        const start = position * PLACES;
        if ((known.at(-1) ?? -1) < start) known.push(start + place); // only the first place, which is the best one
      }
    }
  }
  return { positions: new Map(records.map((record, position) => [record, position])), postings };
}

type Index<R> = ReturnType<typeof indexed<R>>;

/** Returns the search functions of a list. The first search builds the index, unless `prepare` has already built it. */
export function searchOf<R>(view: View<R>, records: readonly R[]) {
  let made: Index<R> | undefined;
  const prepare = () => (made ??= indexed(records, view));
  /**
   * Finds the records that match the search text. A record matches if every word of the search text is the beginning of a word in
   * the record. If no record matches, each long word may contain one wrong letter: a different, missing or extra letter, or two
   * neighbouring letters in the wrong order.
   *
   * @param sorted - the records in the current sort order. Equally good matches stay in this order.
   * @param isRanked - whether to put the best match first instead of keeping the sort order.
   */
  const find = (sorted: readonly R[], text: string, isRanked: boolean): readonly R[] => {
    const words = wordsOf(text);
    if (words.length === 0) return sorted;
    const exact = ranked(prepare(), sorted, words);
    const found = exact.length > 0 ? exact : ranked(prepare(), sorted, words, true);
    const best = isRanked ? found.toSorted((one, other) => other.rank - one.rank) : found;
    return best.map(({ record }) => record);
  };
  return { prepare, find };
}

/**
 * Returns the records that match every word, with their ranks.
 *
 * @param isMisspelled - whether each long word may contain one wrong letter.
 */
function ranked<R>(
  { positions, postings }: Index<R>,
  records: readonly R[],
  words: readonly string[],
  isMisspelled = false,
) {
  const places = isMisspelled ? DESCRIPTION : PLACES;
  const ranksOf = (word: string): Uint16Array => {
    const isSimilar = isMisspelled && word.length >= SHORTEST_MISSPELLED;
    const ranks = new Uint16Array(positions.size);
    for (const [known, occurrences] of postings) {
      if (!(isSimilar ? beginsAlmostWith(known, word) : known.startsWith(word))) continue;
      for (const each of occurrences) {
        const place = each % PLACES;
        if (place >= places) continue;
        const position = (each - place) / PLACES;
        // A match in one place counts twice as much as a match in the next place. A whole word counts slightly more than the
        // beginning of a word.
        const rank = 2 ** (PLACES - place) + (known === word ? 1 : 0);
        if (rank > (ranks[position] ?? 0)) ranks[position] = rank;
      }
    }
    return ranks;
  };
  // If any of the words is missing from a record, the record gets the rank 0.
  const sums = words
    .map(ranksOf)
    .reduce((sum, ranks) =>
      sum.map((one, at) => (one > 0 && (ranks[at] ?? 0) > 0 ? one + (ranks[at] ?? 0) : 0)),
    );
  return records
    .map((record) => ({ record, rank: sums[positions.get(record) ?? -1] ?? 0 }))
    .filter(({ rank }) => rank > 0);
}

/** Returns whether the text begins with the word, even if one letter is wrong, missing, extra, or swapped with the next one. */
function beginsAlmostWith(text: string, word: string): boolean {
  let at = 0;
  while (at < word.length && text[at] === word[at]) at += 1;
  const rest = word.slice(at + 1);
  const swapped = `${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}`;
  return (
    text.startsWith(rest, at + 1) ||
    text.startsWith(word.slice(at), at + 1) ||
    text.startsWith(rest, at) ||
    text.startsWith(swapped, at)
  );
}

const AROUND_CHARACTERS = 40;

/** Matches a word as it is written, with its accents. */
const WRITTEN_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * Finds the first word of the search text that occurs only in hidden text. Returns the text before the match, the match, and the
 * text after it.
 */
export function hiddenHit(words: string, shown: Texts, hidden: readonly string[]) {
  const visible = searchable(shown);
  const isHidden = (word: string) => !visible.some((each) => each.startsWith(word));
  for (const word of wordsOf(words).filter(isHidden)) {
    for (const text of hidden) {
      for (const { 0: written, index } of text.matchAll(WRITTEN_WORD)) {
        if (folded(written).startsWith(word)) return around(text, index, index + written.length);
      }
    }
  }
  return undefined;
}

/** Returns a match with its context. Cuts the context between words, and marks a cut with `…`. */
function around(text: string, start: number, end: number): readonly [string, string, string] {
  const from = start - AROUND_CHARACTERS;
  const to = end + AROUND_CHARACTERS;
  const before = from <= 0 ? text.slice(0, start) : text.slice(from, start).replace(/^\S*/u, '…');
  const after = to >= text.length ? text.slice(end) : text.slice(end, to).replace(/\S*$/u, '…');
  return [before, text.slice(start, end), after];
}

/**
 * Returns the records that have at least one of the chosen values in every facet with chosen values. Ignores choices for unknown
 * facets.
 */
export function withChoices<R>(records: readonly R[], facets: View<R>['facets'], choices: Choices) {
  const chosen = facets.filter(({ key }) => choices[key] !== undefined);
  if (chosen.length === 0) return records;
  return records.filter((record) =>
    chosen.every(({ key, valuesOf }) =>
      valuesOf(record, choices).some((value) => choices[key]?.includes(value) === true),
    ),
  );
}

export function chosenOf({ choices }: Filter, key: string): readonly string[] {
  return choices[key] ?? [];
}

/** Returns the filter with the value added, or without the value if it was already chosen. */
export function toggled({ words, choices }: Filter, key: string, value: string): Filter {
  const { [key]: chosen = [], ...rest } = choices;
  const others = chosen.filter((each) => each !== value);
  const values = others.length < chosen.length ? others : [...chosen, value];
  return { words, choices: values.length === 0 ? rest : { ...rest, [key]: values } };
}

/** Counts the records with each value of a facet. Counts only records that match the choices in the other facets. */
export function tally<R>(
  records: readonly R[],
  facets: readonly Facet<R>[],
  { key, valuesOf }: Facet<R>,
  choices: Choices,
): ReadonlyMap<string, number> {
  const { [key]: _, ...others } = choices;
  const counts = new Map<string, number>();
  for (const record of withChoices(records, facets, others)) {
    const values = valuesOf(record, others);
    for (const value of values.length > 1 ? new Set(values) : values) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Returns the values of a facet in an order that does not depend on the choices, so that values keep their order when a visitor
 * chooses one. The most frequent value comes first. Cohorts are in reverse alphabetical order instead, so that the latest comes
 * first if their names differ in a year or a number.
 */
export function orderedValues<R>(records: readonly R[], facet: Facet<R>, { compare }: Language) {
  const counts = tally(records, [], facet, {});
  const amount = (value: string) => counts.get(value) ?? 0;
  return [...counts.keys()].toSorted((one, other) =>
    facet.key === 'cohort'
      ? compare(other, one)
      : amount(other) - amount(one) || compare(one, other),
  );
}
