/** Checks each record against the documented types, and leaves out records that do not match. */

import type { List, Problem } from './list.ts';
import { shapes } from './records.ts';

/** The name of a documented type, for example `Startup`. */
export type Kind = keyof typeof shapes;

const OR_NULL = ' or null';
const ARRAY_OF = 'array of ';

/**
 * Returns the valid records, and a problem for each invalid record. Both arrays are deeply frozen, because all callers share
 * them.
 */
export function checkedRecords<R>(
  items: readonly unknown[],
  kind: Kind,
): Pick<List<R>, 'records' | 'problems'> {
  const problems: Problem[] = [];
  const records = items.filter((item, index): item is R => {
    const [first] = misfits(item, kind);
    const id = isObject(item) && typeof item['id'] === 'string' ? item['id'] : undefined;
    if (first !== undefined) problems.push({ index, id, ...first });
    return first === undefined;
  });
  return { records: frozen(records), problems: frozen(problems) };
}

/** Yields each field that does not have the expected type. Ignores unknown fields. */
function* misfits(
  value: unknown,
  expected: string,
  field = '',
): Generator<Pick<Problem, 'field' | 'expected'>> {
  if (value === null && expected.endsWith(OR_NULL)) return;
  const kind = expected.replace(OR_NULL, '');

  if (kind.startsWith(ARRAY_OF) && Array.isArray(value)) {
    const itemKind = kind.slice(ARRAY_OF.length);
    for (const [at, item] of value.entries()) yield* misfits(item, itemKind, `${field}[${at}]`);
  } else if (isRecordKind(kind) && isObject(value)) {
    for (const [name, each] of Object.entries(shapes[kind])) {
      yield* misfits(value[name], each, field === '' ? name : `${field}.${name}`);
    }
  } else if (kind === 'integer' ? !Number.isInteger(value) : typeof value !== kind) {
    yield { field, expected };
  }
}

function isRecordKind(kind: string): kind is Kind {
  return kind in shapes;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Freezes a value deeply. Does not use recursion, because the value of an unknown field may be nested so deeply that recursion
 * would overflow the call stack.
 */
function frozen<T>(value: T): T {
  const found: unknown[] = [value];
  for (const each of found) {
    if (typeof each !== 'object' || each === null) continue;
    for (const inner of Object.values(Object.freeze(each))) found.push(inner);
  }
  return value;
}
