/**
 * Whether a value is as the published description says: read off `docs/openapi.json`, by none of the contract's code.
 * A keyword that is not known here fails: a schema that says more than is looked at would prove nothing.
 */

import { published } from './published.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Where the value departs from the schema; nothing where it satisfies it. `at` is what the value is called. */
export function againstSchema(schema: Schema, value: unknown, at: string): string[] {
  return Object.entries(schema).flatMap(([name, argument]) => {
    const keyword = KEYWORDS[name];
    if (keyword === undefined) throw new Error(`the schema's keyword ${name} is not looked at`);
    return keyword(argument as never, value, at, schema);
  });
}

type Keyword = (argument: never, value: unknown, at: string, schema: Schema) => string[];

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $ref: (ref: string, value, at) => {
    const schema = published.components.schemas[ref.replace('#/components/schemas/', '')];
    return schema === undefined ? [`${at}: ${ref}`] : againstSchema(schema, value, at);
  },
  type: (types: string | readonly string[], value, at) =>
    [types].flat().some((type) => isOfType(type, value)) ? [] : [`${at}: type`],
  enum: (values: readonly unknown[], value, at) => (values.includes(value) ? [] : [`${at}: enum`]),
  const: (only: unknown, value, at) => (value === only ? [] : [`${at}: const`]),
  required: (names: readonly string[], value, at) =>
    names.filter((name) => !Object.hasOwn(asObject(value), name)).map((name) => `${at}: ${name}`),
  properties: (schemas: Readonly<Record<string, Schema>>, value, at) =>
    Object.entries(schemas).flatMap(([name, schema]) =>
      againstSchema(schema, asObject(value)[name], `${at}.${name}`),
    ),
  items: (schema: Schema, value, at) =>
    (Array.isArray(value) ? value : []).flatMap((item: unknown, index) =>
      againstSchema(schema, item, `${at}[${index}]`),
    ),
  pattern: (pattern: string, value, at) =>
    typeof value !== 'string' || regExp(pattern).test(value) ? [] : [`${at}: pattern`],
  format: (format: string, value, at) =>
    value === null || hasFormat(format, value) ? [] : [`${at}: format`],
  minimum: (least: number, value, at) =>
    typeof value !== 'number' || value >= least ? [] : [`${at}: minimum`],
  maximum: (most: number, value, at) =>
    typeof value !== 'number' || value <= most ? [] : [`${at}: maximum`],
  maxLength: (most: number, value, at) =>
    typeof value !== 'string' || value.length <= most ? [] : [`${at}: length`],
  description: () => [],
  title: () => [],
};

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function hasFormat(format: string, value: unknown): boolean {
  if (format === 'int64') return Number.isInteger(value);
  if (typeof value !== 'string') return true;
  if (format === 'uuid') return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(value);
  if (format === 'date') return isRealDay(value);
  if (format === 'date-time')
    return isRealDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));
  if (format === 'uri') return URL.canParse(value) && /^[\u0021-\u007E]+$/u.test(value);
  throw new Error(`the schema's format ${format} is not looked at`);
}

function isRealDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) && day >= 1 && day <= days;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const patterns = new Map<string, RegExp>();

function regExp(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}
