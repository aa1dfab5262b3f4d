/**
 * The words that cards, controls and the embed show, and the formats of numbers, dates and ages. A website that embeds a
 * list can replace any of the strings in `words.json`. In these strings, `{name}` is a placeholder for a value. The key of a
 * singular or plural form ends with a category of `Intl.PluralRules`, such as `one` or `other`.
 */

import { humanized } from '../text.ts';
import englishWords from './words.json' with { type: 'json' };

type Countable = 'startups' | 'founders' | 'jobs' | 'badge';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Units of an age. Each has a name, a length, and the smallest age that is shown in this unit. */
const UNITS = [
  ['minute', MINUTE_MS, MINUTE_MS],
  ['hour', HOUR_MS, HOUR_MS],
  ['day', DAY_MS, 2 * DAY_MS],
  ['month', 30 * DAY_MS, 60 * DAY_MS],
  ['year', 365 * DAY_MS, 2 * 365 * DAY_MS],
] as const;

export type Language = ReturnType<typeof languageOf>;

const BEFORE_LETTERS = /^[^\p{L}\p{N}]+/u;

type Values = Readonly<Record<string, string>>;

/** Returns the string with each `{name}` replaced by its value. A placeholder without a value is removed. */
export function filled(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? '');
}

/**
 * Returns the words and formats of a language.
 *
 * @param tag - BCP 47 language tag.
 * @param own - returns the string that replaces the default for a key, or null to keep the default.
 */
export function languageOf(tag: string, own: (key: string) => string | null = () => null) {
  const numbers = new Intl.NumberFormat(tag);
  const { compare } = new Intl.Collator(tag, { numeric: true });
  const plurals = new Intl.PluralRules(tag);
  const ages = new Intl.RelativeTimeFormat(tag);
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const word = (key: keyof typeof englishWords, values: Values = {}) =>
    filled(own(key) ?? englishWords[key], values);
  return {
    word,
    /** Returns readable text for a value such as `on_site`, or for the key of a facet or a sort order. */
    value: (value: string) => own(value) ?? humanized(value),
    /** Returns a count with its noun, such as `1 startup` or `12,000 startups`. */
    counted: (noun: Countable, count: number) => {
      const translated = own(`${noun}-${plurals.select(count)}`) ?? own(`${noun}-other`);
      const english = englishWords[`${noun}-${count === 1 ? 'one' : 'other'}`];
      return filled(translated ?? english, { count: numbers.format(count) });
    },
    number: (value: number) => numbers.format(value),
    /** Compares two strings in the alphabetical order of the language. Ignores everything before the first letter or digit. */
    compare: (one: string, other: string) =>
      compare(one.replace(BEFORE_LETTERS, ''), other.replace(BEFORE_LETTERS, '')),
    /**
     * Returns an age such as `12 minutes ago`. An age of less than a minute becomes `just now`. So does a time in the future,
     * which occurs if the clocks of two machines differ.
     */
    age: (then: Date, now: Date) => {
      const age = now.getTime() - then.getTime();
      const [unit, length] = UNITS.findLast(([, , from]) => age >= from) ?? [];
      return unit === undefined ? word('just-now') : ages.format(-Math.floor(age / length), unit);
    },
    /**
     * Formats a date or a date-time as a day in UTC, so that visitors in every time zone see the same day. Returns an invalid
     * date unchanged.
     */
    day: (date: string) => {
      const moment = new Date(date);
      return Number.isNaN(moment.getTime()) ? date : days.format(moment);
    },
  };
}

export const english = languageOf('en-GB');
