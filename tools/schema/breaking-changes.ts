/** What a client of the released contract would trip over in today's. Within a version fields are only added. */

import { isDeepStrictEqual } from 'node:util';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Takes two JSON Schema documents. One sentence for each breaking change, naming the field; none where there are only
 * additions.
 */
export function breakingChanges(released: unknown, today: unknown): string[] {
  const now = definitionsOf(today);
  return [...definitionsOf(released)].flatMap(([name, schema]) => {
    const next = now.get(name);
    return next === undefined ? [`${name} was removed or renamed.`] : changes(name, schema, next);
  });
}

/** For people to read: no client trips over them. */
const WORDS = new Set(['title', 'description']);
/** Compared part by part. */
const PARTS = new Set(['anyOf', 'items', 'properties', 'required']);

function changes(at: string, released: Schema, today: Schema): string[] {
  const [before, now] = [withoutNull(released), withoutNull(today)];
  const keywords = new Set([...Object.keys(before.schema), ...Object.keys(now.schema)]);
  const differing = [...keywords].filter(
    (keyword) =>
      !WORDS.has(keyword) &&
      !PARTS.has(keyword) &&
      !isDeepStrictEqual(before.schema[keyword], now.schema[keyword]),
  );
  return [
    ...(now.isNullable && !before.isNullable ? [`${at} may be null, which it never was.`] : []),
    ...differing.map(
      (keyword) =>
        `${at} was retyped: its ${keyword} was ${shown(before.schema[keyword])} and is ${shown(now.schema[keyword])}.`,
    ),
    ...alternativeChanges(at, before.schema['anyOf'], now.schema['anyOf']),
    ...fieldChanges(at, before.schema, now.schema),
    ...itemChanges(at, before.schema['items'], now.schema['items']),
  ];
}

/** `anyOf: [what it is, null]` is how a nullable value is written. */
function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return { schema, isNullable: schema['type'] === 'null' };
  const others = anyOf.filter(isSchema).filter((option) => option['type'] !== 'null');
  const isNullable = others.length < anyOf.length;
  const [only, ...more] = others;
  return only !== undefined && more.length === 0
    ? { schema: { ...rest, ...only }, isNullable }
    : { schema: { ...rest, anyOf: others }, isNullable };
}

function alternativeChanges(at: string, released: unknown, today: unknown): string[] {
  return isDeepStrictEqual(released, today)
    ? []
    : [`${at} was retyped: it has other alternatives.`];
}

function fieldChanges(at: string, released: Schema, today: Schema): string[] {
  const [before, now] = [fieldsOf(released), fieldsOf(today)];
  const required = namesIn(today['required']);
  return [...before].flatMap(([name, schema]) => {
    const field = `${at}.${name}`;
    const next = now.get(name);
    if (next === undefined) return [`${field} was removed or renamed.`];
    const isDropped = namesIn(released['required']).has(name) && !required.has(name);
    const dropped = isDropped ? [`${field} may be left out, which it never was.`] : [];
    return dropped.concat(changes(field, schema, next));
  });
}

function itemChanges(at: string, released: unknown, today: unknown): string[] {
  if (isSchema(released) && isSchema(today)) return changes(`${at}[]`, released, today);
  return isDeepStrictEqual(released, today) ? [] : [`${at} was retyped: its items changed.`];
}

function definitionsOf(document: unknown): ReadonlyMap<string, Schema> {
  return schemasIn(isSchema(document) ? document['$defs'] : undefined);
}

function fieldsOf(schema: Schema): ReadonlyMap<string, Schema> {
  return schemasIn(schema['properties']);
}

function schemasIn(value: unknown): ReadonlyMap<string, Schema> {
  const entries = isSchema(value) ? Object.entries(value) : [];
  return new Map(entries.flatMap(([name, schema]) => (isSchema(schema) ? [[name, schema]] : [])));
}

function namesIn(list: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(list) ? list : []);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return value === undefined ? 'not given' : JSON.stringify(value);
}
