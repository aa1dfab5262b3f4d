/** Lists the fields of the contract's records, for the documentation and for the generated part of the client. */

import type { JsonSchema } from '@valibot/to-json-schema';

import { allDirectories } from '../../contract/directories.ts';
import { schemas, titleOf } from './description.ts';

type RecordDescription = ReturnType<typeof recordDescription>;
type FieldDescription = ReturnType<typeof fieldDescription>;

/** Returns the record of each directory, followed by the records that it contains. */
export function recordDescriptions(): readonly RecordDescription[] {
  const all = schemas();
  return allDirectories.flatMap(({ record }) => {
    const whole = recordDescription(all[titleOf(record)]);
    const held = whole.fields.filter(({ kind }) => kind in all);
    return [whole, held.map(({ kind }) => recordDescription(all[kind]))].flat();
  });
}

function recordDescription(schema: JsonSchema = {}) {
  const { title = '', description = '', properties = {} } = schema;
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === 'boolean' ? [] : fieldDescription(name, field),
  );
  return { name: title, description, fields };
}

function fieldDescription(name: string, field: JsonSchema) {
  const { type, items, description = '', format } = field;
  const value = typeof items === 'object' && !Array.isArray(items) ? items : field;
  return {
    name,
    description,
    /** Type of the value, or of an array's items, such as `string` or `Enrollment`. */
    kind: value.$ref?.replace(/.*\//u, '') ?? String([value.type].flat()[0]),
    format,
    isArray: type === 'array',
    isNullable: Array.isArray(type),
  };
}

/** Returns the text of `client/src/records.ts`: the types of the records, and the table that the client checks them with. */
export function clientTypes(): string {
  const records = recordDescriptions();
  const shapes = Object.fromEntries(
    records.map(({ name, fields }) => [
      name,
      Object.fromEntries(fields.map((field) => [field.name, expectation(field)])),
    ]),
  );
  return `/** The records as the service documents them. Made by \`npm run generate\`. */

${records.map(recordType).join('\n')}
/**
 * The expected type of each field of each record. \`checked-records.ts\` checks it, and a problem shows it.
 * @internal
 */
export const shapes = ${JSON.stringify(shapes, undefined, 2)} as const;
`;
}

function recordType({ name, description, fields }: RecordDescription): string {
  const lines = fields.map(
    (field) => `${comment(field.description, '  ')}  readonly ${field.name}: ${typeOf(field)};\n`,
  );
  return `${comment(description)}export interface ${name} {\n${lines.join('')}}\n`;
}

function comment(text: string, indent = ''): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', String.raw`*\/`)} */\n`;
}

function typeOf({ kind, isArray, isNullable }: FieldDescription): string {
  const one = kind === 'integer' ? 'number' : kind;
  return `${isArray ? `readonly ${one}[]` : one}${isNullable ? ' | null' : ''}`;
}

/** Describes the values of a field, such as `array of string or null`. With a format: `string, uri or null`. */
export function expectation(field: FieldDescription, format?: string): string {
  const type = format === undefined ? field.kind : `${field.kind}, ${format}`;
  return `${field.isArray ? 'array of ' : ''}${type}${field.isNullable ? ' or null' : ''}`;
}
