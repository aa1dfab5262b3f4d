/**
 * The contract's records as they are published: in JSON Schema, as served; as a list of fields for the page and the client's
 * types; and as examples.
 */

import path from 'node:path';

import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';

import { allDirectories } from '../../contract/directories.ts';
import { Enrollment } from '../../contract/records.ts';
import committed from '../../docs/openapi.json' with { type: 'json' };
import { root } from '../../client/esbuild.ts';

type JsonObject = Readonly<Record<string, unknown>>;
/** The records of each list, keyed by the name of its directory. */
export type Lists = ReadonlyMap<string, readonly JsonObject[]>;

export interface RecordDescription {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly FieldDescription[];
}

export interface FieldDescription {
  readonly name: string;
  readonly description: string;
  /** Such as `string` or `Enrollment`, of the value or of the items of an array. */
  readonly kind: string;
  readonly format: string | undefined;
  readonly isArray: boolean;
  readonly isNullable: boolean;
}

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
export function schemas(): Readonly<Record<string, JsonSchema>> {
  const records: v.GenericSchema[] = [...allDirectories.map(({ record }) => record), Enrollment];
  const named = records.map((schema) => [titleOf(schema), schema] as const);
  return toJsonSchemaDefs(Object.fromEntries(named), conversion);
}

export function titleOf(schema: v.GenericSchema): string {
  return v.parse(v.string('A record has no title'), v.getTitle(schema));
}

/**
 * Returns the schema of a nullable value with `type: [string, null]`, which generators of clients turn into an optional. Many turn
 * valibot's `anyOf`, which means the same, into a class.
 */
function orNull({ anyOf: [value] = [] }: JsonSchema): JsonSchema {
  const { type, ...constraints } = typeof value === 'object' ? value : {};
  if (typeof type !== 'string') throw new Error('Only a value with one type may be null');
  return { type: [type, 'null'], ...constraints };
}

/** The record of each directory, and after it those that it holds. */
export function recordDescriptions(): readonly RecordDescription[] {
  const all = schemas();
  return allDirectories.flatMap(({ record }) => {
    const whole = recordDescription(all[titleOf(record)]);
    const held = whole.fields.filter(({ kind }) => kind in all);
    return [whole, ...held.map(({ kind }) => recordDescription(all[kind]))];
  });
}

function recordDescription(schema: JsonSchema = {}): RecordDescription {
  const { title = '', description = '', properties = {} } = schema;
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === 'boolean' ? [] : fieldDescription(name, field),
  );
  return { name: title, description, fields };
}

function fieldDescription(name: string, field: JsonSchema): FieldDescription {
  const { type, items, description = '', format } = field;
  const value = typeof items === 'object' && !Array.isArray(items) ? items : field;
  return {
    name,
    description,
    kind: value.$ref?.replace(/.*\//u, '') ?? String([value.type].flat()[0]),
    format,
    isArray: type === 'array',
    isNullable: Array.isArray(type),
  };
}

/** The examples of a description, by the name of the directory: each a list of one record. */
export type Examples = Readonly<
  Record<string, { readonly summary: string; readonly value: readonly JsonObject[] }>
>;

/** The first ordinary record of each list. */
export function examplesIn(lists: Lists): Examples {
  const summary = 'A list of one record; invented';
  return Object.fromEntries(
    [...lists].map(([name, records]) => [
      name,
      { summary, value: [records.find(isOrdinary)].filter((record) => record !== undefined) },
    ]),
  );
}

/** Whether every field has a value, and none contains markup, as some of the test data does. */
function isOrdinary(record: JsonObject): boolean {
  return (
    !JSON.stringify(record).includes('<') &&
    Object.values(record).every(
      (value) => value !== null && !(Array.isArray(value) && value.length === 0),
    )
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
