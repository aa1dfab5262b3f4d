/** Checks each record against the table of what is documented: which are fit, and which had to be left out. */

import type { List, Problem } from './list.ts';
import { shapes } from './records.ts';

const OR_NULL = ' or null';
const ARRAY_OF = 'array of ';

type Misfit = Pick<Problem, 'field' | 'expected'>;

/** Frozen to the bottom, because every caller gets the same records. */
export function checkedRecords<R>(
  items: readonly unknown[],
  kind: keyof typeof shapes,
): Pick<List<R>, 'records' | 'problems'> {
  const problems: Problem[] = [];
  const records = items.filter((item, index): item is R => {
    const misfit = firstMisfit(item, kind);
    if (misfit !== undefined) problems.push({ index, id: idOf(item), ...misfit });
    return misfit === undefined;
  });
  return { records: frozen(records), problems: frozen(problems) };
}

/** None in a value that is as expected. Fields that are not expected are no misfits. */
function firstMisfit(value: unknown, expected: string, field = ''): Misfit | undefined {
  if (value === null && expected.endsWith(OR_NULL)) return undefined;
  const kind = expected.replace(OR_NULL, '');

  if (kind.startsWith(ARRAY_OF) && Array.isArray(value)) {
    const itemKind = kind.slice(ARRAY_OF.length);
    return firstOf(value, (item, index) => firstMisfit(item, itemKind, `${field}[${index}]`));
  }
  if (isRecordKind(kind) && isObject(value)) {
    const prefix = field === '' ? '' : `${field}.`;
    return firstOf(Object.entries(shapes[kind]), ([name, each]) =>
      firstMisfit(value[name], each, prefix + name),
    );
  }
  const fits = kind === 'integer' ? Number.isInteger(value) : typeof value === kind;
  return fits ? undefined : { field, expected };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

function firstOf<T>(
  items: readonly T[],
  misfitOf: (item: T, index: number) => Misfit | undefined,
): Misfit | undefined {
  for (const [index, item] of items.entries()) {
    const misfit = misfitOf(item, index);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function isRecordKind(kind: string): kind is keyof typeof shapes {
  return kind in shapes;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(item: unknown): string | undefined {
  return isObject(item) && typeof item['id'] === 'string' ? item['id'] : undefined;
}
