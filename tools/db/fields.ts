/** What the contract asks of the columns of a view. Derived from the record schemas: there is no second list. */

import { toJsonSchema } from '@valibot/to-json-schema';

import type { Directory } from '../../contract/directories.ts';

/** How the JSON of a value has to look, as far as its SQL type decides that. */
export type FieldKind =
  'text' | 'uuid' | 'date' | 'date-time' | 'integer' | 'boolean' | 'texts' | 'objects';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
}

/** The part of a JSON Schema that tells the kind. */
interface Schema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly items?: unknown;
  readonly anyOf?: unknown;
}

export function fieldsOf(directory: Directory): readonly Field[] {
  const { properties = {} } = toJsonSchema(directory.record, {
    typeMode: 'output',
    ignoreActions: ['check', 'trim'],
    errorMode: 'throw',
  });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    kind: kindOf(`${directory.name}.${name}`, schema),
  }));
}

/** @throws Error for a kind that the contract did not have when this was written. */
function kindOf(field: string, schema: unknown): FieldKind {
  const { type, format, items } = withoutNull(asSchema(schema));
  if (type === 'boolean' || type === 'integer') return type;
  if (type === 'array') return asSchema(items).type === 'string' ? 'texts' : 'objects';
  if (type === 'string') {
    return format === 'uuid' || format === 'date' || format === 'date-time' ? format : 'text';
  }
  throw new Error(`${field}: no SQL type is known for ${JSON.stringify(schema)}`);
}

/** `anyOf: [what it is, null]` is how a nullable value is written. */
function withoutNull(schema: Schema): Schema {
  if (!Array.isArray(schema.anyOf)) return schema;
  return schema.anyOf.map(asSchema).find(({ type }) => type !== 'null') ?? {};
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? value : {};
}
