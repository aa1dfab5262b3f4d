/** Searches, filters and sorts records in the browser: the lists are whole, so no request is needed. */

import { humanized } from '../text.ts';

/** Words to search for, and the chosen values of each facet, of which a record has at least one. */
export interface Filter {
  readonly words: string;
  readonly choices: Choices;
}

export type Choices = Readonly<Record<string, readonly string[]>>;

export const noFilter: Filter = { words: '', choices: {} };

/** One way to filter a list: `valuesOf` gives the values that a record has, beside what else is chosen. */
export interface Facet<R> {
  readonly key: string;
  readonly valuesOf: (record: R, choices: Choices) => readonly string[];
  /** Values that end in a year or a number: the last one comes first, instead of the most frequent one. */
  readonly isNumbered?: boolean;
}

/** One way to sort a list, as `Array.sort` takes it. */
export interface Order<R> {
  readonly key: string;
  readonly compare: (one: R, other: R) => number;
}

export interface Searched<R> {
  /** Texts in which a search looks: those of the name, of tags and summary, of the founders, and of the description. */
  readonly textsOf: (record: R) => readonly (readonly (string | null)[])[];
  readonly facets: readonly Facet<R>[];
}

/** A record with its texts, folded once, the most important ones first. */
interface Indexed<R> {
  readonly record: R;
  readonly texts: readonly string[];
}

/** The place of tags among the texts. The values of the facets are searched there, as they are shown. */
const TAGS = 1;

/** The place of the description. A misspelled word is not looked for in long texts. */
const DESCRIPTION = 3;

/** A shorter word with another letter is another word. */
const SHORTEST_MISSPELLED = 5;

const COLLATOR = new Intl.Collator('en', { numeric: true });
const BEFORE_LETTERS = /^[^\p{L}\p{N}]+/u;

/** Letters that Unicode does not decompose, as a keyboard without them writes them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
}; // prettier-ignore

const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

/** Compares by the first letter or digit, whatever is in front of it. */
export function alphabetically(one: string, other: string): number {
  return COLLATOR.compare(one.replace(BEFORE_LETTERS, ''), other.replace(BEFORE_LETTERS, ''));
}

/** Records without a date come last. */
export const newest: Order<{ readonly created_at: string | null }> = {
  key: 'newest',
  compare: (one, other) => alphabetically(other.created_at ?? '', one.created_at ?? ''),
};

/** Without case and accents: `lodz` finds `Łódź`. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return plain.replace(/[ßæœøłđðþı]/gu, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a text. Hyphens, quotes and apostrophes separate them: `part-time` is `part time`. */
function wordsOf(text: string): readonly string[] {
  return folded(text).match(WORD) ?? [];
}

/** Each word between two spaces, so that `includes(' wor')` finds the beginning of a word. `o’brien` is there as `obrien`, too. */
function searchable(texts: readonly (string | null)[]): string {
  const text = texts.join('\n');
  const joined = text.replace(APOSTROPHE, '');
  return ` ${wordsOf(joined === text ? text : `${text}\n${joined}`).join(' ')} `;
}

export function indexed<R>(
  records: readonly R[],
  { textsOf, facets }: Searched<R>,
): readonly Indexed<R>[] {
  return records.map((record) => {
    const values = facets.flatMap(({ valuesOf }) => valuesOf(record, {}).map(humanized));
    const texts = textsOf(record).map((text, place) =>
      searchable(place === TAGS ? [...text, ...values] : text),
    );
    return { record, texts };
  });
}

/**
 * The records that have every word at the beginning of one of theirs, those with the best places first. If there is none, one
 * wrong letter in a long word does not matter.
 *
 * @param isRanked - false to keep the order of the index.
 */
export function withWords<R>(
  index: readonly Indexed<R>[],
  text: string,
  isRanked = true,
): readonly R[] {
  const words = wordsOf(text);
  if (words.length === 0) return index.map(({ record }) => record);
  const found = ranked(index, words, placeOf);
  const isShort = words.every((word) => word.length < SHORTEST_MISSPELLED);
  const all = found.length > 0 || isShort ? found : ranked(index, words, similarPlaceOf);
  const sorted = isRanked ? all.toSorted((one, other) => other.rank - one.rank) : all;
  return sorted.map(({ record }) => record);
}

/** The place of a word in the texts of a record; -1 if it is missing. */
type PlaceOf = (texts: readonly string[], word: string) => number;

function ranked<R>(index: readonly Indexed<R>[], words: readonly string[], findPlace: PlaceOf) {
  return index
    .map(({ record, texts }) => ({ record, rank: rankOf(texts, words, findPlace) }))
    .filter(({ rank }) => rank > 0);
}

/** 0 if a word is missing. A place counts more than all later ones together, and a whole word more than its beginning. */
function rankOf(texts: readonly string[], words: readonly string[], findPlace: PlaceOf): number {
  let rank = 0;
  for (const word of words) {
    const place = findPlace(texts, word);
    if (place < 0) return 0;
    const isWhole = texts[place]?.includes(` ${word} `) === true;
    rank += 2 ** (texts.length - place) + (isWhole ? 1 : 0);
  }
  return rank;
}

function placeOf(texts: readonly string[], word: string): number {
  return texts.findIndex((text) => text.includes(` ${word}`));
}

function similarPlaceOf(texts: readonly string[], word: string): number {
  const place = placeOf(texts, word);
  if (place >= 0 || word.length < SHORTEST_MISSPELLED) return place;
  return texts
    .slice(0, DESCRIPTION)
    .findIndex((text) => text.split(' ').some((other) => beginsAlmostWith(other, word)));
}

/** Whether the text begins with the word, but for one letter that is wrong, missing, too many, or swapped with the next one. */
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

/** A word with its apostrophes and accents, as it is written. */
const WRITTEN_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** What surrounds one of the words in a text that is hidden, if none of the texts that are shown has it: before, there, after. */
export function hiddenHit(
  words: string,
  shown: readonly (string | null)[],
  hidden: readonly string[],
): readonly [string, string, string] | undefined {
  const shownText = searchable(shown);
  for (const word of wordsOf(words).filter((each) => !shownText.includes(` ${each}`))) {
    for (const text of hidden) {
      for (const { 0: written, index } of text.matchAll(WRITTEN_WORD)) {
        if (folded(written).startsWith(word)) return around(text, index, index + written.length);
      }
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
  if (chosen.length === 0) return records;
  return records.filter((record) =>
    chosen.every(({ key, valuesOf }) =>
      valuesOf(record, choices).some((value) => chosenOf(choices, key).includes(value)),
    ),
  );
}

export function chosenOf(choices: Choices, key: string): readonly string[] {
  return choices[key] ?? [];
}

/** The choices with a value added, or removed if it was chosen. */
export function toggled(choices: Choices, key: string, value: string): Choices {
  const { [key]: chosen = [], ...rest } = choices;
  const others = chosen.filter((each) => each !== value);
  const values = others.length < chosen.length ? others : [...chosen, value];
  return values.length === 0 ? rest : { ...rest, [key]: values };
}

/** How many of the records have each value of a facet, beside what else is chosen. */
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
  return counts;
}

/** Returns the values of a facet in a fixed order, so that none moves while others are chosen. */
export function orderedValues<R>(records: readonly R[], facet: Facet<R>): readonly string[] {
  const counts = [...tally(records, [], facet, {})];
  const sorted = counts.toSorted(
    ([one, ofOne], [other, ofOther]) =>
      (facet.isNumbered === true ? alphabetically(other, one) : ofOther - ofOne) ||
      alphabetically(one, other),
  );
  return sorted.map(([value]) => value);
}
