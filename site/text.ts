/** How values become text that people read, and addresses become links. */

import type { Founder } from '../client/src/index.ts';

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

/** Writes numbers as `12,000`. */
export const ENGLISH = new Intl.NumberFormat('en');
const AGO = new Intl.RelativeTimeFormat('en');
const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const UTC_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Returns an address from a record as a browser reads it, or `undefined` if it is not http(s): `javascript:` and `data:` would run
 * in this page, and a relative address would lead into it. No address of a record becomes a link without this.
 */
export function safeLink(address: string | null): string | undefined {
  if (address === null) return undefined;
  const url = parsed(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** `1 startup`, `12,000 startups`. */
export function counted(count: number, noun: string): string {
  return `${ENGLISH.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `just now`, `12 minutes ago`, `2 years ago`. A moment in the future is `just now`: the clocks of two machines differ. */
export function relativeAge(then: Date, now: Date): string {
  const age = now.getTime() - then.getTime();
  const [unit, length] = UNITS.findLast(([, , from]) => age >= from) ?? [];
  return unit === undefined ? 'just now' : AGO.format(-Math.floor(age / length), unit);
}

/** A moment in the reader's own time zone: `21 Nov 2026, 13:20`. */
export function clockTime(moment: Date): string {
  return LOCAL_TIME.format(moment);
}

/** A date, or the day of a moment in UTC: `3 March 2027`, the same in every time zone. An invalid date stays as it is. */
export function day(date: string): string {
  const moment = new Date(date);
  return Number.isNaN(moment.getTime()) ? date : UTC_DAY.format(moment);
}

/** Makes a value such as `on_site` readable: `On site`. Its own capitals and punctuation stay. */
export function humanized(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `humanized`, for a value that a record may lack. */
export function named(value: string | null | undefined): string | null {
  return value === null || value === undefined ? null : humanized(value);
}

/** A person with one name has it in either field; the other is empty. */
export function fullName({ first_name, last_name }: Pick<Founder, 'first_name' | 'last_name'>) {
  return `${first_name} ${last_name}`.trim();
}

/** Shown if there is no picture: the first letters of the first two words. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0))
    .join('')
    .toUpperCase();
}
