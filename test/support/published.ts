/** The committed OpenAPI description, and functions that check values with its schemas. This file does not use contract/. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type Schema = Readonly<Record<string, unknown>>;
type Named<Value> = Readonly<Record<string, Value>>;
type Reference = { readonly $ref: string };

interface DescribedHeader {
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface DescribedResponse {
  readonly headers?: Named<DescribedHeader | Reference>;
  readonly content?: Named<{
    readonly schema: Schema;
    readonly examples?: Named<{ readonly value: unknown } | Reference>;
  }>;
}

type Media = NonNullable<DescribedResponse['content']>[string];

export interface Description {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Named<{
    readonly get: { readonly responses: Named<DescribedResponse | Reference> };
  }>;
  readonly components: {
    readonly schemas: Named<Schema>;
    readonly parameters: Named<DescribedHeader>;
    readonly headers: Named<DescribedHeader>;
    readonly responses: Named<DescribedResponse>;
    readonly examples: Named<{ readonly value: readonly Schema[] }>;
  };
}

/** The validator. Its strict mode rejects unknown keywords and formats, which Ajv would otherwise ignore. */
const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  keywords: ['components'],
  formats: {
    int64: { type: 'number', validate: Number.isSafeInteger },
    uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu,
    date: isRealDay,
    'date-time': (text: string) => isRealDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
    uri: (text: string) => URL.canParse(text) && /^[\u0021-\u007E]+$/u.test(text),
  },
});
const validators = new Map<Schema, ValidateFunction>();

const file = path.join(__dirname, '../../docs/openapi.json');
export const published = JSON.parse(readFileSync(file, 'utf8')) as Description;

/** Returns the description of a path's response with the given status. */
export function described(route: string, status: string): DescribedResponse {
  const response = published.paths[route]?.get.responses[status] ?? {};
  return resolved(response, published.components.responses) ?? {};
}

export function describedHeaders({ headers = {} }: DescribedResponse) {
  return Object.entries(headers).flatMap(([name, header]) => {
    const known = resolved(header, published.components.headers);
    return known === undefined ? [] : [[name.toLowerCase(), known] as const];
  });
}

export function shownExamples({ examples = {} }: Partial<Media> = {}): readonly unknown[] {
  const { components } = published;
  return Object.values(examples).map((each) => resolved(each, components.examples)?.value);
}

function resolved<Value extends object>(value: Value | Reference, named: Named<Value>) {
  return '$ref' in value ? named[value.$ref.split('/').at(-1) ?? ''] : value;
}

/** Checks a value against a schema, and returns the errors. @param at - name of the value. Each error begins with this name. */
export function againstSchema(schema: Schema, value: unknown, at: string): string[] {
  const { components } = published;
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components });
  validators.set(schema, validate);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  return errors.map(({ instancePath, message }) => `${at}${instancePath} ${message}`);
}

function isRealDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text); // JavaScript turns February 30 into a day in March
}
