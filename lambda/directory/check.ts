/**
 * Checks a list before it is published. Bad values of nullable fields become null, records with other bad values are left out,
 * and a harmful list is refused (decision 12).
 */

import { isDeepStrictEqual } from 'node:util';

import * as v from 'valibot';

import type { Directory } from '../../contract/directories.ts';
import { noContact, uuid } from '../../contract/fields.ts';
import { type List, makeList } from '../aws/copies.ts';
import { type Failure, failureOf, ListRefused } from './failure.ts';
import type { Read, Rows } from './read.ts';

/** The place where a bad value was found. The value itself is not included, because it may be personal. */
export interface BadValue {
  readonly id: string;
  readonly field: string;
  /** Set if the record was left out because a name contains contact details. */
  readonly isContact?: true;
}

export interface BadValues {
  /** Left-out records, each with its first bad field. */
  readonly leftOut: readonly BadValue[];
  readonly setToNull: readonly BadValue[];
}

/** The list to publish and the rows that it was made from, or the failure that prevents publishing. */
export interface CheckedRead extends BadValues {
  readonly rows?: Rows;
  readonly list?: List;
  readonly failure?: Failure;
}

/** What `checkList` must know about the previous list and the store. */
interface Gate {
  /** Number of records in the previous list, or `undefined` if it is unknown. */
  readonly recordsBefore: number | undefined;
  readonly isStoreUnreachable: boolean;
}

/**
 * Checks the rows. If they equal the rows of `last`, reuses the list of `last` with the time of `read`.
 *
 * @param gate - `undefined` if the list may have any length.
 */
export function checkRead(
  directory: Directory,
  read: Read,
  last: CheckedRead | undefined,
  gate: Gate | undefined,
): CheckedRead {
  let badValues: BadValues = { leftOut: [], setToNull: [] };
  if (read.rows === undefined) return { failure: read.failure, ...badValues };
  try {
    const next =
      last?.list !== undefined && isDeepStrictEqual(last.rows, read.rows)
        ? { ...last, list: { ...last.list, cachedAt: read.cachedAt } }
        : toPublishable(directory, read.rows, read.cachedAt);
    badValues = { leftOut: next.leftOut, setToNull: next.setToNull };
    checkList(directory, { records: next.list.records, leftOut: next.leftOut }, gate);
    return next;
  } catch (error) {
    return { failure: failureOf(error), ...badValues };
  }
}

function toPublishable(directory: Directory, rows: Rows, cachedAt: number) {
  const parsed = rows.map((row) => JSON.parse(row) as unknown);
  const { records, leftOut, setToNull } = checkRecords(directory, parsed);
  return { rows, list: makeList(records, cachedAt), leftOut, setToNull };
}

export type Checked = ReturnType<typeof checkRecords>;

const Identified = v.object({ id: uuid });

/** A list may contain one bad record. A long list may contain more, up to a tenth of its records. */
const BAD_RECORDS_ALLOWED = 1;
const BAD_PART_ALLOWED = 1 / 10;

/** If a list loses more than half of its records, a fault is more likely than a real change. */
const PART_THAT_MUST_REMAIN = 1 / 2;

/** Lists of up to this length may shrink freely, because a few departures can halve them. */
const SHRINKS_FREELY_UP_TO = 10;

/**
 * Checks each record. If two records have the same slug, the later one is left out.
 *
 * @throws ListRefused if two valid records have the same id, because either of them may be the right one.
 */
export function checkRecords({ record }: Directory, rows: readonly unknown[]) {
  const records: Record<string, unknown>[] = [];
  const leftOut: BadValue[] = [];
  const setToNull: BadValue[] = [];
  const ids = new Set<string>();
  const slugs = new Set<unknown>();
  for (const row of rows) {
    const id = v.is(Identified, row) ? row.id : 'unknown'; // only a valid id may reach a log
    const checked = repair(record, row);
    if ('bad' in checked) {
      leftOut.push({ id, ...checked.bad });
      continue;
    }
    if (ids.has(id)) throw new ListRefused('two records have the same id');
    ids.add(id);
    const { slug } = checked.value;
    if (slugs.has(slug)) {
      leftOut.push({ id, field: 'slug' });
      continue;
    }
    if (slug !== undefined) slugs.add(slug);
    records.push(checked.value);
    setToNull.push(...checked.setToNull.map((field) => ({ id, field })));
  }
  return { records, leftOut, setToNull };
}

/**
 * Rejects a harmful list. A record that was left out because of contact details counts as bad only if no valid records remain.
 * If it always counted, the input of a few people could block everyone else's changes.
 *
 * @param gate - `undefined` if the list may have any length.
 * @throws ListRefused
 */
export function checkList(
  directory: Directory,
  { records, leftOut }: { readonly records: number; readonly leftOut: readonly BadValue[] },
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
    throw new ListRefused(`${read - bad} of ${recordsBefore} records are left`, { isDrop: true });
  }
  if (isStoreUnreachable && records === 0) {
    throw new ListRefused('the list is empty, and its last-good copy is unreachable');
  }
}

type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

type Repaired =
  | { readonly value: Record<string, unknown>; readonly setToNull: readonly string[] }
  | { readonly bad: Omit<BadValue, 'id'> };

function repair(schema: Directory['record'], row: unknown): Repaired {
  const asRead = v.safeParse(schema, row);
  if (asRead.success) return { value: asRead.output, setToNull: [] };
  const withNulls = v.safeParse(withNullFallbacks(schema), row);
  // Parses again, because the schema with the fallbacks lacks the cross-field rules.
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

/** Returns a schema that turns invalid values of nullable fields into null. */
function withNullFallbacks({ entries }: Pick<ObjectSchema, 'entries'>): ObjectSchema {
  const lenient = Object.entries(entries).map(([key, field]) => {
    if (v.is(field, null)) return [key, v.fallback(field, null)];
    return [key, isListOfObjects(field) ? v.array(withNullFallbacks(field.item)) : field];
  });
  return v.object(Object.fromEntries(lenient));
}

function isListOfObjects(
  schema: v.GenericSchema,
): schema is v.GenericSchema & { readonly item: ObjectSchema } {
  return 'item' in schema && typeof schema.item === 'object' && 'entries' in (schema.item ?? {});
}

/** Removes array indexes: `enrollments.0.status` becomes `enrollments.status`. */
function fieldAt(path: string | null): string {
  return path?.replaceAll(/\.\d+/gu, '') ?? 'record';
}
