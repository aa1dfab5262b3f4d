/** Checks what was read against the contract: repairs a record where it can, leaves it out where it must. */

import * as v from 'valibot';

import type { Directory } from '../../contract/directories.ts';
import { uuid } from '../../contract/fields.ts';
import { ListRefused } from './failure.ts';

/** A bad value, named by its record and its field. The value itself is never kept: it may be what must not leak. */
export interface Finding {
  readonly id: string;
  readonly field: string;
}

export interface Checked {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Records that are not in the list, each with the first required field that is bad. */
  readonly leftOut: readonly Finding[];
  /** Fields that became null. */
  readonly setToNull: readonly Finding[];
}

/** One bad record never takes a list down; from two on, a tenth of the list may be bad. */
const BAD_RECORDS_ALLOWED = 1;
const BAD_PART_ALLOWED = 1 / 10;

/** A list that loses more than half of its records at once has more likely met a fault than the truth. */
const PART_THAT_MUST_REMAIN = 1 / 2;

/** In a list as short as this, a few people who leave at once are half of it. */
const SHRINKS_FREELY_UP_TO = 10;

export function checkRecords(directory: Directory, rows: readonly unknown[]): Checked {
  const records: Record<string, unknown>[] = [];
  const leftOut: Finding[] = [];
  const setToNull: Finding[] = [];
  const owners = new Map<string, unknown>();
  for (const row of rows) {
    const id = idOf(row);
    const repaired = withoutDuplicates(directory, owners, repairRecord(directory.record, row));
    if (repaired.badField === undefined) {
      records.push(repaired.value);
      setToNull.push(...repaired.setToNull.map((field) => ({ id, field })));
    } else {
      leftOut.push({ id, field: repaired.badField });
    }
  }
  if (new Set(records.map(({ id }) => id)).size < records.length) {
    throw new ListRefused('two records have the same id');
  }
  return { records, leftOut, setToNull };
}

/**
 * Throws `ListRefused` when the list as a whole must not be published.
 *
 * `recordsBefore` is the number of records in the last-good copy, or `undefined` where there is none.
 */
export function checkList(
  directory: Directory,
  { records, leftOut }: { readonly records: number; readonly leftOut: readonly Finding[] },
  recordsBefore: number | undefined,
): void {
  const read = records + leftOut.length;
  if (leftOut.length > Math.max(BAD_RECORDS_ALLOWED, read * BAD_PART_ALLOWED)) {
    throw new ListRefused(`${leftOut.length} of ${read} records break the contract`);
  }
  if (directory.mayShrink || recordsBefore === undefined) return;
  if (recordsBefore <= SHRINKS_FREELY_UP_TO) return;
  if (records < recordsBefore * PART_THAT_MUST_REMAIN) {
    throw new ListRefused(`${records} records are left of ${recordsBefore}`, {
      isDrop: true,
    });
  }
}

type Repaired<T> =
  | { readonly value: T; readonly setToNull: readonly string[]; readonly badField?: undefined }
  | { readonly badField: string };

type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

function repairRecord(
  schema: Directory['record'],
  row: unknown,
): Repaired<Record<string, unknown>> {
  const parsed = v.safeParse(schema, row);
  if (parsed.success) return { value: parsed.output, setToNull: [] };
  const repaired = repairObject(schema, row, '');
  if (repaired.badField !== undefined) return repaired;
  // Rules about several fields are only checked once each field is good by itself.
  const [issue] = v.safeParse(schema, repaired.value).issues ?? [];
  return issue === undefined ? repaired : { badField: v.getDotPath(issue) ?? 'record' };
}

function repairObject(
  schema: Pick<ObjectSchema, 'entries'>,
  value: unknown,
  path: string,
): Repaired<Record<string, unknown>> {
  if (!isObject(value)) return { badField: path === '' ? 'record' : path };
  const repaired: Record<string, unknown> = {};
  const setToNull: string[] = [];
  for (const [key, field] of Object.entries(schema.entries)) {
    const result = repairValue(field, value[key], path === '' ? key : `${path}.${key}`);
    if (result.badField !== undefined) return result;
    repaired[key] = result.value;
    setToNull.push(...result.setToNull);
  }
  return { value: repaired, setToNull };
}

function repairValue(schema: v.GenericSchema, value: unknown, path: string): Repaired<unknown> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return { value: parsed.output, setToNull: [] };
  if (v.is(schema, null)) return { value: null, setToNull: [path] };
  if (isListOfObjects(schema) && Array.isArray(value)) return repairList(schema.item, value, path);
  return { badField: path };
}

function repairList(
  schema: ObjectSchema,
  values: readonly unknown[],
  path: string,
): Repaired<readonly unknown[]> {
  const repaired: unknown[] = [];
  const setToNull: string[] = [];
  for (const value of values) {
    const result = repairObject(schema, value, path);
    if (result.badField !== undefined) return result;
    repaired.push(result.value);
    setToNull.push(...result.setToNull);
  }
  return { value: repaired, setToNull };
}

/** Refuses a record that has a unique value of an earlier one. Two records of one id refuse the whole list instead. */
function withoutDuplicates(
  { unique }: Directory,
  owners: Map<string, unknown>,
  repaired: Repaired<Record<string, unknown>>,
): Repaired<Record<string, unknown>> {
  if (repaired.badField !== undefined) return repaired;
  const { id, ...values } = repaired.value;
  const duplicate = unique.find((field) => {
    const value = `${field} ${String(values[field])}`;
    const owner = owners.get(value) ?? id;
    owners.set(value, owner);
    return owner !== id;
  });
  return duplicate === undefined ? repaired : { badField: duplicate };
}

function isListOfObjects(
  schema: v.GenericSchema,
): schema is v.GenericSchema & { readonly item: ObjectSchema } {
  return 'item' in schema && isObject(schema.item) && 'entries' in schema.item;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The record's id where it is one, so that no other text of the database reaches a log. */
function idOf(row: unknown): string {
  const id = isObject(row) ? row['id'] : undefined;
  return v.is(uuid, id) ? id : 'unknown';
}
