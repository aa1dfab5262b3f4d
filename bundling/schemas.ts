/**
 * The contract's records as published: in JSON Schema, as they are served, and as the list of their fields, which the page,
 * the client package and the tools are made from.
 */

import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

import { allDirectories } from '../contract/directories.ts';
import { Founder } from '../contract/founder.ts';
import { Job } from '../contract/job.ts';
import { Problem } from '../contract/problem.ts';
import { Enrollment, Startup } from '../contract/startup.ts';
import { DirectoryStatus, Status } from '../contract/status.ts';
import type { FieldDescription, RecordDescription } from '../page/document-parts.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export type Schema = JsonObject;

const described = { Startup, Enrollment, Founder, Job, Problem, Status, DirectoryStatus };

const HOW: ConversionConfig = {
  typeMode: 'output',
  target: 'draft-2020-12', // what OpenAPI 3.1 has
  ignoreActions: ['check', 'trim'], // JSON Schema cannot express either
  errorMode: 'throw',
};

const KINDS: ReadonlySet<unknown> = new Set(['string', 'boolean', 'integer', 'number']);

/** By the name under which the others refer to it. */
export function schemas(): Readonly<Record<string, Schema>> {
  const definitions = toJsonSchemaDefs(described, {
    ...HOW,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, withTypeArrays({ ...schema })]),
  );
}

/** The schema of one value, such as a header's. */
export function schemaOf(schema: GenericSchema): Schema {
  const { $schema: _, ...rest } = toJsonSchema(schema, HOW);
  return withTypeArrays(rest);
}

/** The name of a record's schema. */
export function schemaName(record: GenericSchema): string {
  const [name] = Object.entries(described).find(([, schema]) => schema === record) ?? [];
  if (name === undefined) throw new Error('A directory has records that are not described');
  return name;
}

/** The record of each directory, and after it those that it holds. */
export function recordDescriptions(): readonly RecordDescription[] {
  const all = schemas();
  return allDirectories.flatMap(({ record }) => {
    const whole = recordDescription(all, schemaName(record));
    const parts = whole.fields.filter(({ kind }) => kind in all);
    return [whole].concat(parts.map(({ kind }) => recordDescription(all, kind)));
  });
}

/** @throws Error for a field that the client package could not check. */
export function recordDescription(
  all: Readonly<Record<string, Schema>>,
  name: string,
): RecordDescription {
  const schema = all[name];
  if (schema === undefined) throw new Error(`There is no schema of ${name}`);
  const { properties, required, description } = schema;
  const names = isList(required) ? required : [];
  const fields = Object.entries(isObject(properties) ? properties : {}).map(([field, value]) => {
    const at = `${name}.${field}`;
    if (!names.includes(field)) throw new Error(`${at} may be absent, and no field may`);
    return fieldDescription(at, field, isObject(value) ? value : {});
  });
  return { name, description: textOf(description) ?? '', fields };
}

function fieldDescription(at: string, name: string, schema: Schema): FieldDescription {
  const { schema: value, isNullable } = withoutNull(schema);
  const { type, items, format, description } = value;
  const isArray = type === 'array';
  if (isArray && !isObject(items)) throw new Error(`${at} is an array of anything`);
  return {
    name,
    description: textOf(description) ?? '',
    kind: kindOf(at, isArray && isObject(items) ? items : value),
    format: textOf(format),
    isArray,
    isNullable,
  };
}

function kindOf(at: string, { type, $ref }: Schema): string {
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  const [only, ...more]: readonly unknown[] = [type].flat();
  if (more.length > 0) throw new Error(`${at} has more than one type`);
  if (typeof only === 'string' && KINDS.has(only)) return only;
  throw new Error(`${at} has a type that the client cannot check`);
}

/**
 * A schema in which a value that may be null is written `type: [string, null]`. Generators make an optional of that; of
 * `anyOf` with null, which says the same and which Valibot writes, many make a class of its own.
 */
export function withTypeArrays(schema: Schema): Schema {
  const { anyOf, ...rest }: Schema = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, withinTypeArrays(value)]),
  );
  if (!isList(anyOf)) return rest;
  const [other, ...more] = anyOf.filter((each) => !isObject(each) || each['type'] !== 'null');
  const isValueOrNull = isObject(other) && more.length === 0 && anyOf.length === 2;
  if (!isValueOrNull || '$ref' in other) {
    throw new Error(`Only a value or null can be described, not ${JSON.stringify(anyOf)}`);
  }
  const { type = 'string', enum: choices, ...constraints } = other;
  return {
    type: [type, 'null'],
    ...constraints,
    ...(isList(choices) ? { enum: [...choices, null] } : {}),
    ...rest,
  };
}

function withinTypeArrays(value: unknown): unknown {
  if (isList(value)) return value.map(withinTypeArrays);
  return isObject(value) ? withTypeArrays(value) : value;
}

/** Reads what `withTypeArrays` writes: what a value is when it is not null, and whether it may be. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const { type, enum: choices } = schema;
  const types: readonly unknown[] = [type].flat();
  if (!types.includes('null')) return { schema, isNullable: false };
  const others = types.filter((each) => each !== 'null');
  return {
    schema: {
      ...schema,
      type: others.length === 1 ? others[0] : others,
      ...(isList(choices) ? { enum: choices.filter((choice) => choice !== null) } : {}),
    },
    isNullable: true,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
