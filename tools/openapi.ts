/** Keeps `docs/openapi.json` what the contract says, as long as that breaks no client. Run as `npm run openapi`. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { openApiDocument } from './openapi/document.ts';
import { isList, isObject, type JsonObject, withoutNull } from './openapi/schemas.ts';
import { command } from './cli/command.ts';
import { main } from './cli/main.ts';
import type { Terminal } from './cli/terminal.ts';
import { inventedFace } from '../contract/site-face.ts';

const help = `Writes the description of the interface to docs/openapi.json, as the contract has it
today. A change that would break a client is refused: within /v1 things are only added.

  npm run openapi [-- --check]

  --check    write nothing, and tell whether the file is up to date
  --help     print this and stop

Exit code: 0 the file is up to date or was written, 1 it is not or would break a
client, 2 wrong usage.
`;

const METHODS = ['get', 'head', 'options', 'put', 'post', 'patch', 'delete', 'trace'];

/** How a header is read; its other keywords say more of it, and nobody reads it by them. */
const READ_BY = ['type', 'format', 'enum', 'const'];

/** For people to read: no client trips over them. */
const WORDS = new Set(['title', 'description', 'example', 'examples']);
/** Compared part by part. */
const PARTS = new Set(['items', 'properties', 'required']);

export const openapi = command({
  name: 'openapi',
  help,
  options: { check: { type: 'boolean' } },
  dependencies: () => ({ file: path.join(import.meta.dirname, '../docs/openapi.json') }),
  run: async ({ options, terminal, dependencies: { file } }) =>
    Promise.resolve(keep(file, options.check, terminal)),
});

function keep(file: string, isCheck: boolean, terminal: Terminal): number {
  const name = path.relative('', file);
  const today = publishedDescription();
  const text = `${JSON.stringify(today, undefined, 2)}\n`;
  const released = existsSync(file) ? readFileSync(file, 'utf8') : undefined;

  if (text === released) {
    terminal.print(`${name} is up to date.`);
    return 0;
  }
  if (isCheck) {
    terminal.complain(
      `${name} is not what the contract says today: run npm run openapi and commit it.`,
    );
    return 1;
  }
  const breaking = released === undefined ? [] : breakingChanges(JSON.parse(released), today);
  if (breaking.length > 0) {
    terminal.complain(`Within /v1 things are only added; ${name} stays as it is:`);
    for (const sentence of breaking) terminal.complain(`  ${sentence}`);
    return 1;
  }
  writeFileSync(file, text);
  terminal.print(`Wrote ${name}.`);
  return 0;
}

/** The description that is committed, for those who have no deployed address yet. */
export function publishedDescription() {
  return openApiDocument(inventedFace, 'An example address: every deployment has its own.');
}

/**
 * Takes two OpenAPI documents. One sentence for each thing in today's that a client of the released one would trip over,
 * naming the field, the header or the path; none where there are only additions.
 */
export function breakingChanges(released: unknown, today: unknown): string[] {
  return changesIn(partsOfDocument(released), partsOfDocument(today));
}

type Parts = ReadonlyMap<string, Part>;

/** Something in a description that a client relies on: a path, an answer, a header, a field. */
interface Part {
  /** What a sentence calls it. */
  readonly at: string;
  /** What is told where it is no longer there. */
  readonly gone: string;
  /** They must stay as they are. */
  readonly keywords?: JsonObject;
  /** Whether it is always there. */
  readonly isRequired?: boolean;
  readonly isNullable?: boolean;
  /** Of a request, such as `header If-None-Match`. */
  readonly requiredParameters?: readonly string[];
  readonly parts?: Parts;
}

function changesIn(released: Parts = new Map(), today: Parts = new Map()): string[] {
  return [...released].flatMap(([name, before]) => {
    const now = today.get(name);
    return now === undefined ? [before.gone] : changesOf(before, now);
  });
}

