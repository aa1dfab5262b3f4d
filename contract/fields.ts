/** The kinds of value a record's field can hold: type, format, and how a value is converted into its one canonical form. */

import * as v from 'valibot';

import { looksLikeContact } from './contact.ts';
import { canonicalDateTime, dayExists } from './date-time.ts';
import { canonicalUrl, withScheme } from './url.ts';

/** Any text, including the empty one. Surrounding white space is removed, including Unicode's (a no-break space). */
export const text = v.pipe(v.string(), v.trim());

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

export const texts = v.array(v.string());

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

/** Longer than any address in use, and short enough to check quickly. */
const LONGEST_URL = 4096;

/** An absolute http(s) address without credentials, in ASCII (RFC 3986), fit for an `href` as it is. */
export const url = v.pipe(
  v.string(),
  v.transform((address) => (address.length > LONGEST_URL ? '' : canonicalUrl(address))),
  v.string(),
  v.maxLength(LONGEST_URL),
  v.regex(/^https?:\/\/[^\s@/?#"<>\\^`{|}]+[/?#][^\s"<>\\^`{|}]*$/),
  v.metadata({ format: 'uri' }),
);

/** An address that a person typed, perhaps without its scheme: `example.com` is served as `https://example.com/`. */
export const typedUrl = v.pipe(
  v.string(),
  v.transform((address) => (address.length > LONGEST_URL ? '' : withScheme(address))),
  url,
);

/** Names, roles and addresses are shorter; a longer value is refused without a search. */
const LONGEST_SEARCHED = 4096;

/** Refuses a value in which an e-mail address or a phone number can be recognised. */
export const noContact = v.check(
  (value: string) => value.length <= LONGEST_SEARCHED && !looksLikeContact(value),
  'holds an e-mail address or a phone number',
);
