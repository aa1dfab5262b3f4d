/** What a client of the released description would trip over in today's. Within a version things are only added. */

import { isDeepStrictEqual } from 'node:util';

const METHODS = ['get', 'head', 'options', 'put', 'post', 'patch', 'delete', 'trace'];

/** How a header is read; its other keywords say more of it, and nobody reads it by them. */
const READ_BY = ['type', 'format', 'enum', 'const'];

/** For people to read: no client trips over them. */
const WORDS = new Set(['title', 'description', 'example', 'examples']);
/** Compared part by part. */
const PARTS = new Set(['items', 'properties', 'required']);

/** An object of the document. */
type Node = Readonly<Record<string, unknown>>;

/**
 * Takes two OpenAPI documents. One sentence for each breaking change, naming the field, the header or the path; none
 * where there are only additions.
 */
export function breakingChanges(released: unknown, today: unknown): string[] {
  const now = nodesIn(today, nodeAt(today, 'components', 'schemas'));
  const schemas = [...nodesIn(released, nodeAt(released, 'components', 'schemas'))];
  return [
    ...schemas.flatMap(([name, schema]) => {
      const next = now.get(name);
      return next === undefined
        ? [`${name} was removed or renamed.`]
        : schemaChanges(name, schema, next);
    }),
    ...pathChanges(released, today),
  ];
}

function pathChanges(released: unknown, today: unknown): string[] {
  const now = nodesIn(today, nodeAt(today, 'paths'));
  return [...nodesIn(released, nodeAt(released, 'paths'))].flatMap(([path, item]) => {
    const next = now.get(path);
    return next === undefined
      ? [`${path} was removed or renamed.`]
      : METHODS.filter((method) => isNode(item[method])).flatMap((method) =>
          operationChanges(
            `${method.toUpperCase()} ${path}`,
            { document: released, item, method },
            { document: today, item: next, method },
          ),
        );
  });
}

/** An operation, and where it is: a path's parameters are those of its operations. */
interface Operation {
  readonly document: unknown;
  readonly item: Node;
  readonly method: string;
}

function operationChanges(at: string, released: Operation, today: Operation): string[] {
  if (!isNode(today.item[today.method])) return [`${at} was removed.`];
  const [before, now] = [nodeAt(released.item, released.method), nodeAt(today.item, today.method)];
  const [id, nextId] = [before['operationId'], now['operationId']];
  const known = requiredParameters(released);
  const responses = nodesIn(today.document, nodeAt(now, 'responses'));
  return [
    // Generated clients call their methods by it.
    ...(id === nextId
      ? []
      : [`${at} was renamed: its operationId was ${shown(id)} and is ${shown(nextId)}.`]),
    ...[...requiredParameters(today)]
      .filter((parameter) => !known.has(parameter))
      .map((parameter) => `${at} must be asked with the ${parameter}, which it never was.`),
    ...[...nodesIn(released.document, nodeAt(before, 'responses'))].flatMap(
      ([status, response]) => {
        const next = responses.get(status);
        return next === undefined
          ? [`${at} ${status} was removed.`]
          : responseChanges(
              `${at} ${status}`,
              { document: released.document, response },
              { document: today.document, response: next },
            );
      },
    ),
  ];
}

/** Such as `header If-None-Match`. */
function requiredParameters({ document, item, method }: Operation): ReadonlySet<string> {
  const lists = [item['parameters'], nodeAt(item, method)['parameters']];
  const parameters = lists
    .flat()
    .filter(isNode)
    .map((parameter) => resolved(document, parameter));
  return new Set(
    parameters
      .filter(({ required }) => required === true)
      .map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`),
  );
}

/** A document and an answer in it. */
interface Response {
  readonly document: unknown;
  readonly response: Node;
}

/** `at` is what the answer is called: `GET /startups 200`. */
function responseChanges(at: string, released: Response, today: Response): string[] {
  const content = nodesIn(today.document, nodeAt(today.response, 'content'));
  const headers = byLowerCase(today);
  return [
    ...[...nodesIn(released.document, nodeAt(released.response, 'content'))].flatMap(
      ([type, media]) => {
        const now = content.get(type);
        return now === undefined
          ? [`${at} is no longer sent as ${type}.`]
          : schemaChanges(`${at} ${type}`, nodeAt(media, 'schema'), nodeAt(now, 'schema'));
      },
    ),
    ...[...byLowerCase(released)].flatMap(([key, { name, header }]) => {
      const now = headers.get(key);
      return now === undefined
        ? [`${at} no longer has the header ${name}.`]
        : headerChanges(`${at}: the header ${name}`, header, now.header);
    }),
  ];
}

function headerChanges(at: string, released: Node, today: Node): string[] {
  const [before, now] = [nodeAt(released, 'schema'), nodeAt(today, 'schema')];
  const isDropped = released['required'] === true && today['required'] !== true;
  return [
    ...(isDropped ? [`${at} may be left out, which it never was.`] : []),
    ...READ_BY.filter((keyword) => !isDeepStrictEqual(before[keyword], now[keyword])).map(
      (keyword) =>
        `${at} was retyped: its ${keyword} was ${shown(before[keyword])} and is ${shown(now[keyword])}.`,
    ),
  ];
}

/** HTTP compares the names of headers without case. */
function byLowerCase({ document, response }: Response) {
  const headers = [...nodesIn(document, nodeAt(response, 'headers'))];
  return new Map(headers.map(([name, header]) => [name.toLowerCase(), { name, header }]));
}

/** One sentence for each, naming the field. `at` is what the value is called. */
function schemaChanges(at: string, released: Node, today: Node): string[] {
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

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object below these names; one without anything where there is none. */
function nodeAt(root: unknown, ...names: readonly string[]): Node {
  let node = root;
  for (const name of names) node = isNode(node) ? node[name] : undefined;
  return isNode(node) ? node : {};
}

/** What a reference refers to: `{"$ref": "#/components/headers/ETag"}` is that header. */
function resolved(document: unknown, node: Node): Node {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const names = $ref.split('/').slice(1);
  return nodeAt(document, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** Each object in it by its name, with references followed. */
function nodesIn(document: unknown, parent: Node): ReadonlyMap<string, Node> {
  const entries = Object.entries(parent);
  return new Map(
    entries.flatMap(([name, node]) => (isNode(node) ? [[name, resolved(document, node)]] : [])),
  );
}

function shown(value: unknown): string {
  return value === undefined ? 'not given' : JSON.stringify(value);
}
