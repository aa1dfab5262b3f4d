/**
 * Checks what was read against the contract, and whether the list may be published: repairs a record where it can, leaves
 * it out where it must, refuses the list where publishing it would do harm.
 */

import * as v from 'valibot';

import type { Directory } from '../../contract/directories.ts';
import { noContact, uuid } from '../../contract/fields.ts';
import { type List, makeList } from '../aws/copies.ts';
import { type Failure, failureOf, ListRefused } from './failure.ts';
import type { Read, Rows } from './read.ts';

/** A bad value, named by its record and its field. The value itself is never kept: it may be what must not leak. */
export interface Finding {
  readonly id: string;
  readonly field: string;
  /** Only on a record that is left out because a person typed a contact into a name. */
  readonly isContact?: true;
}

interface Findings {
  /** Records that are not in the list, each with the first required field that is bad. */
  readonly leftOut: readonly Finding[];
  /** Fields that became null. */
  readonly setToNull: readonly Finding[];
}

/** A list that may be published, and the rows that it was made of. */
export interface Published extends Findings {
  readonly rows: Rows;
  readonly list: List;
}

/** Why nothing that was read may be published. */
interface Refused extends Findings {
  readonly failure: Failure;
  readonly list?: undefined;
}

/** What a list is compared with before it is published. */
export interface Gate {
  /** Number of records in the last-good copy; `undefined` if it is not known. */
  readonly recordsBefore: number | undefined;
  readonly isStoreUnreachable: boolean;
}

/**
 * Checks the rows that were read. Rows equal to the last that passed are not parsed, checked, stringified or hashed again.
 *
 * @param gate - `undefined` if the list may have any length.
 */
export function checkRead(
  directory: Directory,
  read: Read,
  last: Published | undefined,
  gate: Gate | undefined,
): (Published & { readonly failure?: undefined }) | Refused {
  const { rows } = read;
  if (rows === undefined) return { failure: read.failure, leftOut: [], setToNull: [] };
  let findings: Findings = { leftOut: [], setToNull: [] };
  try {
    const next =
      last !== undefined && areEqual(last.rows, rows)
        ? { ...last, list: { ...last.list, cachedAt: read.cachedAt } }
        : toPublished(directory, rows, read.cachedAt);
    findings = { leftOut: next.leftOut, setToNull: next.setToNull };
    checkList(directory, { records: next.list.records, leftOut: next.leftOut }, gate);
    return next;
  } catch (error) {
    return { failure: failureOf(error), ...findings };
  }
}

function areEqual(one: Rows, other: Rows): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}

function toPublished(directory: Directory, rows: Rows, cachedAt: number): Published {
  const parsed = rows.map((row) => JSON.parse(row) as unknown);
  const { records, leftOut, setToNull } = checkRecords(directory, parsed);
  return { rows, list: makeList(records, cachedAt), leftOut, setToNull };
}

