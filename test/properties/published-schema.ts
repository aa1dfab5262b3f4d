/**
 * Whether a list is as the published schema says: read off `docs/v1.schema.json`, by none of the contract's code.
 * A keyword that is not known here fails: a schema that says more than is looked at would prove nothing.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { DirectoryName } from '../../contract/directories.ts';

type Schema = Readonly<Record<string, unknown>>;

const file = path.join(__dirname, '../../docs/v1.schema.json');
const { $defs } = JSON.parse(readFileSync(file, 'utf8')) as { $defs: Record<string, Schema> };
const patterns = new Map<string, RegExp>();

/** Where the list departs from the schema; nothing where it satisfies it. */
export function departures(name: DirectoryName, list: unknown): string[] {
  return against($defs[name] ?? {}, list, name);
}

type Keyword = (argument: never, value: unknown, at: string, schema: Schema) => string[];

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $ref: (ref: string, value, at) => against($defs[ref.replace('#/$defs/', '')] ?? {}, value, at),
  anyOf: (schemas: readonly Schema[], value, at) =>
    schemas.some((schema) => against(schema, value, at).length === 0) ? [] : [`${at}: anyOf`],
  type: (type: string, value, at) => (isOfType(type, value) ? [] : [`${at}: type`]),
  required: (names: readonly string[], value, at) =>
    names.filter((name) => !Object.hasOwn(asObject(value), name)).map((name) => `${at}: ${name}`),
  properties: (schemas: Readonly<Record<string, Schema>>, value, at) =>
    Object.entries(schemas).flatMap(([name, schema]) =>
      against(schema, asObject(value)[name], `${at}.${name}`),
    ),
  items: (schema: Schema, value, at) =>
    (Array.isArray(value) ? value : []).flatMap((item: unknown, index) =>
      against(schema, item, `${at}[${index}]`),
    ),
  pattern: (pattern: string, value, at) =>
    typeof value !== 'string' || regExp(pattern).test(value) ? [] : [`${at}: pattern`],
  format: (format: string, value, at) =>
    typeof value !== 'string' || hasFormat(format, value) ? [] : [`${at}: format`],
  minimum: (least: number, value, at) =>
    typeof value !== 'number' || value >= least ? [] : [`${at}: minimum`],
  maximum: (most: number, value, at) =>
    typeof value !== 'number' || value <= most ? [] : [`${at}: maximum`],
  maxLength: (most: number, value, at) =>
    typeof value !== 'string' || value.length <= most ? [] : [`${at}: length`],
  description: () => [],
  title: () => [],
};

function against(schema: Schema, value: unknown, at: string): string[] {
  return Object.entries(schema).flatMap(([name, argument]) => {
    const keyword = KEYWORDS[name];
    if (keyword === undefined) throw new Error(`the schema's keyword ${name} is not looked at`);
    return keyword(argument as never, value, at, schema);
  });
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function hasFormat(format: string, text: string): boolean {
  if (format === 'uuid') return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text);
  if (format === 'date') return isRealDay(text);
  if (format === 'date-time')
    return isRealDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
  if (format === 'uri') return URL.canParse(text) && /^[\u0021-\u007E]+$/u.test(text);
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

function regExp(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}
