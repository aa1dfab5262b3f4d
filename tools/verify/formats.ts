/** Which documented values are addresses, dates and times: read off the contract. */

import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';

import type { Directory } from '../../contract/directories.ts';

/** The JSON Schema `format` of the value at `keys` of a record, such as `uri` or `date-time`. */
export function formatAt(directory: Directory, keys: readonly unknown[]): string | undefined {
  let schema: JsonSchema | undefined = schemaOf(directory);
  for (const key of keys) {
    schema = schema === undefined ? undefined : step(schema, key);
  }
  return schema === undefined ? undefined : notNull(schema).format;
}

const schemas = new Map<string, JsonSchema>();

function schemaOf(directory: Directory): JsonSchema {
  const known = schemas.get(directory.name);
  if (known !== undefined) return known;
  const made = toJsonSchema(directory.record, {
    typeMode: 'output',
    ignoreActions: ['check', 'trim'],
  });
  schemas.set(directory.name, made);
  return made;
}

function step(schema: JsonSchema, key: unknown): JsonSchema | undefined {
  const { items, properties } = notNull(schema);
  const next = typeof key === 'number' ? items : properties?.[String(key)];
  return typeof next === 'object' && !Array.isArray(next) ? next : undefined;
}

/** `anyOf: [what it is, null]` is how a nullable value is written. */
function notNull(schema: JsonSchema): JsonSchema {
  const options = schema.anyOf?.filter((option) => typeof option === 'object') ?? [];
  return options.find((option) => option.type !== 'null') ?? schema;
}
