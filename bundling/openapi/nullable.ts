/**
 * A value that may be null, written as `type: [string, null]`. Generators make an optional of that; of `anyOf` with null,
 * which says the same, many make a class of its own.
 */

import type { Schema } from './document.ts';
import { isList, isObject, type Json, type JsonObject } from './json.ts';

/** A schema in which no `anyOf` has null for an alternative. */
export function withTypeArrays(schema: Schema): Schema {
  const { anyOf, ...rest } = mapped(schema, withinTypeArrays);
  if (!isList(anyOf)) return rest;
  const [other, ...more] = anyOf.filter((each) => !isNull(each));
  if (!isObject(other) || more.length > 0 || anyOf.length !== 2) {
    throw new Error(`Only a value or null can be described, not ${JSON.stringify(anyOf)}`);
  }
  const { type = 'string', ...constraints } = other;
  const choices = constraints['enum'];
  return {
    type: [type, 'null'],
    ...constraints,
    ...(isList(choices) ? { enum: [...choices, null] } : {}),
    ...rest,
  };
}

function withinTypeArrays(value: Json): Json {
  if (isList(value)) return value.map(withinTypeArrays);
  return isObject(value) ? withTypeArrays(value) : value;
}

function mapped(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema['type'] === 'null';
}
