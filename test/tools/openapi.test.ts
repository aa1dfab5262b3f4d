/** Keeping the description of the interface: the command, and what it takes for a change that breaks a client. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { breakingChanges, openapi, publishedDescription } from '../../tools/openapi.ts';
import { runCommand } from '../support/run-command.ts';

type Json = Record<string, unknown>;

const description = publishedDescription();
const folder = mkdtempSync(path.join(tmpdir(), 'description-'));
const file = path.join(folder, 'openapi.json');
const today = `${JSON.stringify(description, undefined, 2)}\n`;
const run = async (...args: string[]) => runCommand(openapi, args, { file });

beforeEach(() => {
  rmSync(file, { force: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a description is written where there is none', async () => {
  expect(await run()).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe(today);
  expect(await run('--check')).toMatchObject({ code: 0 });
});

test('an addition is written, but by --check', async () => {
  const released = today.replace('"summary": "The open jobs",', '');
  writeFileSync(file, released);

  const { code, complaint } = await run('--check');

  expect(code).toBe(1);
  expect(complaint).toContain('run npm run openapi');
  expect(readFileSync(file, 'utf8')).toBe(released);
  expect(await run()).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe(today);
});

test('a change that breaks a client is told and not written', async () => {
  const released = today.replaceAll('job_title', 'position');
  writeFileSync(file, released);

  const { code, complaint } = await run();

  expect(code).toBe(1);
  expect(complaint).toContain('\n  Founder.position was removed or renamed.');
  expect(readFileSync(file, 'utf8')).toBe(released);
});

// Fields

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };

function documentOf(properties: Json, required = Object.keys(properties)): Json {
  return { components: { schemas: { Thing: { type: 'object', properties, required } } } };
}

const fields: Json = {
  id: { type: 'string', format: 'uuid', description: 'Which.' },
  blurb: textOrNull,
  colour: { type: ['string', 'null'], enum: ['red', 'green', null] },
  tags: { type: 'array', items: text },
  parts: {
    type: 'array',
    items: { type: 'object', properties: { size: text }, required: ['size'] },
  },
};
const withFields = documentOf(fields);

function changedFields(change: Json, required?: string[]): Json {
  const properties = Object.entries({ ...fields, ...change });
  return documentOf(
    Object.fromEntries(properties.filter(([, schema]) => schema !== undefined)),
    required,
  );
}

test.each([
  ['nothing', {}],
  ['a new field', { size: { type: 'integer' } }],
  ['other words', { id: { type: 'string', format: 'uuid', description: 'Which one.' } }],
  ['a value that is no longer null', { blurb: text }],
  ['null that is named first', { blurb: { type: ['null', 'string'] } }],
  ['a choice that is no longer null', { colour: { type: 'string', enum: ['red', 'green'] } }],
  [
    'a new field of a part',
    {
      parts: {
        type: 'array',
        items: { type: 'object', properties: { size: text, weight: text }, required: ['size'] },
      },
    },
  ],
])('%s breaks no client', (_, change) => {
  expect(breakingChanges(withFields, changedFields(change))).toEqual([]);
});

test.each([
  ['a removed field', { blurb: undefined }, 'Thing.blurb was removed or renamed.'],
  [
    'a renamed field',
    { blurb: undefined, line: textOrNull },
    'Thing.blurb was removed or renamed.',
  ],
  [
    'another type',
    { id: { type: 'integer', format: 'uuid' } },
    'Thing.id was retyped: its type was "string" and is "integer".',
  ],
  ['another format', { id: text }, 'Thing.id was retyped: its format was "uuid" and is not given.'],
  [
    'a new pattern',
    { id: { type: 'string', format: 'uuid', pattern: '^a' } },
    'Thing.id was retyped: its pattern was not given and is "^a".',
  ],
  [
    'another type beside null',
    { blurb: { type: ['number', 'null'] } },
    'Thing.blurb was retyped: its type was "string" and is "number".',
  ],
  [
    'a value that may be null',
    { id: { type: ['string', 'null'], format: 'uuid' } },
    'Thing.id may be null, which it never was.',
  ],
  [
    'a second type',
    { id: { type: ['string', 'number'], format: 'uuid' } },
    'Thing.id was retyped: its type was "string" and is ["string","number"].',
  ],
  [
    'a new choice',
    { colour: { type: ['string', 'null'], enum: ['red', 'green', 'blue', null] } },
    'Thing.colour was retyped: its enum was ["red","green"] and is ["red","green","blue"].',
  ],
  [
    'other items',
    { tags: { type: 'array', items: textOrNull } },
    'Thing.tags[] may be null, which it never was.',
  ],
  ['no items', { tags: { type: 'array' } }, 'Thing.tags was retyped: its items changed.'],
  [
    'a removed field of a part',
    { parts: { type: 'array', items: { type: 'object', properties: {}, required: [] } } },
    'Thing.parts[].size was removed or renamed.',
  ],
])('%s breaks a client, and the sentence names the field', (_, change, sentence) => {
  expect(breakingChanges(withFields, changedFields(change))).toEqual([sentence]);
});

test('a field that may be left out breaks a client', () => {
  expect(breakingChanges(withFields, changedFields({}, ['id', 'colour', 'tags', 'parts']))).toEqual(
    ['Thing.blurb may be left out, which it never was.'],
  );
});

test('a removed kind of record breaks a client', () => {
  expect(breakingChanges(withFields, { components: {} })).toEqual([
    'Thing was removed or renamed.',
  ]);
});

test('a new kind of record breaks no client', () => {
  expect(breakingChanges({ components: {} }, withFields)).toEqual([]);
});

// Paths, headers and parameters

/** A copy of the description, with another value at a place: the names of the objects on the way. Without a value it is gone. */
function changed(place: string, value?: unknown): Json {
  const copy = JSON.parse(JSON.stringify(description)) as Json;
  const names = place.split(' ');
  const last = names.pop() ?? '';
  let node = copy;
  for (const name of names) node = node[name] as Json;
  if (value === undefined) delete node[last];
  else node[last] = value;
  return copy;
}

