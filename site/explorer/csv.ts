/** Writes a list as a CSV file (RFC 4180, UTF-8) for spreadsheets. */

import type { Enrollment } from '../../client/src/index.ts';
import { enrollmentText } from '../cards/startups.tsx';

/** Without it, Excel reads UTF-8 as the machine's code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The beginning of a formula, also in the full width that East Asian keyboards type. */
const FORMULA = String.raw`[=+\-@＝＋－＠]`;
/** Characters that may precede it: spaces, control and invisible characters, quotes, and the separators of other CSV dialects. */
const IGNORED = String.raw`[;"\s\p{Z}\p{C}]`;

const STARTS_AS_FORMULA = new RegExp(String.raw`^(?:[\t\r\n]|${IGNORED}*${FORMULA})`, 'u');
/** Matches each run of ignored characters only once, so that the time is linear. */
const BEFORE_FORMULA = new RegExp(`(?<!${IGNORED})${IGNORED}+(?=${FORMULA})`, 'gu');

/** Returns a header row, and a row for each record. Every record has every field. */
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
 * Returns a cell that no spreadsheet runs (OWASP, "CSV Injection"): with an apostrophe in front if it begins with
 * `=`, `+`, `-`, `@`, a tab or a line break, also after what a spreadsheet strips. A spreadsheet whose separator is not the
 * comma splits the text, so a formula after a semicolon, tab or line break gets an apostrophe as well, also at the start.
 */
function withoutFormula(text: string): string {
  const safe = text.replace(BEFORE_FORMULA, (run) => (/[;\t\r\n]/u.test(run) ? `${run}'` : run));
  return STARTS_AS_FORMULA.test(text) ? `'${safe}` : safe;
}

/** Returns the value in a readable form: an empty text for null, and the items of an array as one text. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (isEnrollment(value)) return enrollmentText(value, String);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Enrollments are the only objects in a record. */
function isEnrollment(value: unknown): value is Enrollment {
  return typeof value === 'object' && value !== null;
}
