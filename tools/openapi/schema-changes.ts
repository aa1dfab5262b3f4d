/** What a client would trip over in a value whose schema changed. References are compared as they are written. */

import { isDeepStrictEqual } from 'node:util';

import { isNode, type Node, nodeAt, shown } from './nodes.ts';

/** For people to read: no client trips over them. */
const WORDS = new Set(['title', 'description', 'example', 'examples']);
/** Compared part by part. */
const PARTS = new Set(['items', 'properties', 'required']);

/** One sentence for each, naming the field. `at` is what the value is called. */
export function schemaChanges(at: string, released: Node, today: Node): string[] {
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
    ...fieldChanges(at, before.schema, now.schema),
    ...itemChanges(at, before.schema['items'], now.schema['items']),
  ];
}

/** `type: [what it is, null]` is how a nullable value is written; among its choices is then null too. */
function withoutNull(schema: Node): { schema: Node; isNullable: boolean } {
  const types: readonly unknown[] = [schema['type']].flat();
  if (!types.includes('null')) return { schema, isNullable: false };
  const others = types.filter((type) => type !== 'null');
  const choices: unknown = schema['enum'];
  return {
    schema: {
      ...schema,
      type: others.length === 1 ? others[0] : others,
      ...(Array.isArray(choices) ? { enum: choices.filter((choice) => choice !== null) } : {}),
    },
    isNullable: true,
  };
}

function fieldChanges(at: string, released: Node, today: Node): string[] {
  const now = nodeAt(today, 'properties');
  const required = namesIn(today['required']);
  return Object.entries(nodeAt(released, 'properties')).flatMap(([name, schema]) => {
    const field = `${at}.${name}`;
    const next = now[name];
    if (!isNode(schema) || !isNode(next)) return [`${field} was removed or renamed.`];
    const isDropped = namesIn(released['required']).has(name) && !required.has(name);
    const dropped = isDropped ? [`${field} may be left out, which it never was.`] : [];
    return dropped.concat(schemaChanges(field, schema, next));
  });
}

function itemChanges(at: string, released: unknown, today: unknown): string[] {
  if (isNode(released) && isNode(today)) return schemaChanges(`${at}[]`, released, today);
  return isDeepStrictEqual(released, today) ? [] : [`${at} was retyped: its items changed.`];
}

function namesIn(list: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(list) ? list : []);
}
