/** Compares a view with the contract. */

import type { Directory } from '../../contract/directories.ts';
import { allowedTypes, wrongType } from './column-types.ts';
import { fieldsOf } from './fields.ts';
import { type Finding, fail, note, ok } from './finding.ts';
import type { Column } from './view-columns.ts';

/** @param columns - of the view; `undefined` where there is none. */
export function checkView(
  directory: Directory,
  columns: readonly Column[] | undefined,
): readonly Finding[] {
  const subject = `directory.${directory.name}`;
  if (columns === undefined) {
    return [
      fail(
        subject,
        `the view is missing: write it like db/directory/${directory.name}.sql and apply it`,
      ),
    ];
  }
  const fields = fieldsOf(directory);
  const flaws = fields.flatMap(({ name, kind }) => {
    const column = columns.find((candidate) => candidate.name === name);
    if (column === undefined) {
      return [`the column "${name}" is missing; it may be ${allowedTypes(name, kind)}`];
    }
    const words = wrongType(column, kind);
    return words === undefined
      ? []
      : [`the column "${name}" is ${column.type} and may be ${words}`];
  });
  const known = new Set(fields.map(({ name }) => name));
  const extra = columns.filter(({ name }) => !known.has(name));
  return [
    ...(flaws.length === 0
      ? [ok(subject, `its ${fields.length} columns are as the contract has them`)]
      : flaws.map((flaw) => fail(subject, flaw))),
    ...extra.map(({ name }) =>
      note(subject, `the column "${name}" is not part of the contract and is not published`),
    ),
  ];
}
