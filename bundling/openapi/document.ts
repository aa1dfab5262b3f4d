/** What an OpenAPI 3.1 document consists of, as far as this service needs it. */

import type { Json, JsonObject } from './json.ts';

export interface Reference {
  readonly $ref: string;
}

export type Schema = JsonObject;

export interface Example {
  readonly summary: string;
  readonly value: Json;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Header {
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: Json;
}

export interface Parameter extends Header {
  readonly name: string;
  readonly in: 'header';
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Reference[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface Server {
  readonly url: string;
  readonly description: string;
}

export interface PathItem {
  readonly servers?: readonly Server[];
  readonly get: Operation;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly Server[];
  readonly security: readonly never[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export function reference(kind: keyof OpenApiDocument['components'], name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}
