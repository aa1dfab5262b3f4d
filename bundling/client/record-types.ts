/** The client's types of the records, as TypeScript. */

import type { FieldSchema, RecordSchema } from './schema-records.ts';

export function recordTypes(records: readonly RecordSchema[]): string {
  const names = new Set(records.map(({ name }) => name));
  const interfaces = records.map(({ name, description, fields }) => {
    const lines = fields.map(
      (field) => `${comment(field.description)}  readonly ${field.name}: ${typeOf(field, names)};`,
    );
    return `${comment(description)}export interface ${name} {\n${lines.join('\n')}\n}\n`;
  });
  return `/** The records as the service documents them. Made by \`npm run client\`. */\n\n${interfaces.join('\n')}`;
}

function typeOf({ kind, isArray, isNullable }: FieldSchema, records: ReadonlySet<string>): string {
  const one = records.has(kind) ? kind : kind.replace('integer', 'number');
  return `${isArray ? `readonly ${one}[]` : one}${isNullable ? ' | null' : ''}`;
}

function comment(text: string): string {
  return text === '' ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
