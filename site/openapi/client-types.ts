/** The generated part of the client: types of the records, and the table by which it checks them. */

import path from 'node:path';

import { root } from '../../client/esbuild.ts';
import {
  type FieldDescription,
  type RecordDescription,
  recordDescriptions,
} from './record-schemas.ts';

export const CLIENT_TYPES_FILE = path.join(root, 'client/src/records.ts');

/** The text of `CLIENT_TYPES_FILE`. */
export function clientTypes(records: readonly RecordDescription[] = recordDescriptions()): string {
  const names = new Set(records.map(({ name }) => name));
  const shapes = Object.fromEntries(
    records.map(({ name, fields }) => [
      name,
      Object.fromEntries(fields.map((field) => [field.name, expectation(field)])),
    ]),
  );
  return `/** The records as the service documents them. Made by \`npm run generate\`. */

${records.map((record) => recordType(record, names)).join('\n\n')}

/**
 * What is expected of each field of each record, as \`checked-records.ts\` reads it and a problem shows it.
 * @internal
 */
export const shapes = ${JSON.stringify(shapes, undefined, 2)} as const;
`;
}

function recordType({ name, description, fields }: RecordDescription, names: ReadonlySet<string>) {
  const lines = fields.flatMap((field) => [
    ...comment(field.description),
    `readonly ${field.name}: ${typeOf(field, names)};`,
  ]);
  return [
    ...comment(description),
    `export interface ${name} {`,
    ...lines.map((line) => `  ${line}`),
    '}',
  ].join('\n');
}

function comment(text: string): readonly string[] {
  return text === '' ? [] : [`/** ${text.replaceAll('*/', String.raw`*\/`)} */`];
}

function typeOf(
  { kind, isArray, isNullable }: FieldDescription,
  names: ReadonlySet<string>,
): string {
  const one = names.has(kind) ? kind : kind.replace('integer', 'number');
  return `${isArray ? `readonly ${one}[]` : one}${isNullable ? ' | null' : ''}`;
}

function expectation({ kind, isArray, isNullable }: FieldDescription): string {
  return `${isArray ? 'array of ' : ''}${kind}${isNullable ? ' or null' : ''}`;
}
