/** The description as it is committed. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

type Schema = Readonly<Record<string, unknown>>;
type Named<Value> = Readonly<Record<string, Value>>;

export interface DescribedHeader {
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface DescribedResponse {
  readonly headers?: Named<DescribedHeader | { readonly $ref: string }>;
  readonly content?: Named<{
    readonly schema: Schema;
    readonly examples?: Named<{ readonly value: unknown }>;
  }>;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Named<DescribedResponse | { readonly $ref: string }>;
}

export interface Description {
  readonly openapi: string;
  readonly paths: Named<{ readonly get: DescribedOperation }>;
  readonly components: {
    readonly schemas: Named<Schema>;
    readonly parameters: Named<DescribedHeader>;
    readonly headers: Named<DescribedHeader>;
    readonly responses: Named<DescribedResponse>;
  };
}

export const publishedFile = path.join(__dirname, '../../docs/openapi.json');

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

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
