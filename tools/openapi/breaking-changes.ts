/** What a client of the released description would trip over in today's. Within a version things are only added. */

import { isDeepStrictEqual } from 'node:util';

import { isList, isObject, type JsonObject, withoutNull } from '../../bundling/schemas.ts';

const METHODS = ['get', 'head', 'options', 'put', 'post', 'patch', 'delete', 'trace'];

/** How a header is read; its other keywords say more of it, and nobody reads it by them. */
const READ_BY = ['type', 'format', 'enum', 'const'];

/** For people to read: no client trips over them. */
const WORDS = new Set(['title', 'description', 'example', 'examples']);
/** Compared part by part. */
const PARTS = new Set(['items', 'properties', 'required']);

/**
 * Takes two OpenAPI documents. One sentence for each breaking change, naming the field, the header or the path; none
 * where there are only additions.
 */
export function breakingChanges(released: unknown, today: unknown): string[] {
  const [before, now] = [inlined(released, released), inlined(today, today)];
  return [
    ...changesIn(
      objectAt(before, 'components', 'schemas'),
      objectAt(now, 'components', 'schemas'),
      (name) => `${name} was removed or renamed.`,
      schemaChanges,
    ),
    ...changesIn(
      objectAt(before, 'paths'),
      objectAt(now, 'paths'),
      (path) => `${path} was removed or renamed.`,
      pathChanges,
    ),
  ];
}

/** For each object of `released` that it is gone, or what is different in it. */
function changesIn(
  released: JsonObject,
  today: JsonObject,
  gone: (name: string) => string,
  changes: (name: string, released: JsonObject, today: JsonObject) => string[],
): string[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const now = today[name];
    if (!isObject(before)) return [];
    return isObject(now) ? changes(name, before, now) : [gone(name)];
  });
}

function pathChanges(path: string, released: JsonObject, today: JsonObject): string[] {
  return changesIn(
    operationsIn(path, released),
    operationsIn(path, today),
    (at) => `${at} was removed.`,
    operationChanges,
  );
}

/** By method and path, such as `GET /startups`. A path's parameters are those of its operations. */
function operationsIn(path: string, item: JsonObject): JsonObject {
  return Object.fromEntries(
    METHODS.filter((method) => isObject(item[method])).map((method) => {
      const operation = objectAt(item, method);
      const parameters = [item['parameters'], operation['parameters']].flat();
      return [`${method.toUpperCase()} ${path}`, { ...operation, parameters }];
    }),
  );
}

function operationChanges(at: string, released: JsonObject, today: JsonObject): string[] {
  const [id, nextId] = [released['operationId'], today['operationId']];
  const known = requiredParameters(released);
  return [
    // Generated clients call their methods by it.
    ...(id === nextId
      ? []
      : [`${at} was renamed: its operationId was ${shown(id)} and is ${shown(nextId)}.`]),
    ...requiredParameters(today)
      .filter((parameter) => !known.includes(parameter))
      .map((parameter) => `${at} must be asked with the ${parameter}, which it never was.`),
    ...changesIn(
      objectAt(released, 'responses'),
      objectAt(today, 'responses'),
      (status) => `${at} ${status} was removed.`,
      (status, before, now) => responseChanges(`${at} ${status}`, before, now),
    ),
  ];
}

/** Such as `header If-None-Match`. */
function requiredParameters({ parameters }: JsonObject): readonly string[] {
  return [parameters]
    .flat()
    .filter(isObject)
    .filter(({ required }) => required === true)
    .map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`);
}

/** `at` is what the answer is called: `GET /startups 200`. */
function responseChanges(at: string, released: JsonObject, today: JsonObject): string[] {
  const headers = objectAt(released, 'headers');
  return [
    ...changesIn(
      objectAt(released, 'content'),
      objectAt(today, 'content'),
      (type) => `${at} is no longer sent as ${type}.`,
      (type, before, now) =>
        schemaChanges(`${at} ${type}`, objectAt(before, 'schema'), objectAt(now, 'schema')),
    ),
    ...changesIn(
      headers,
      spelledAs(headers, objectAt(today, 'headers')),
      (name) => `${at} no longer has the header ${name}.`,
      (name, before, now) => headerChanges(`${at}: the header ${name}`, before, now),
    ),
  ];
}

/** HTTP compares the names of headers without case. */
function spelledAs(released: JsonObject, today: JsonObject): JsonObject {
  const spelling = new Map(Object.keys(released).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(today).map(([name, header]) => [
      spelling.get(name.toLowerCase()) ?? name,
      header,
    ]),
  );
}

function headerChanges(at: string, released: JsonObject, today: JsonObject): string[] {
  const [before, now] = [objectAt(released, 'schema'), objectAt(today, 'schema')];
  const isDropped = released['required'] === true && today['required'] !== true;
  return [
    ...(isDropped ? [`${at} may be left out, which it never was.`] : []),
    ...READ_BY.filter((keyword) => !isDeepStrictEqual(before[keyword], now[keyword])).map(
      (keyword) =>
        `${at} was retyped: its ${keyword} was ${shown(before[keyword])} and is ${shown(now[keyword])}.`,
    ),
  ];
}

/** One sentence for each, naming the field. `at` is what the value is called. */
function schemaChanges(at: string, released: JsonObject, today: JsonObject): string[] {
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

function fieldChanges(at: string, released: JsonObject, today: JsonObject): string[] {
  const [required, stillRequired] = [namesIn(released['required']), namesIn(today['required'])];
  return changesIn(
    objectAt(released, 'properties'),
    objectAt(today, 'properties'),
    (name) => `${at}.${name} was removed or renamed.`,
    (name, before, now) => {
      const isDropped = required.includes(name) && !stillRequired.includes(name);
      const dropped = isDropped ? [`${at}.${name} may be left out, which it never was.`] : [];
      return dropped.concat(schemaChanges(`${at}.${name}`, before, now));
    },
  );
}

function itemChanges(at: string, released: unknown, today: unknown): string[] {
  if (isObject(released) && isObject(today)) return schemaChanges(`${at}[]`, released, today);
  return isDeepStrictEqual(released, today) ? [] : [`${at} was retyped: its items changed.`];
}

function namesIn(list: unknown): readonly unknown[] {
  return isList(list) ? list : [];
}

/** The object below these names; one without anything where there is none. */
function objectAt(root: unknown, ...names: readonly string[]): JsonObject {
  let value = root;
  for (const name of names) value = isObject(value) ? value[name] : undefined;
  return isObject(value) ? value : {};
}

/** With what is referred to in the place of each reference (`#/components/headers/ETag`), but for schemas: they are compared by their names. */
function inlined(document: unknown, value: unknown): unknown {
  if (isList(value)) return value.map((each) => inlined(document, each));
  if (!isObject(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/')) {
    const names = $ref.split('/').slice(1);
    return inlined(document, objectAt(document, ...names));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, inlined(document, each)]),
  );
}

function shown(value: unknown): string {
  return value === undefined ? 'not given' : JSON.stringify(value);
}
