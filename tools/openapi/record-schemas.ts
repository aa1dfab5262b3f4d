/**
 * The contract's records as they are published: in JSON Schema, as served; as the list of their fields, of which the page and
 * the client's types are made; and as examples.
 */

import path from 'node:path';

import { type ConversionConfig, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';

import { allDirectories } from '../../contract/directories.ts';
import { Enrollment } from '../../contract/startup.ts';
import { DirectoryStatus, Problem, Status } from '../../contract/status-document.ts';
import committed from '../../docs/openapi.json' with { type: 'json' };
import { root } from '../../lib/esbuild.ts';
import type { RecordDescription } from '../../site/document-parts.ts';

export type JsonObject = Readonly<Record<string, unknown>>;
/** By the name of the directory. */
export type Lists = ReadonlyMap<string, readonly JsonObject[]>;

const described: readonly v.GenericSchema[] = [
  ...allDirectories.map(({ record }) => record),
  Enrollment,
  Problem,
  Status,
  DirectoryStatus,
];

const conversion: ConversionConfig = {
  typeMode: 'output',
  target: 'draft-2020-12', // what OpenAPI 3.1 has
  ignoreActions: ['check', 'trim'], // JSON Schema cannot express either
  errorMode: 'throw',
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'nullable' ? orNull(jsonSchema) : undefined,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** The schemas by their titles, under which they refer to each other. */
export function schemas(): Readonly<Record<string, JsonObject>> {
  const named = Object.fromEntries(described.map((schema) => [titleOf(schema), schema]));
  const definitions = toJsonSchemaDefs(named, conversion);
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, { ...schema }]),
  );
}

export function titleOf(schema: v.GenericSchema): string {
  return v.parse(v.string('A record has no title'), v.getTitle(schema));
}

const Type = v.picklist(['string', 'boolean', 'integer']);

const Nullable = v.object({
  anyOf: v.looseTuple([v.looseObject({ type: Type, enum: v.optional(v.array(v.string())) })]),
});

/**
 * The schema of a value or null with `type: [string, null]`, of which generators of clients make an optional. Of `anyOf`, which
 * says the same and which valibot writes, many make a class of its own.
 */
function orNull(schema: object) {
  const [{ type, enum: values, ...constraints }] = v.parse(Nullable, schema).anyOf;
  return {
    type: [type, 'null' as const],
    ...constraints,
    ...(values && { enum: [...values, null] }),
  };
}

const ItemSchema = v.union([v.object({ type: Type }), v.object({ $ref: v.string() })]);

/** The kinds of value that the client can check. */
const FieldSchema = v.intersect([
  v.object({ description: v.string(), format: v.optional(v.string()) }),
  v.union([
    v.object({ type: Type }),
    v.object({ type: v.tuple([Type, v.literal('null')]) }),
    v.object({ type: v.literal('array'), items: ItemSchema }),
  ]),
]);

const RecordSchema = v.object({
  title: v.string(),
  description: v.string(),
  properties: v.record(v.string(), FieldSchema),
});

/**
 * The record of each directory, and after it those that it holds.
 *
 * @throws ValiError for a field that the client could not check.
 */
export function recordDescriptions(): readonly RecordDescription[] {
  const all = schemas();
  return allDirectories.flatMap(({ record }) => {
    const whole = recordDescription(all[titleOf(record)]);
    const held = whole.fields.filter(({ kind }) => kind in all);
    return [whole, ...held.map(({ kind }) => recordDescription(all[kind]))];
  });
}

function recordDescription(schema: unknown): RecordDescription {
  const { title, description, properties } = v.parse(RecordSchema, schema);
  return {
    name: title,
    description,
    fields: Object.entries(properties).map(([name, { description: meaning, format, ...field }]) => {
      const { type } = field;
      const item = 'items' in field ? field.items : { type: Array.isArray(type) ? type[0] : type };
      return {
        name,
        description: meaning,
        kind: '$ref' in item ? item.$ref.replace(/.*\//u, '') : item.type,
        format,
        isArray: type === 'array',
        isNullable: Array.isArray(type),
      };
    }),
  };
}

/** The examples of a description, by the name of the directory: each a list of one record. */
export type Examples = Readonly<
  Record<string, { readonly summary: string; readonly value: readonly JsonObject[] }>
>;

/** The first record of each list that has a value in every field. */
export function examplesIn(lists: Lists): Examples {
  const summary = 'A list of one record; invented';
  return Object.fromEntries(
    [...lists].map(([name, records]) => [
      name,
      { summary, value: [records.find(isComplete)].filter((record) => record !== undefined) },
    ]),
  );
}

function isComplete(record: JsonObject): boolean {
  return Object.values(record).every(
    (value) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
}

export const DESCRIPTION_FILE = path.join(root, 'docs/openapi.json');

/** The examples of the committed description. */
export const committedExamples: Examples = committed.components.examples;

/** An invented record of each kind, by its title. */
export function exampleRecords(): Readonly<Record<string, unknown>> {
  const records = allDirectories.map(
    ({ name, record }) => [titleOf(record), committedExamples[name]?.value[0]] as const,
  );
  const [startup] = committed.components.examples.startups.value;
  return { ...Object.fromEntries(records), [titleOf(Enrollment)]: startup?.enrollments[0] };
}
