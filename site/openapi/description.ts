/**
 * Builds the OpenAPI 3.1 description of the service from `base.json`, the contract's records, the settings of a stage, and
 * examples.
 */

import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';

import { EXAMPLE_ORIGIN } from '../../contract/site.ts';
import type { SiteFace } from '../../contract/branding.ts';
import { allDirectories } from '../../contract/directories.ts';
import { Enrollment } from '../../contract/records.ts';
import committed from '../../docs/openapi.json' with { type: 'json' };
import { mailboxOf } from '../text.ts';
import base from './base.json' with { type: 'json' };

type JsonObject = Readonly<Record<string, unknown>>;
/** Records of each list, keyed by the name of the list. */
export type Lists = ReadonlyMap<string, readonly JsonObject[]>;

/**
 * Returns the description. It contains an example address. The deployment of a stage replaces this address with the stage's
 * own.
 */
export function openApiDocument(
  face: SiteFace,
  serverDescription: string,
  examples: Examples = committedExamples,
) {
  const { programme, summary, contact, terms } = face;
  const { info, components, ...rest } = base;
  const mailbox = mailboxOf(contact);
  return {
    ...rest,
    info: {
      ...info,
      title: `Public Directory of ${programme}`,
      description: `${summary}\n\n${info.description}`,
      contact: {
        name: programme,
        ...(mailbox === undefined ? { url: contact } : { email: mailbox }),
      },
      license: terms,
      termsOfService: terms.url,
    },
    servers: [{ url: `${EXAMPLE_ORIGIN}/v1`, description: serverDescription }],
    components: { ...components, schemas: { ...schemas(), ...components.schemas }, examples },
  };
}

const conversion: ConversionConfig = {
  typeMode: 'output',
  target: 'draft-2020-12', // the JSON Schema version that OpenAPI 3.1 uses
  ignoreActions: ['check', 'trim'], // JSON Schema cannot express them
  errorMode: 'throw',
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'nullable' ? orNull(jsonSchema) : undefined,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Returns the schemas of the records, keyed by title. The schemas refer to each other by title. */
export function schemas(): Readonly<Record<string, JsonSchema>> {
  const records: v.GenericSchema[] = [...allDirectories.map(({ record }) => record), Enrollment];
  const named = records.map((schema) => [titleOf(schema), schema] as const);
  return toJsonSchemaDefs(Object.fromEntries(named), conversion);
}

export function titleOf(schema: v.GenericSchema): string {
  return v.parse(v.string('A record has no title'), v.getTitle(schema));
}

/**
 * Returns the schema of a nullable value as `type: [string, null]`, which client generators turn into a nullable type. Valibot
 * writes an equivalent `anyOf` instead, but many generators turn an `anyOf` into a class.
 */
function orNull({ anyOf: [value] = [] }: JsonSchema): JsonSchema {
  const { type, ...constraints } = typeof value === 'object' ? value : {};
  if (typeof type !== 'string') throw new Error('A nullable value must have exactly one type');
  return { type: [type, 'null'], ...constraints };
}

/** Examples for a description, keyed by the name of the list. Each example is a list with one record. */
type Examples = ReturnType<typeof examplesIn>;

/** Returns an example for each list: the first record with a value in every field and without markup. */
export function examplesIn(lists: Lists) {
  const summary = 'A list with one invented record';
  return Object.fromEntries(
    [...lists].map(([name, records]) => [
      name,
      { summary, value: records.filter(isOrdinary).slice(0, 1) },
    ]),
  );
}

/**
 * Returns whether every field has a value, and no field contains markup. An empty array does not count as a value. Markup
 * occurs in some records of the test data, and would make an example confusing.
 */
function isOrdinary(record: JsonObject): boolean {
  return (
    !JSON.stringify(record).includes('<') &&
    Object.values(record).every(
      (value) => value !== null && !(Array.isArray(value) && value.length === 0),
    )
  );
}

/** Examples in the committed description. */
const committedExamples: Examples = committed.components.examples;

/** Returns an invented record of each kind, keyed by the title of its schema. */
export function exampleRecords(): Readonly<Record<string, unknown>> {
  const records = allDirectories.map(
    ({ name, record }) => [titleOf(record), committedExamples[name]?.value[0]] as const,
  );
  const [startup] = committed.components.examples.startups.value;
  return { ...Object.fromEntries(records), [titleOf(Enrollment)]: startup?.enrollments[0] };
}
