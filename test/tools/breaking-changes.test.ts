import { breakingChanges } from '../../tools/openapi/breaking-changes.ts';

type Json = Record<string, unknown>;

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
const released = documentOf(fields);

function today(change: Json, required?: string[]): Json {
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
  expect(breakingChanges(released, today(change))).toEqual([]);
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
  expect(breakingChanges(released, today(change))).toEqual([sentence]);
});

test('a field that may be left out breaks a client', () => {
  expect(breakingChanges(released, today({}, ['id', 'colour', 'tags', 'parts']))).toEqual([
    'Thing.blurb may be left out, which it never was.',
  ]);
});

test('a removed kind of record breaks a client', () => {
  expect(breakingChanges(released, { components: {} })).toEqual(['Thing was removed or renamed.']);
});

test('a new kind of record breaks no client', () => {
  expect(breakingChanges({ components: {} }, released)).toEqual([]);
});
