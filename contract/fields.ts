/** The kinds of value a record's field can hold: type, format, and how a value is converted into its one canonical form. */

import * as v from 'valibot';

import { looksLikeContact } from './contact.ts';

/** A field with its sentence in the published description. */
export const field = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

/** Any text, including the empty one. Surrounding white space is removed, including Unicode's (a no-break space). */
export const text = v.pipe(v.string(), v.trim());

/** A value that a record may lack: `null`, also if the portal has only white space. */
export const nullable = <const S extends v.GenericSchema<string, string>>(schema: S) =>
  v.pipe(v.nullable(v.string()), v.transform(nullIfBlank), v.nullable(schema));

function nullIfBlank(value: string | null): string | null {
  return value?.trim() === '' ? null : value;
}

/** A name that is shown: at least one character that is not white space. */
export const name = v.pipe(text, v.regex(/\S/));

export const uuid = v.pipe(v.string(), v.uuid());

/** Unreserved characters of RFC 3986 (2.3), so that it needs no escaping in a route; `.` and `..` would change the path. */
export const slug = v.pipe(v.string(), v.regex(/^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/));

export const flag = v.boolean();

/** 64 bits for languages with sized integers: a JSON number is exact up to 2^53. */
export const count = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.metadata({ format: 'int64' }),
);

/** Texts of at least one character that is not white space; others are removed. */
export const texts = v.pipe(
  v.array(v.nullable(v.string())),
  v.transform((items) => items.map((item) => item?.trim() ?? '').filter((item) => item !== '')),
  v.array(v.string()),
);

/** A calendar date without a time, `YYYY-MM-DD`, that exists. */
export const calendarDate = v.pipe(v.string(), v.isoDate(), v.check(dayExists));

/** A moment, served as `YYYY-MM-DDTHH:MM:SS.sssZ` (RFC 3339, UTC) whatever its offset was. */
export const dateTime = v.pipe(
  v.string(),
  v.transform(canonicalDateTime),
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  v.metadata({ format: 'date-time' }),
);

/** Longer than any address in use. */
const LONGEST_URL = 4096;

/** An absolute http(s) address without credentials, in ASCII (RFC 3986), fit for an `href` as it is. */
export const url = v.pipe(
  v.string(),
  v.transform(canonicalUrl),
  v.string(),
  v.maxLength(LONGEST_URL),
  v.regex(/^https?:\/\/[^\s@/?#"<>\\^`{|}]+[/?#][^\s"<>\\^`{|}]*$/),
  v.metadata({ format: 'uri' }),
);

/** An address that a person typed, perhaps without its scheme: `example.com` is served as `https://example.com/`. */
export const typedUrl = v.pipe(v.string(), v.transform(withScheme), url);

/** Refuses a text or an address into which an e-mail address or a phone number is typed plainly. */
export const noContact = v.check((value: string) => !looksLikeContact(value));

// Dates and times

/** RFC 3339 with an offset. Without one the moment is ambiguous: the Data API drops it (`2026-11-20 08:00:00`). */
const WITH_OFFSET =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/u;

/** Whether a calendar date `YYYY-MM-DD` exists: JavaScript reads 30 February as 2 March. */
function dayExists(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** The moment in UTC with milliseconds, or an empty string, which no schema accepts, if it is not a moment. */
export function canonicalDateTime(moment: string): string {
  if (!WITH_OFFSET.test(moment) || !dayExists(moment.slice(0, 10))) return '';
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

// Web addresses

/**
 * Matches `host.tld`, `host.tld:8080/path` and `//host.tld`: an address that lacks only its scheme. Texts such as
 * `n.a.` and `0151.2345678` do not match: a top-level domain has two characters or more, and not only digits. No two parts can
 * match the same character, so the time grows no faster than the text.
 */
const LACKS_SCHEME =
  /^(?:\/\/)?[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)*\.(?!\d+(?:[.:/?#]|$))[^\s/?#:@.]{2,}\.?(?::\d+)?(?:[/?#]|$)/u;

/** `https://https://host.tld`: an address pasted after the scheme that a form had filled in. */
const SCHEME_TWICE = /^(?:https?:\/\/)+(?=https?:\/\/)/iu;

/** What the URL parser accepts in a path, a query or a fragment, but RFC 3986 does not. */
const NOT_IN_RFC_3986 = /["#<>[\\\]^`{|}]|%(?![\da-f]{2})/giu;

/** Adds the scheme to an address that a person typed, or removes one of two; anything else is returned as it is. */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  if (SCHEME_TWICE.test(trimmed)) return trimmed.replace(SCHEME_TWICE, '');
  return LACKS_SCHEME.test(trimmed) ? `https://${trimmed.replace(/^\/\//u, '')}` : address;
}

/**
 * The address as the URL standard writes it, percent-encoded to RFC 3986.
 * If it is not http(s), does not parse, has credentials or is too long, the result is an empty string, which no schema accepts.
 */
export function canonicalUrl(address: string): string {
  const parts = address.length > LONGEST_URL ? undefined : parsed(address.trim());
  if (parts === undefined || !/^https?:$/u.test(parts.protocol)) return '';
  const { protocol, username, password, host, pathname, search, hash } = parts;
  if (username !== '' || password !== '') return '';
  const fragment = hash === '' ? '' : `#${encoded(hash.slice(1))}`;
  return `${protocol}//${host}${encoded(pathname + search)}${fragment}`;
}

/** Not by `URL.canParse`: in Node.js 20 it starts to reject `https://münchen.de/` after some thousand calls. */
function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function encoded(part: string): string {
  return part.replace(NOT_IN_RFC_3986, encodeURIComponent);
}
