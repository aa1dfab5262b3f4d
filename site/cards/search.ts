/** Searches, filters and sorts records in the browser: the lists are whole, so no request is needed. */

import { humanized } from '../text.ts';

/** Words to search for, and the chosen values of each facet. A record needs one value of each. */
export interface Filter {
  readonly words: string;
  readonly choices: Choices;
}

export type Choices = Readonly<Record<string, readonly string[]>>;

export const noFilter: Filter = { words: '', choices: {} };

export function hasWords({ words }: Filter): boolean {
  return words.trim() !== '';
}

/** One way to filter a list. `valuesOf` returns the values of a record; they may depend on the other choices. */
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
  /** The searched texts: the name, the tags and the summary, the founders, and the description. */
  readonly textsOf: (record: R) => readonly (readonly (string | null)[])[];
  readonly facets: readonly Facet<R>[];
}

/** The words of a list. */
export interface Index<R> {
  /** The position of each record. */
  readonly positions: ReadonlyMap<R, number>;
  /** For each word the records that have it, in order: `PLACES` × the position of the record + the place of the word in it. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

/** The number of texts that `textsOf` may return. */
const PLACES = 4;

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
/** Finding words is several times as fast in ASCII texts. */
const ASCII = /^\p{ASCII}*$/u;
const ASCII_WORD = /[a-z\d]+/gu;
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

/** Compares from the first letter or digit on. Punctuation before it does not count. */
export function alphabetically(one: string, other: string): number {
  return COLLATOR.compare(one.replace(BEFORE_LETTERS, ''), other.replace(BEFORE_LETTERS, ''));
}

/** Records without a date come last. */
export const newest: Order<{ readonly created_at: string | null }> = {
  key: 'newest',
  compare: (one, other) => alphabetically(other.created_at ?? '', one.created_at ?? ''),
};

/** Removes case and accents, so that `lodz` finds `Łódź`. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return plain.replace(/[ßæœøłđðþı]/gu, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a text. Hyphens, quotes and apostrophes separate them: `part-time` is `part time`. */
function wordsOf(text: string): readonly string[] {
  const words = ASCII.test(text) ? text.toLowerCase().match(ASCII_WORD) : folded(text).match(WORD);
  return words ?? [];
}

/** The words of a text, and those with an apostrophe as one word, too: `o’brien` is `o`, `brien` and `obrien`. */
function searchable(texts: readonly (string | null)[]): readonly string[] {
  const text = texts.join('\n');
  const joined = text.replace(APOSTROPHE, '');
  return wordsOf(joined === text ? text : `${text}\n${joined}`);
}

function indexed<R>(records: readonly R[], { textsOf, facets }: Searched<R>): Index<R> {
  const postings = new Map<string, number[]>();
  for (const [position, record] of records.entries()) {
    const values = facets.flatMap((facet) => facet.valuesOf(record, {}).map(humanized));
    for (const [place, texts] of textsOf(record).entries()) {
      for (const word of searchable(place === TAGS ? [...texts, ...values] : texts)) {
        const known = postings.get(word) ?? [];
        if (known.length === 0) postings.set(word, known);
        const start = position * PLACES;
        if ((known.at(-1) ?? -1) < start) known.push(start + place); // the first place is the best one
      }
    }
  }
  return { positions: new Map(records.map((record, position) => [record, position])), postings };
}

/** Returns a function that returns the index of a list, which it makes only once. */
export function indexer<R>(searched: Searched<R>): (records: readonly R[]) => Index<R> {
  let last: { readonly records: readonly R[]; readonly index: Index<R> } | undefined;
  return (records) => {
    if (last?.records !== records) last = { records, index: indexed(records, searched) };
    return last.index;
  };
}

/**
 * Returns the records that have a word beginning with each searched word, the best first. If no record has, one wrong letter in a
 * long word is allowed.
 *
 * @param sorted - the records in the order that decides between equally good ones.
 * @param isRanked - false to keep that order.
 */
export function withWords<R>(
  indexOf: (records: readonly R[]) => Index<R>,
  records: readonly R[],
  sorted: readonly R[],
  text: string,
  isRanked = true,
): readonly R[] {
  const words = wordsOf(text);
  if (words.length === 0) return sorted;
  const index = indexOf(records);
  const exact = ranked(index, sorted, words, (known, word) => known.startsWith(word));
  const found = exact.length > 0 ? exact : ranked(index, sorted, words, isSimilar, DESCRIPTION);
  const best = isRanked ? found.toSorted((one, other) => other.rank - one.rank) : found;
  return best.map(({ record }) => record);
}

type Matches = (known: string, word: string) => boolean;

function isSimilar(known: string, word: string): boolean {
  return word.length < SHORTEST_MISSPELLED ? known.startsWith(word) : beginsAlmostWith(known, word);
}

/** @param places - the number of places that are searched. */
function ranked<R>(
  { positions, postings }: Index<R>,
  records: readonly R[],
  words: readonly string[],
  matches: Matches,
  places = PLACES,
) {
  const ranksOf = (word: string): Uint8Array => {
    const ranks = new Uint8Array(positions.size);
    for (const [known, occurrences] of postings) {
      if (!matches(known, word)) continue;
      for (const each of occurrences) {
        const place = each % PLACES;
        if (place >= places) continue;
        const position = (each - place) / PLACES;
        // A place counts more than all later ones together, and a whole word more than its beginning.
        const rank = 2 ** (PLACES - place) + (known === word ? 1 : 0);
        if (rank > (ranks[position] ?? 0)) ranks[position] = rank;
      }
    }
    return ranks;
  };
  const all = words.map(ranksOf);
  return records
    .map((record) => {
      const position = positions.get(record) ?? -1;
      const ranks = all.map((each) => each[position] ?? 0);
      return { record, rank: ranks.includes(0) ? 0 : ranks.reduce((sum, each) => sum + each, 0) };
    })
    .filter(({ rank }) => rank > 0);
}

/** Whether the text begins with the word, except for one letter that is wrong, missing, additional, or swapped with the next one. */
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

/** Returns the context of a word that only a hidden text has: the text before it, the word, and the text after it. */
export function hiddenHit(
  words: string,
  shown: readonly (string | null)[],
  hidden: readonly string[],
): readonly [string, string, string] | undefined {
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

/** Returns whole words only, with `…` where text is left out. */
function around(text: string, start: number, end: number): readonly [string, string, string] {
  const from = start - AROUND_CHARACTERS;
  const to = end + AROUND_CHARACTERS;
  const before = from <= 0 ? text.slice(0, start) : text.slice(from, start).replace(/^\S*/u, '…');
  const after = to >= text.length ? text.slice(end) : text.slice(end, to).replace(/\S*$/u, '…');
  return [before, text.slice(start, end), after];
}

/** The records that have a chosen value of every facet. Choices for an unknown facet are ignored. */
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
    const values = valuesOf(record, others);
    for (const value of values.length > 1 ? new Set(values) : values) {
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
