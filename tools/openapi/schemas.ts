/**
 * The contract's records as published: in JSON Schema, as they are served; as the list of their fields, which the page, the
 * client package and the tools are made from; and as examples, from the invented ones in `client/fixtures`.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

import { allDirectories, type DirectoryName } from '../../contract/directories.ts';
import { Founder } from '../../contract/founder.ts';
import { Job } from '../../contract/job.ts';
import { Enrollment, Startup } from '../../contract/startup.ts';
import { DirectoryStatus, Problem, Status } from '../../contract/status.ts';
import type { FieldDescription, RecordDescription } from '../../site/document-parts.ts';
import { root } from '../../lib/esbuild.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export type Schema = JsonObject;

const described = { Startup, Enrollment, Founder, Job, Problem, Status, DirectoryStatus };

const HOW: ConversionConfig = {
  typeMode: 'output',
  target: 'draft-2020-12', // what OpenAPI 3.1 has
  ignoreActions: ['check', 'trim'], // JSON Schema cannot express either
  errorMode: 'throw',
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'nullable' ? orNull(jsonSchema) : undefined,
};

/**
 * `type: [string, null]`, of which generators make an optional; of `anyOf` with null, which says the same and which Valibot
 * writes, many make a class of its own.
 */
function orNull({ anyOf }: { readonly anyOf?: unknown }): Schema {
  const [value] = isList(anyOf) ? anyOf : [];
  const { type, enum: choices, ...constraints } = isObject(value) ? value : {};
  if (typeof type !== 'string') {
    throw new Error(`Only a value or null can be described, not ${JSON.stringify(anyOf)}`);
  }
  return {
    type: [type, 'null'],
    ...constraints,
    ...(isList(choices) ? { enum: [...choices, null] } : {}),
  };
}

const KINDS: ReadonlySet<unknown> = new Set(['string', 'boolean', 'integer', 'number']);

/** By the name under which the others refer to it. */
export function schemas(): Readonly<Record<string, Schema>> {
  const definitions = toJsonSchemaDefs(described, {
    ...HOW,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, { ...schema }]),
  );
}

/** The schema of one value, such as a header's. */
export function schemaOf(schema: GenericSchema): Schema {
  const { $schema: _, ...rest } = toJsonSchema(schema, HOW);
  return rest;
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

/** Reads what `orNull` writes: what a value is when it is not null, and whether it may be. */
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

/**
 * An invented record of each kind by the name of its schema, with a value in every field. They belong together: of the startups
 * of which nothing is missing, nor of their founders and jobs, the one with the shortest description.
 */
export function exampleRecords(): Readonly<Record<string, JsonObject>> {
  const [founders, jobs] = [invented('founders'), invented('jobs')];
  const [shortest] = invented('startups')
    .filter(isComplete)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))
    .flatMap((startup) => {
      const [founder, job] = [firstOf(founders, startup), firstOf(jobs, startup)];
      return founder && job ? [{ startups: startup, founders: founder, jobs: job }] : [];
    });
  if (shortest === undefined) throw new Error('No startup, founder and job can be shown');
  return withParts(shortest);
}

function invented(name: DirectoryName): readonly JsonObject[] {
  const file = path.join(root, `client/fixtures/${name}.json`);
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isList(list) ? list.filter(isObject) : [];
}

/** Nothing where one of them lacks a value. */
function firstOf(records: readonly JsonObject[], startup: JsonObject): JsonObject | undefined {
  const own = records.filter((record) => record['startup_id'] === startup['id']);
  return own.every(isComplete) ? own[0] : undefined;
}

function isComplete(record: JsonObject): boolean {
  return Object.values(record).every(
    (value) => value !== null && !(isList(value) && value.length === 0),
  );
}

function lengthOf({ description }: JsonObject): number {
  return String(description).length;
}

/** With one of each record that they hold. */
function withParts(records: Readonly<Record<DirectoryName, JsonObject>>) {
  const all = schemas();
  return Object.fromEntries(
    allDirectories.flatMap(({ name, record }) => {
      const { name: whole, fields } = recordDescription(all, schemaName(record));
      const held = fields.flatMap((field): [string, JsonObject][] => {
        const [first] = [records[name][field.name]].flat();
        return field.kind in all && isObject(first) ? [[field.kind, first]] : [];
      });
      return [[whole, records[name]] satisfies [string, JsonObject]].concat(held);
    }),
  );
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
