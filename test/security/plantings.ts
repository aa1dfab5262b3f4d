/** Contacts for every text column of the portal's founders, each for a record of its own. */

import { corpus } from '../contract/corpus.ts';

export interface Planting {
  readonly table: string;
  readonly column: string;
  /** Which record of the table, counted from 0. */
  readonly nth: number;
  readonly contact: string;
}

/** More of them, and a list is refused as a whole: here the records themselves are to be checked. */
const IN_REQUIRED = 2;
const IN_OTHERS = 25;
const REQUIRED: ReadonlySet<string> = new Set(['first_name', 'last_name']);

/** @param columns - `table.column`. */
export function plantings(columns: readonly string[]): Planting[] {
  const contacts = [...corpus('contacts').values()].flat();
  let next = 0;
  return columns.flatMap((name) => {
    const [table = '', column = ''] = name.split('.');
    const times = REQUIRED.has(column) ? IN_REQUIRED : IN_OTHERS;
    return Array.from({ length: times }, (_, index) => {
      next += 7; // so that neighbours are of different kinds; no multiple of it is their number
      const contact = contacts[next % contacts.length] ?? '';
      return { table, column, nth: next + index, contact };
    });
  });
}

/** A row that is counted past the last one is one of the first. */
export function planted({ table, column, nth, contact }: Planting): string {
  const isLocated = table === 'founders' ? 'in_public_directory' : 'true';
  return `UPDATE portal.${table} SET ${column} = ${literal(contact)}
    WHERE id = (
      SELECT id FROM portal.${table} WHERE ${isLocated} ORDER BY id
      OFFSET ${nth} % (SELECT count(*) FROM portal.${table} WHERE ${isLocated}) LIMIT 1
    );`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
