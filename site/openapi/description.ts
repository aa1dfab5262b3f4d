/** The description of the service, OpenAPI 3.1: `base.json`, with the contract's records and the details of a stage. */

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
/** The records of each list, keyed by the name of its directory. */
export type Lists = ReadonlyMap<string, readonly JsonObject[]>;

/** Returns the description with the example address. The server replaces it with its own. */
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
  target: 'draft-2020-12', // what OpenAPI 3.1 has
  ignoreActions: ['check', 'trim'], // JSON Schema cannot express either
  errorMode: 'throw',
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'nullable' ? orNull(jsonSchema) : undefined,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Returns the schemas, keyed by title. They refer to each other by these titles. */
export function schemas(): Readonly<Record<string, JsonSchema>> {
  const records: v.GenericSchema[] = [...allDirectories.map(({ record }) => record), Enrollment];
  const named = records.map((schema) => [titleOf(schema), schema] as const);
  return toJsonSchemaDefs(Object.fromEntries(named), conversion);
}

export function titleOf(schema: v.GenericSchema): string {
  return v.parse(v.string('A record has no title'), v.getTitle(schema));
}

/**
 * Returns the schema of a nullable value with `type: [string, null]`, which client generators turn into an optional type. Many of them
 * turn valibot's `anyOf`, which means the same, into a class.
 */
function orNull({ anyOf: [value] = [] }: JsonSchema): JsonSchema {
  const { type, ...constraints } = typeof value === 'object' ? value : {};
  if (typeof type !== 'string') throw new Error('Only a value with one type may be null');
  return { type: [type, 'null'], ...constraints };
}

/** The examples of a description, keyed by directory. Each is a list of one record. */
type Examples = ReturnType<typeof examplesIn>;

/** Returns the first ordinary record of each list. */
export function examplesIn(lists: Lists) {
  const summary = 'A list with one invented record';
  return Object.fromEntries(
    [...lists].map(([name, records]) => [
      name,
      { summary, value: records.filter(isOrdinary).slice(0, 1) },
    ]),
  );
}

/** Returns whether every field has a value and none contains markup, which some of the test data does. */
function isOrdinary(record: JsonObject): boolean {
  return (
    !JSON.stringify(record).includes('<') &&
    Object.values(record).every(
      (value) => value !== null && !(Array.isArray(value) && value.length === 0),
    )
  );
}

/** The examples of the committed description. */
const committedExamples: Examples = committed.components.examples;

/** Returns an invented record of each kind, keyed by title. */
export function exampleRecords(): Readonly<Record<string, unknown>> {
  const records = allDirectories.map(
    ({ name, record }) => [titleOf(record), committedExamples[name]?.value[0]] as const,
  );
  const [startup] = committed.components.examples.startups.value;
  return { ...Object.fromEntries(records), [titleOf(Enrollment)]: startup?.enrollments[0] };
}