const startups = 'paths /startups get';
const ok = `${startups} responses 200`;
const header = 'components headers';

/** What is there in the description: taken away it breaks a client, added it breaks none. */
const parts = [
  ['a path', 'paths /status.json', '/status.json was removed or renamed.'],
  ['a method', startups, 'GET /startups was removed.'],
  ['a status', `${startups} responses 304`, 'GET /startups 304 was removed.'],
  ['a header', `${ok} headers ETag`, 'GET /startups 200 no longer has the header ETag.'],
  [
    'a media type',
    `${ok} content application/json`,
    'GET /startups 200 is no longer sent as application/json.',
  ],
] as const;

test.each(parts)('%s that is removed breaks a client', (_, place, sentence) => {
  expect(breakingChanges(description, changed(place))).toEqual([sentence]);
});

test.each(parts)('%s that is added breaks no client', (_, place) => {
  expect(breakingChanges(changed(place), description)).toEqual([]);
});

test.each([
  [
    'the record of a list',
    `${ok} content application/json schema items $ref`,
    '#/components/schemas/Job',
    'GET /startups 200 application/json[] was retyped: its $ref was "#/components/schemas/Startup" and is "#/components/schemas/Job".',
  ],
  [
    'the type of a header',
    `${header} Age schema type`,
    'string',
    'GET /startups 200: the header Age was retyped: its type was "integer" and is "string".',
  ],
  [
    'the format of a header',
    `${header} X-Cached-At schema format`,
    undefined,
    'GET /startups 200: the header X-Cached-At was retyped: its format was "date-time" and is not given.',
  ],
  [
    'the values of a header',
    `${header} X-Data-Source schema enum`,
    ['database'],
    'GET /startups 200: the header X-Data-Source was retyped: its enum was ["database","last-good"] and is ["database"].',
  ],
  [
    'the one value of a header',
    `${header} Vary schema const`,
    '*',
    'GET /startups 200: the header Vary was retyped: its const was "Accept-Encoding" and is "*".',
  ],
  [
    'a header that may be left out',
    `${header} ETag required`,
    false,
    'GET /startups 200: the header ETag may be left out, which it never was.',
  ],
  [
    'a parameter that is required now',
    'components parameters IfNoneMatch required',
    true,
    'GET /startups must be asked with the header If-None-Match, which it never was.',
  ],
  [
    'a new required parameter',
    `${startups} parameters`,
    [{ name: 'page', in: 'query', required: true }],
    'GET /startups must be asked with the query page, which it never was.',
  ],
  [
    'a new required parameter of the whole path',
    'paths /startups parameters',
    [{ name: 'Key', in: 'header', required: true }],
    'GET /startups must be asked with the header Key, which it never was.',
  ],
  [
    'another name of an operation',
    `${startups} operationId`,
    'getStartups',
    'GET /startups was renamed: its operationId was "listStartups" and is "getStartups".',
  ],
])('%s breaks a client, and the sentence names the place', (_, place, value, sentence) => {
  expect(breakingChanges(description, changed(place, value))).toContain(sentence);
});

test('a header written in another case breaks no client', () => {
  const before = JSON.stringify(description);
  const renamed = before.replaceAll('"ETag":{"$ref":', '"etag":{"$ref":');

  expect(renamed).not.toBe(before);
  expect(breakingChanges(description, JSON.parse(renamed))).toEqual([]);
});

test.each([
  ['other words', `${startups} summary`, 'Others'],
  [
    'a new parameter that may be left out',
    `${startups} parameters`,
    [{ name: 'page', in: 'query' }],
  ],
  ['a header that is always there now', `${header} Age required`, true],
  ['another example', `${header} ETag example`, '"a"'],
  ['another server', 'servers', [{ url: 'https://example.net/v1' }]],
])('%s breaks no client', (_, place, value) => {
  expect(breakingChanges(description, changed(place, value))).toEqual([]);
});
