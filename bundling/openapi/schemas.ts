/** The contract's records as JSON Schema: what is served, which a field's schema makes of what was read. */

import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

import { Founder } from '../../contract/founder.ts';
import { Job } from '../../contract/job.ts';
import { Problem } from '../../contract/problem.ts';
import { Enrollment, Startup } from '../../contract/startup.ts';
import { DirectoryStatus, Status } from '../../contract/status.ts';
import type { Schema } from './document.ts';
import { isObject, parseJson } from './json.ts';
import { withTypeArrays } from './nullable.ts';

const described = { Startup, Enrollment, Founder, Job, Problem, Status, DirectoryStatus };

const HOW: ConversionConfig = {
  typeMode: 'output',
  target: 'draft-2020-12', // what OpenAPI 3.1 has
  ignoreActions: ['check', 'trim'], // JSON Schema has no words for either
  errorMode: 'throw',
};

/** By the name under which the others refer to it. */
export function schemas(): Readonly<Record<string, Schema>> {
  const definitions = toJsonSchemaDefs(described, {
    ...HOW,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, withTypeArrays(asJson(schema))]),
  );
}

/** The schema of one value, such as a header's. */
export function schemaOf(schema: GenericSchema): Schema {
  const { $schema: _, ...rest } = asJson(toJsonSchema(schema, HOW));
  return withTypeArrays(rest);
}

/** The name of a record's schema. */
export function schemaName(record: GenericSchema): string {
  const [name] = Object.entries(described).find(([, schema]) => schema === record) ?? [];
  if (name === undefined) throw new Error('A directory has records that are not described');
  return name;
}

function asJson(schema: unknown): Schema {
  const json = parseJson(JSON.stringify(schema));
  if (!isObject(json)) throw new Error('A schema is an object');
  return json;
}