function changesOf(before: Part, now: Part): string[] {
  const { at, keywords = {}, requiredParameters: known = [] } = before;
  const { keywords: keywordsNow = {}, requiredParameters: parametersNow = [] } = now;
  return [
    ...(before.isRequired === true && now.isRequired !== true
      ? [`${at} may be left out, which it never was.`]
      : []),
    ...(now.isNullable === true && before.isNullable !== true
      ? [`${at} may be null, which it never was.`]
      : []),
    ...Object.keys({ ...keywords, ...keywordsNow })
      .filter((keyword) => !isDeepStrictEqual(keywords[keyword], keywordsNow[keyword]))
      .map((keyword) => {
        const change = keyword === 'operationId' ? 'renamed' : 'retyped';
        return `${at} was ${change}: its ${keyword} was ${shown(keywords[keyword])} and is ${shown(keywordsNow[keyword])}.`;
      }),
    ...parametersNow
      .filter((parameter) => !known.includes(parameter))
      .map((parameter) => `${at} must be asked with the ${parameter}, which it never was.`),
    ...changesIn(before.parts, now.parts),
  ];
}

function partsOfDocument(document: unknown): Parts {
  const whole = inlined(document, document);
  return new Map([
    ...partsIn(objectAt(whole, 'components', 'schemas'), (name, schema) =>
      partOfSchema(name, removed(name), schema),
    ),
    ...partsIn(objectAt(whole, 'paths'), (route, item) => ({
      at: route,
      gone: removed(route),
      parts: partsIn(operationsIn(item), (method, operation) =>
        partOfOperation(`${method.toUpperCase()} ${route}`, operation),
      ),
    })),
  ]);
}

function partsIn(object: JsonObject, partOf: (name: string, value: JsonObject) => Part): Parts {
  return new Map(
    Object.entries(object).flatMap(([name, value]) =>
      isObject(value) ? [[name, partOf(name, value)]] : [],
    ),
  );
}

/** By method. A path's parameters are those of its operations. */
function operationsIn(item: JsonObject): JsonObject {
  return Object.fromEntries(
    METHODS.filter((method) => isObject(item[method])).map((method) => {
      const operation = objectAt(item, method);
      const parameters = [item['parameters'], operation['parameters']].flat();
      return [method, { ...operation, parameters }];
    }),
  );
}

/** Generated clients call their methods by its `operationId`. */
function partOfOperation(at: string, { operationId, parameters, responses }: JsonObject): Part {
  return {
    at,
    gone: `${at} was removed.`,
    keywords: { operationId },
    requiredParameters: [parameters]
      .flat()
      .filter(isObject)
      .filter(({ required }) => required === true)
      .map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`),
    parts: partsIn(objectAt(responses), (status, response) =>
      partOfResponse(`${at} ${status}`, response),
    ),
  };
}

/** HTTP compares the names of headers without case. */
function partOfResponse(at: string, { content, headers }: JsonObject): Part {
  const ofHeaders = partsIn(objectAt(headers), (name, { required, schema }) => ({
    at: `${at}: the header ${name}`,
    gone: `${at} no longer has the header ${name}.`,
    isRequired: required === true,
    keywords: Object.fromEntries(READ_BY.map((keyword) => [keyword, objectAt(schema)[keyword]])),
  }));
  return {
    at,
    gone: `${at} was removed.`,
    parts: new Map([
      ...partsIn(objectAt(content), (type, media) =>
        partOfSchema(
          `${at} ${type}`,
          `${at} is no longer sent as ${type}.`,
          objectAt(media, 'schema'),
        ),
      ),
      ...[...ofHeaders].map(([name, part]) => [name.toLowerCase(), part] as const),
    ]),
  };
}

function partOfSchema(at: string, gone: string, described: JsonObject, isRequired = false): Part {
  const { schema, isNullable } = withoutNull(described);
  const { properties, required, items } = schema;
  const isRequiredIn = (name: string) => isList(required) && required.includes(name);
  const compared = Object.entries(schema).filter(
    ([keyword]) => !WORDS.has(keyword) && !PARTS.has(keyword),
  );
  return {
    at,
    gone,
    isRequired,
    isNullable,
    keywords: Object.fromEntries(compared),
    parts: new Map([
      ...partsIn(objectAt(properties), (name, field) =>
        partOfSchema(`${at}.${name}`, removed(`${at}.${name}`), field, isRequiredIn(name)),
      ),
      ...partsIn({ '[]': items }, (name, each) =>
        partOfSchema(`${at}${name}`, `${at} was retyped: its items changed.`, each),
      ),
    ]),
  };
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

function removed(name: string): string {
  return `${name} was removed or renamed.`;
}

function shown(value: unknown): string {
  return value === undefined ? 'not given' : JSON.stringify(value);
}

main(import.meta.url, openapi);
