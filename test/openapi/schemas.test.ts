import * as v from 'valibot';

import {
  recordDescription,
  recordDescriptions,
  schemaOf,
  withoutNull,
} from '../../tools/openapi/schemas.ts';
import { Founder } from '../../contract/founder.ts';
import { Job } from '../../contract/job.ts';
import { Enrollment, Startup } from '../../contract/startup.ts';

const string = { type: 'string' };
const part = { $ref: '#/components/schemas/Part' };

function recordWith(field: object) {
  return { type: 'object', properties: { field }, required: ['field'] };
}

test('every field of the contract is published, in its order', () => {
  const contract = { Startup, Enrollment, Founder, Job };

  expect(
    recordDescriptions().map(({ name, fields }) => [name, fields.map((field) => field.name)]),
  ).toStrictEqual(
    Object.entries(contract).map(([name, { entries }]) => [name, Object.keys(entries)]),
  );
});

describe('a value that may be null', () => {
  it('has two types, and keeps its constraints and description', () => {
    const short = v.pipe(v.string(), v.maxLength(9));

    expect(schemaOf(v.pipe(v.nullable(short), v.description('Where.')))).toEqual({
      type: ['string', 'null'],
      maxLength: 9,
      description: 'Where.',
    });
  });

  it('has null among its choices, which is read off again', () => {
    const written = schemaOf(v.nullable(v.picklist(['a', 'b'])));

    expect(written).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
    expect(withoutNull(written)).toEqual({
      schema: { ...string, enum: ['a', 'b'] },
      isNullable: true,
    });
  });

  it('is written so in fields and items too', () => {
    const sizes = v.object({ sizes: v.array(v.nullable(v.number())) });

    expect(schemaOf(sizes)).toMatchObject({
      properties: { sizes: { items: { type: ['number', 'null'] } } },
    });
  });

  it('cannot be of two kinds', () => {
    expect(() => schemaOf(v.nullable(v.union([v.string(), v.number()])))).toThrow(
      'Only a value or null can be described',
    );
  });
});

describe('a field', () => {
  it.each([
    ['a type', { type: 'integer', minimum: 0 }, { kind: 'integer', isNullable: false }],
    ['a format', { ...string, format: 'uuid' }, { kind: 'string', format: 'uuid' }],
    [
      'a type and null',
      { type: ['string', 'null'], format: 'uri', description: 'A site.' },
      { kind: 'string', format: 'uri', isNullable: true, description: 'A site.' },
    ],
    ['an array', { type: 'array', items: string }, { kind: 'string', isArray: true }],
    [
      'an array of records or null',
      { type: ['array', 'null'], items: part },
      { kind: 'Part', isArray: true, isNullable: true },
    ],
    [
      'a reference within JSON Schema',
      { $ref: '#/$defs/Part' },
      { kind: 'Part', isArray: false, isNullable: false, format: undefined, description: '' },
    ],
  ])('is described by %s', (_, schema, expected) => {
    expect(recordDescription({ Whole: recordWith(schema) }, 'Whole').fields).toEqual([
      expect.objectContaining({ name: 'field', ...expected }),
    ]);
  });

  it.each([
    ['has more than one type', { type: ['string', 'integer'] }],
    ['has a type that the client cannot check', {}],
    ['has a type that the client cannot check', { type: 'object' }],
    ['has a type that the client cannot check', { type: 'array', items: { anyOf: [string] } }],
    ['is an array of anything', { type: 'array' }],
  ])('is refused where it %s', (reason, schema) => {
    expect(() => recordDescription({ Whole: recordWith(schema) }, 'Whole')).toThrow(
      `Whole.field ${reason}`,
    );
  });

  it('is refused where it may be absent', () => {
    const schema = { type: 'object', properties: { field: string } };

    expect(() => recordDescription({ Whole: schema }, 'Whole')).toThrow(
      'Whole.field may be absent',
    );
  });
});

test('a record without a schema is an error', () => {
  expect(() => recordDescription({}, 'Whole')).toThrow('There is no schema of Whole');
});
