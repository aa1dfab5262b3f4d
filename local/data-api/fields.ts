/** Turns a value that PostgreSQL sent as text into a `Field` of the Data API. */

import type { Text } from '../database/local-database.ts';
import { parseArray } from './array-text.ts';
import type { ColumnType, Kind } from './column-types.ts';
import type { ResultSetOptions } from './requests.ts';

/** One member is set. Its JSON is what goes over the wire. */
export type Field = Readonly<Record<string, unknown>>;

type Scalar = string | number | boolean;

const members = {
  boolean: 'booleanValue',
  long: 'longValue',
  double: 'doubleValue',
  decimal: 'stringValue',
  blob: 'blobValue',
  string: 'stringValue',
} as const;

export function field(text: Text, type: ColumnType, options: ResultSetOptions): Field {
  if (text === null) return { isNull: true };
  if (!type.isArray) {
    const kind = scalarKind(text, type.kind, options);
    return { [members[kind]]: decode(text, type, kind) };
  }
  const kind = arrayKind(type.kind, options);
  return { arrayValue: { [`${members[kind]}s`]: decodeArray(text, type, kind) } };
}

/** The same value in the plain JSON of `formatRecordsAs: JSON`. */
export function plainValue(text: Text, type: ColumnType, options: ResultSetOptions): unknown {
  if (text === null) return null;
  return type.isArray
    ? decodeArray(text, type, arrayKind(type.kind, options))
    : decode(text, type, scalarKind(text, type.kind, options));
}

function scalarKind(text: string, kind: Kind, options: ResultSetOptions): Kind {
  if (kind === 'long' && options.longReturnType === 'STRING') return 'string';
  if (kind === 'decimal' && options.decimalReturnType === 'DOUBLE_OR_LONG') {
    return /^-?\d+$/.test(text) ? 'long' : 'double';
  }
  return kind;
}

/** An array has one member for all of its elements, and the API has none for blobs. */
function arrayKind(kind: Kind, options: ResultSetOptions): Exclude<Kind, 'blob'> {
  if (kind === 'long' && options.longReturnType === 'STRING') return 'string';
  if (kind === 'decimal' && options.decimalReturnType === 'DOUBLE_OR_LONG') return 'double';
  return kind === 'blob' ? 'string' : kind;
}

function decodeArray(text: string, type: ColumnType, kind: Kind): (Scalar | null)[] {
  return parseArray(text).map((item) => (item === null ? null : decode(item, type, kind)));
}

function decode(text: string, type: ColumnType, kind: Kind): Scalar {
  switch (kind) {
    case 'boolean':
      return text === 't';
    case 'long':
      return Number(text); // above 2^53 the digits are lost here; over the wire they would be lost in the SDK
    case 'double':
      return double(text);
    case 'blob':
      return Buffer.from(text.slice(2), 'hex').toString('base64');
    case 'decimal':
    case 'string':
      return /^_?time(stamp)?tz$/.test(type.name) ? inUtc(text) : text;
  }
}

/** JSON has no NaN and no infinity: rest-json writes their names. */
function double(text: string): Scalar {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

const WITH_OFFSET =
  /^(?:(?<year>\d{4,})(?<day>-\d\d-\d\d) )?(?<time>\d\d:\d\d:\d\d)(?<fraction>\.\d+)?(?<offset>[+-]\d\d(?::\d\d){0,2})$/;

/** After so many years the calendar is the same again. */
const CALENDAR_YEARS = 400;

/** timestamptz and timetz come in UTC and without an offset, whatever the session's time zone. */
function inUtc(text: string): string {
  const { year, day, time, fraction = '', offset = '' } = WITH_OFFSET.exec(text)?.groups ?? {};
  if (time === undefined) return text; // infinity, or a year BC
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number);
  const aheadMs = (offset.startsWith('-') ? -1000 : 1000) * (hours * 3600 + minutes * 60 + seconds);
  // PostgreSQL's years go on to 294276: JavaScript's end before, and from 10000 on are written in another manner.
  const near = 2000 + (Number(year ?? 0) % CALENDAR_YEARS);
  const local = Date.parse(`${near}${day ?? '-01-01'}T${time}Z`);
  const [date = '', clock = ''] = new Date(local - aheadMs).toISOString().split(/[TZ.]/);
  if (year === undefined) return `${clock}${fraction}`;
  const inUtcYear = Number(date.slice(0, 4)) - near + Number(year);
  return `${String(inUtcYear).padStart(4, '0')}${date.slice(4)} ${clock}${fraction}`;
}
