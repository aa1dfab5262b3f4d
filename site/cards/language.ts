/**
 * The words and formats around the records. A website that embeds a list may replace every word of `words.json`, in which
 * `{name}` stands for a value, and the forms of a number end in a category of `Intl.PluralRules`.
 */

import { humanized } from '../text.ts';
import englishWords from './words.json' with { type: 'json' };

type Countable = 'startups' | 'founders' | 'jobs' | 'badge';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The units of an age: name, length, and the age from which it is used. */
const UNITS = [
  ['minute', MINUTE_MS, MINUTE_MS],
  ['hour', HOUR_MS, HOUR_MS],
  ['day', DAY_MS, 2 * DAY_MS],
  ['month', 30 * DAY_MS, 60 * DAY_MS],
  ['year', 365 * DAY_MS, 2 * 365 * DAY_MS],
] as const;

export interface Language {
  readonly word: (
    key: keyof typeof englishWords,
    values?: Readonly<Record<string, string>>,
  ) => string;
  /** Makes a value such as `on_site` readable, or the key of a facet or an order. */
  readonly value: (value: string) => string;
  /** `1 startup`, `12,000 startups`. */
  readonly counted: (noun: Countable, count: number) => string;
  readonly number: (value: number) => string;
  /** Compares from the first letter or digit on. Punctuation before it does not count. */
  readonly compare: (one: string, other: string) => number;
  /** `just now`, `12 minutes ago`. A moment in the future is `just now`, because the clocks of two machines differ. */
  readonly age: (then: Date, now: Date) => string;
  /** A date, or the day of a moment in UTC, so that it is the same in every time zone. An invalid date stays as it is. */
  readonly day: (date: string) => string;
}

const BEFORE_LETTERS = /^[^\p{L}\p{N}]+/u;

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? '');
}

/** @param tag - BCP 47. @param own - returns the text that replaces a word or a value, if any */
export function languageOf(
  tag: string,
  own: (key: string) => string | null = () => null,
): Language {
  const numbers = new Intl.NumberFormat(tag);
  const { compare } = new Intl.Collator(tag, { numeric: true });
  const plurals = new Intl.PluralRules(tag);
  const ages = new Intl.RelativeTimeFormat(tag);
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const word: Language['word'] = (key, values = {}) =>
    filled(own(key) ?? englishWords[key], values);
  return {
    word,
    value: (value) => own(value) ?? humanized(value),
    counted: (noun, count) => {
      const translated = own(`${noun}-${plurals.select(count)}`) ?? own(`${noun}-other`);
      const english = englishWords[`${noun}-${count === 1 ? 'one' : 'other'}`];
      return filled(translated ?? english, { count: numbers.format(count) });
    },
    number: (value) => numbers.format(value),
    compare: (one, other) =>
      compare(one.replace(BEFORE_LETTERS, ''), other.replace(BEFORE_LETTERS, '')),
    age: (then, now) => {
      const age = now.getTime() - then.getTime();
      const [unit, length] = UNITS.findLast(([, , from]) => age >= from) ?? [];
      return unit === undefined ? word('just-now') : ages.format(-Math.floor(age / length), unit);
    },
    day: (date) => {
      const moment = new Date(date);
      return Number.isNaN(moment.getTime()) ? date : days.format(moment);
    },
  };
}

export const english = languageOf('en-GB');
