/** Converts a list to a CSV file (RFC 4180, UTF-8) for spreadsheets. */

import type { Enrollment } from '../../client/src/index.ts';
import { enrollmentText } from '../cards/startups.tsx';

/** Marks the file as UTF-8. Without this mark, Excel assumes the code page of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that begin a formula, including the full-width forms that East Asian keyboards can type. */
const FORMULA = String.raw`[=+\-@＝＋－＠]`;
/**
 * Characters that a spreadsheet may ignore before a formula: spaces, control and invisible characters, quotes, and the separators
 * of other CSV dialects.
 */
const IGNORED = String.raw`[;"\s\p{Z}\p{C}]`;

const STARTS_AS_FORMULA = new RegExp(String.raw`^(?:[\t\r\n]|${IGNORED}*${FORMULA})`, 'u');
/**
 * Matches the ignored characters before a formula. Because of the lookbehind, each run of characters is tried only once, so the
 * time grows linearly with the length of the text.
 */
const BEFORE_FORMULA = new RegExp(`(?<!${IGNORED})${IGNORED}+(?=${FORMULA})`, 'gu');

/**
 * Returns a CSV file with a header row and a row for each record. The first record determines the columns, because all records
 * have the same fields.
 */
export function csv(records: readonly object[]): string {
  const fields = Object.keys(records[0] ?? {});
  const rows = records.map((record) =>
    fields.map((field) => withoutFormula(textOf(Reflect.get(record, field)))),
  );
  const lines = [fields, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`);
  return BYTE_ORDER_MARK + lines.join('');
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/**
 * Adds apostrophes, so that no spreadsheet runs the text of a cell as a formula (OWASP, "CSV Injection"). A text gets an
 * apostrophe at its beginning if it starts with a tab, a line break, or a formula, even if characters in `IGNORED` come before
 * the formula. A spreadsheet that does not use the comma as its separator may split the text into several cells. For this
 * reason, a formula after a semicolon, tab or line break also gets an apostrophe.
 */
function withoutFormula(text: string): string {
  const safe = text.replace(BEFORE_FORMULA, (run) => (/[;\t\r\n]/u.test(run) ? `${run}'` : run));
  return STARTS_AS_FORMULA.test(text) ? `'${safe}` : safe;
}

/** Returns a value as readable text. Null becomes an empty string, and the items of an array are joined with semicolons. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (isEnrollment(value)) return enrollmentText(value, String);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Tells whether a value is an enrollment. Enrollments are the only objects in a record. */
function isEnrollment(value: unknown): value is Enrollment {
  return typeof value === 'object' && value !== null;
}
