import { breakingChanges } from '../../tools/schema/breaking-changes.ts';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const textOrNull = { anyOf: [text, { type: 'null' }] };

function documentOf(properties: Json, required = Object.keys(properties)): Json {
  return { $defs: { Thing: { type: 'object', properties, required } } };
}

const released = documentOf({
  id: { type: 'string', format: 'uuid', description: 'Which.' },
  blurb: textOrNull,
  tags: { type: 'array', items: text },
  parts: {
    type: 'array',
    items: { type: 'object', properties: { size: text }, required: ['size'] },
  },
});

function today(change: Json, required?: string[]): Json {
  const { $defs } = released as { $defs: { Thing: { properties: Json } } };
  const properties = Object.entries({ ...$defs.Thing.properties, ...change });
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
    'its type was "string" and is "integer"',
  ],
  ['another format', { id: { type: 'string' } }, 'its format was "uuid" and is not given'],
  [
    'a new pattern',
    { id: { type: 'string', format: 'uuid', pattern: '^a' } },
    'its pattern was not given',
  ],
  [
    'another type beside null',
    { blurb: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
    'Thing.blurb was retyped',
  ],
  [
    'a value that may be null',
    { id: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] } },
    'Thing.id may be null',
  ],
  ['an alternative', { id: { anyOf: [text, { type: 'number' }] } }, 'Thing.id was retyped'],
  ['other items', { tags: { type: 'array', items: textOrNull } }, 'Thing.tags[] may be null'],
  ['no items', { tags: { type: 'array' } }, 'Thing.tags was retyped: its items changed'],
  [
    'a removed field of a part',
    { parts: { type: 'array', items: { type: 'object', properties: {}, required: [] } } },
    'Thing.parts[].size was removed or renamed.',
  ],
])('%s breaks a client, and the sentence names the field', (_, change, sentence) => {
  expect(breakingChanges(released, today(change)).join('\n')).toContain(sentence);
});

test('a field that may be left out breaks a client', () => {
  expect(breakingChanges(released, today({}, ['id', 'tags', 'parts']))).toEqual([
    'Thing.blurb may be left out, which it never was.',
  ]);
});

test('a removed kind of record breaks a client', () => {
  expect(breakingChanges(released, { $defs: {} })).toEqual(['Thing was removed or renamed.']);
});
