/** Compares a value with the table of what is expected. */

import { shapes } from './shapes.ts';

/** Where a value is not as expected, and what is expected there. */
export interface Misfit {
  readonly field: string;
  readonly expected: string;
}

const OR_NULL = ' or null';
const ARRAY_OF = 'array of ';

/** The first misfit; none in a value that is as expected. Fields that are not expected are no misfits. */
export function firstProblem(value: unknown, expected: string, field = ''): Misfit | undefined {
  if (value === null && expected.endsWith(OR_NULL)) return undefined;
  const kind = expected.replace(OR_NULL, '');

  if (kind.startsWith(ARRAY_OF) && Array.isArray(value)) {
    const itemKind = kind.slice(ARRAY_OF.length);
    return firstOf(value, (item, index) => firstProblem(item, itemKind, `${field}[${index}]`));
  }
  if (isRecordKind(kind) && isObject(value)) {
    const prefix = field === '' ? '' : `${field}.`;
    return firstOf(Object.entries(shapes[kind]), ([name, each]) =>
      firstProblem(value[name], each, prefix + name),
    );
  }
  const fits = kind === 'integer' ? Number.isInteger(value) : typeof value === kind;
  return fits ? undefined : { field, expected };
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
