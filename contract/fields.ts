/** The types of a record's fields, as schemas. A schema checks a value. Most schemas also convert it into a canonical form. */

import * as v from 'valibot';

import { looksLikeContact } from './contact.ts';

/** Adds the sentence that describes the field in the OpenAPI description. */
export const field = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

/** Any string, even an empty one. Surrounding white space is removed, including Unicode white space such as a no-break space. */
export const text = v.pipe(v.string(), v.trim());

/** Allows `null`. A string that contains only white space becomes `null`. */
export const nullable = <const S extends v.GenericSchema<string, string>>(schema: S) =>
  v.pipe(
    v.nullable(v.string()),
    v.transform((value) => (value?.trim() === '' ? null : value)),
    v.nullable(schema),
  );

/** A string with at least one character that is not white space. */
export const name = v.pipe(text, v.regex(/\S/));

export const uuid = v.pipe(v.string(), v.uuid());

/**
 * A string of unreserved characters (RFC 3986, section 2.3), which do not need escaping in a route. `.` and `..` are excluded
 * because they would change the path.
 */
export const slug = v.pipe(v.string(), v.regex(/^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/));

/**
 * A whole number that is not negative. In languages with sized integers, the format `int64` makes code generators choose a type
 * with 64 bits.
 */
export const count = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.metadata({ format: 'int64' }),
);

/** A list of strings. Blank strings and nulls are removed. */
export const texts = v.pipe(
  v.array(v.nullable(v.string())),
  v.transform((items) => items.map((item) => item?.trim() ?? '').filter((item) => item !== '')),
  v.array(v.string()),
);

/** A calendar date that exists, in the form `YYYY-MM-DD`. */
export const calendarDate = v.pipe(v.string(), v.isoDate(), v.check(dayExists));

/** A date-time with any offset, served in UTC as `YYYY-MM-DDTHH:MM:SS.sssZ` (RFC 3339). */
export const dateTime = v.pipe(
  v.string(),
  v.transform(canonicalDateTime),
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  v.metadata({ format: 'date-time' }),
);

/** Maximum length of a URL. Real URLs are almost always shorter. */
const LONGEST_URL = 4096;

/** An absolute http(s) URL without credentials, in ASCII (RFC 3986). It can be used as an `href` unchanged. */
export const url = v.pipe(
  v.string(),
  v.transform(canonicalUrl),
  v.string(),
  v.maxLength(LONGEST_URL),
  v.regex(/^https?:\/\/[^\s@/?#"<>\\^`{|}]+[/?#][^\s"<>\\^`{|}]*$/),
  v.metadata({ format: 'uri' }),
);

/** A URL that a person typed, possibly without its scheme: `example.com` is served as `https://example.com/`. */
export const typedUrl = v.pipe(v.string(), v.transform(withScheme), url);

/** Rejects a string in which `contact.ts` recognises contact details. */
export const noContact = v.check((value: string) => !looksLikeContact(value));

// Dates and times

/**
 * Matches date-times in the form of RFC 3339, which requires an offset. A time without an offset is ambiguous. For example, the
 * Data API returns times without their offset, such as `2026-11-20 08:00:00`.
 */
const WITH_OFFSET =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/u;

/** Returns whether the date `YYYY-MM-DD` exists. JavaScript's `Date` turns 30 February into a day in March. */
function dayExists(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** Returns the time in UTC with milliseconds. If it is invalid, returns an empty string, which `dateTime` rejects. */
export function canonicalDateTime(moment: string): string {
  if (!WITH_OFFSET.test(moment) || !dayExists(moment.slice(0, 10))) return '';
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

// Web addresses

/**
 * Matches URLs that lack only their scheme: `host.tld`, `host.tld:8080/path` and `//host.tld`. Strings such as `n.a.` and
 * `0151.2345678` do not match, because a top-level domain has at least two characters and is not a number. A dot separates the
 * repeated parts, so matching takes time that is linear in the length of the string.
 */
const LACKS_SCHEME =
  /^(?:\/\/)?[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)*\.(?!\d+(?:[.:/?#]|$))[^\s/?#:@.]{2,}\.?(?::\d+)?(?:[/?#]|$)/u;

/**
 * Matches the repeated part of `https://https://host.tld`. A URL looks like this if someone pastes it into a form that already
 * shows a scheme.
 */
const SCHEME_TWICE = /^(?:https?:\/\/)+(?=https?:\/\/)/iu;

/**
 * Matches characters that RFC 3986 does not allow in a path, a query or a fragment. The URL parser leaves some of them
 * unescaped.
 */
const NOT_IN_RFC_3986 = /["#<>[\\\]^`{|}]|%(?![\da-f]{2})/giu;

/** Adds a missing scheme to a URL that a person typed, or removes a repeated one. Returns any other string unchanged. */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  if (SCHEME_TWICE.test(trimmed)) return trimmed.replace(SCHEME_TWICE, '');
  return LACKS_SCHEME.test(trimmed) ? `https://${trimmed.replace(/^\/\//u, '')}` : address;
}

/**
 * Returns the URL in the form that the URL standard defines, percent-encoded to conform to RFC 3986. If the URL is not http(s),
 * is invalid, has credentials or is too long, returns an empty string, which `url` rejects.
 */
export function canonicalUrl(address: string): string {
  if (address.length > LONGEST_URL) return '';
  try {
    // This does not use `URL.canParse`, which rejects `https://münchen.de/` after a few thousand calls in Node.js 20.
    const { protocol, username, password, host, pathname, search, hash } = new URL(address.trim());
    if (!/^https?:$/u.test(protocol) || username !== '' || password !== '') return '';
    const fragment = hash === '' ? '' : `#${encoded(hash.slice(1))}`;
    return `${protocol}//${host}${encoded(pathname + search)}${fragment}`;
  } catch {
    return '';
  }
}

function encoded(part: string): string {
  return part.replace(NOT_IN_RFC_3986, encodeURIComponent);
}