export interface Checked extends Findings {
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** One bad record never takes a list down; from two on, a tenth of the list may be bad. */
const BAD_RECORDS_ALLOWED = 1;
const BAD_PART_ALLOWED = 1 / 10;

/** A list that loses more than half of its records at once has more likely met a fault than the truth. */
const PART_THAT_MUST_REMAIN = 1 / 2;

/** In a list as short as this, a few people who leave at once are half of it. */
const SHRINKS_FREELY_UP_TO = 10;

/** Throws `ListRefused` where two records have the same id: there is no way to know which is right. */
export function checkRecords({ record, unique }: Directory, rows: readonly unknown[]): Checked {
  const records: Record<string, unknown>[] = [];
  const leftOut: Finding[] = [];
  const setToNull: Finding[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const id = idOf(row);
    const checked = repair(record, row);
    if ('bad' in checked) {
      leftOut.push({ id, ...checked.bad });
      continue;
    }
    const keyOf = (field: string): string => `${field} ${String(checked.value[field])}`;
    if (seen.has(keyOf('id'))) throw new ListRefused('two records have the same id');
    const duplicate = unique.find((field) => seen.has(keyOf(field)));
    if (duplicate !== undefined) {
      leftOut.push({ id, field: duplicate });
      continue;
    }
    for (const field of ['id', ...unique]) seen.add(keyOf(field));
    records.push(checked.value);
    setToNull.push(...checked.setToNull.map((field) => ({ id, field })));
  }
  return { records, leftOut, setToNull };
}

/**
 * Throws `ListRefused` if the list as a whole must not be published. A person who is left out for a contact in a name does not
 * count as bad, so that nobody's typing stops the others' changes, unless nobody is left.
 *
 * @param gate - `undefined` if the list may have any length.
 */
export function checkList(
  directory: Directory,
  { records, leftOut }: { readonly records: number; readonly leftOut: readonly Finding[] },
  gate: Gate | undefined,
): void {
  const read = records + leftOut.length;
  const bad = leftOut.filter(({ isContact }) => isContact !== true || records === 0).length;
  if (bad > Math.max(BAD_RECORDS_ALLOWED, read * BAD_PART_ALLOWED)) {
    throw new ListRefused(`${bad} of ${read} records break the contract`);
  }
  if (directory.mayShrink || gate === undefined) return;
  const { recordsBefore = 0, isStoreUnreachable } = gate;
  const isLong = recordsBefore > SHRINKS_FREELY_UP_TO;
  if (isLong && read - bad < recordsBefore * PART_THAT_MUST_REMAIN) {
    throw new ListRefused(`${records} records are left of ${recordsBefore}`, { isDrop: true });
  }
  if (isStoreUnreachable && records === 0) {
    throw new ListRefused('the list is empty, and its last-good copy is unreachable');
  }
}

type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

type Repaired =
  | { readonly value: Record<string, unknown>; readonly setToNull: readonly string[] }
  | { readonly bad: Omit<Finding, 'id'> };

function repair(schema: Directory['record'], row: unknown): Repaired {
  const asRead = v.safeParse(schema, row);
  if (asRead.success) return { value: asRead.output, setToNull: [] };
  const withNulls = v.safeParse(nullingBad(schema), row);
  // Rules about several fields are only checked once each field is good by itself.
  const repaired = withNulls.success ? v.safeParse(schema, withNulls.output) : withNulls;
  if (repaired.success) {
    const paths = new Set(asRead.issues.map((issue) => v.getDotPath(issue)));
    return { value: { ...repaired.output }, setToNull: [...paths].map(fieldAt) };
  }
  const [issue] = repaired.issues;
  const field = fieldAt(v.getDotPath(issue));
  const isContact = issue.requirement === noContact.requirement;
  return { bad: { field, ...(isContact ? { isContact } : {}) } };
}

/** The same schema, but that a bad value which may be null becomes null. */
function nullingBad({ entries }: Pick<ObjectSchema, 'entries'>): ObjectSchema {
  const lenient = Object.entries(entries).map(([key, field]) => {
    if (v.is(field, null)) return [key, v.fallback(field, null)];
    return [key, isListOfObjects(field) ? v.array(nullingBad(field.item)) : field];
  });
  return v.object(Object.fromEntries(lenient));
}

function isListOfObjects(
  schema: v.GenericSchema,
): schema is v.GenericSchema & { readonly item: ObjectSchema } {
  return 'item' in schema && typeof schema.item === 'object' && 'entries' in (schema.item ?? {});
}

/** Which enrollment it is does not matter: `enrollments.0.status` is `enrollments.status`. */
function fieldAt(path: string | null): string {
  return path?.replaceAll(/\.\d+/gu, '') ?? 'record';
}

/** The record's id where it is one, so that no other text of the database reaches a log. */
function idOf(row: unknown): string {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined;
  return v.is(uuid, id) ? id : 'unknown';
}
