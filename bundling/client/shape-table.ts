/** The table by which the client checks a record: each field with what is expected of it, in words that a problem can show. */

import type { FieldSchema, RecordSchema } from './schema-records.ts';

export function shapeTable(records: readonly RecordSchema[]): string {
  const shapes = Object.fromEntries(
    records.map(({ name, fields }) => [
      name,
      Object.fromEntries(fields.map((field) => [field.name, expectation(field)])),
    ]),
  );
  return [
    '/** What is expected of each field of each record. Made by `npm run client`. */',
    '',
    `export const shapes = ${JSON.stringify(shapes)} as const;`,
    '',
  ].join('\n');
}

/** `client/src/first-problem.ts` reads it. */
function expectation({ kind, isArray, isNullable }: FieldSchema): string {
  return `${isArray ? 'array of ' : ''}${kind}${isNullable ? ' or null' : ''}`;
}
