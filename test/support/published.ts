/** The description as it is committed, and whether a value is as it says: by none of the contract's code. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type Schema = Readonly<Record<string, unknown>>;
type Named<Value> = Readonly<Record<string, Value>>;

interface DescribedHeader {
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface DescribedResponse {
  readonly headers?: Named<DescribedHeader | { readonly $ref: string }>;
  readonly content?: Named<{
    readonly schema: Schema;
    readonly examples?: Named<{ readonly value: unknown } | { readonly $ref: string }>;
  }>;
}

type Media = NonNullable<DescribedResponse['content']>[string];

interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Named<DescribedResponse | { readonly $ref: string }>;
}

export interface Description {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Named<{ readonly get: DescribedOperation }>;
  readonly components: {
    readonly schemas: Named<Schema>;
    readonly parameters: Named<DescribedHeader>;
    readonly headers: Named<DescribedHeader>;
    readonly responses: Named<DescribedResponse>;
    readonly examples: Named<{ readonly value: readonly Schema[] }>;
  };
}

const publishedFile = path.join(__dirname, '../../docs/openapi.json');

/** Its strict mode refuses a keyword or a format that it does not know: such a schema would prove nothing. */
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

export const published = JSON.parse(readFileSync(publishedFile, 'utf8')) as Description;

/** What an operation answers with a status, and the headers of that. */
export function described(route: string, status: string): DescribedResponse {
  const response = published.paths[route]?.get.responses[status] ?? {};
  return '$ref' in response
    ? (published.components.responses[nameIn(response.$ref)] ?? {})
    : response;
}

export function describedHeaders({
  headers = {},
}: DescribedResponse): ReadonlyMap<string, DescribedHeader> {
  return new Map(
    Object.entries(headers).flatMap(([name, header]) => {
      const known = '$ref' in header ? published.components.headers[nameIn(header.$ref)] : header;
      return known === undefined ? [] : [[name, known]];
    }),
  );
}

export function shownExamples({ examples = {} }: Partial<Media> = {}): readonly unknown[] {
  return Object.values(examples).map((example) =>
    '$ref' in example ? published.components.examples[nameIn(example.$ref)]?.value : example.value,
  );
}

/** Where the value departs from the schema; nothing where it satisfies it. `at` is what the value is called. */
export function againstSchema(schema: Schema, value: unknown, at: string): string[] {
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components: published.components }); // prettier-ignore
  validators.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${at}${instancePath} ${message}`); // prettier-ignore
}

function isRealDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text); // February 30 is March 1
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
