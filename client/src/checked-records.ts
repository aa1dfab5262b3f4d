/** Record by record: what is as documented, and what had to be left out. */

import { firstProblem } from './first-problem.ts';
import type { List, Problem } from './list.ts';
import type { shapes } from './shapes.ts';

/** Frozen, because every caller gets the same arrays. */
export function checkedRecords<R>(
  items: readonly unknown[],
  kind: keyof typeof shapes,
): Pick<List<R>, 'records' | 'problems'> {
  const problems: Problem[] = [];
  const records = items.filter((item, index): item is R => {
    const misfit = firstProblem(item, kind);
    if (misfit !== undefined) problems.push({ index, id: idOf(item), ...misfit });
    return misfit === undefined;
  });
  return { records: Object.freeze(records), problems: Object.freeze(problems) };
}

function idOf(item: unknown): string | undefined {
  const hasId = typeof item === 'object' && item !== null && 'id' in item;
  return hasId && typeof item.id === 'string' ? item.id : undefined;
}
