/** That the records are as the contract says, one by one and as a list. */

import type { Directory } from '../../../contract/directories.ts';
import { type Finding, judged } from '../finding.ts';
import { type Flaw, type FlawKind, flawsOf, label } from '../flaws.ts';
import { type Group, group } from '../group.ts';
import type { List, ServedRecord } from '../list.ts';

export const fields = group(flawsIn, {
  'gives every documented field': (flaws) => without(flaws, 'missing'),
  'gives every value in its documented type': (flaws) => without(flaws, 'type'),
  'gives only http and https addresses, in one form': (flaws) => without(flaws, 'address'),
  'gives only dates and times that exist, in one form': (flaws) => without(flaws, 'moment'),
});

export const order = group((list: List) => list.records ?? [], {
  'orders the records by id': (records) => {
    const flaws = records.flatMap((record, index) => {
      const before = records[index - 1];
      const isLate = before !== undefined && idOf(record) < idOf(before);
      return isLate ? [`${label(record, index)} comes after a greater id`] : [];
    });
    return judged(flaws, 'the ids ascend');
  },
});

/** What is no text has no place in the order, and may have no text either: `{"toString": 1}`. */
function idOf({ id }: ServedRecord): string {
  return typeof id === 'string' ? id : '';
}

/** One check for each field of which no two records may have the same value. */
export function uniqueness(directory: Directory): Group<List> {
  const checks = ['id', ...directory.unique].map(
    (field) => [`gives no ${field} twice`, (list: List) => repeated(list, field)] as const,
  );
  return group((list: List) => list, Object.fromEntries(checks));
}

function repeated({ records = [] }: List, field: string): Finding {
  const seen = new Set<unknown>();
  const flaws = records.flatMap((record, index) => {
    const isRepeated = seen.has(record[field]);
    seen.add(record[field]);
    return isRepeated ? [`${label(record, index)} has the ${field} of another record`] : [];
  });
  return judged(flaws, `${seen.size} different values`);
}

function flawsIn({ directory, records = [] }: List): Flaw[] {
  return records.flatMap((record, index) => flawsOf(directory, record, index));
}

function without(flaws: readonly Flaw[], kind: FlawKind): Finding {
  const ofKind = flaws.filter((flaw) => flaw.kind === kind);
  return judged(
    ofKind.map((flaw) => flaw.sentence),
    'all records do',
  );
}
