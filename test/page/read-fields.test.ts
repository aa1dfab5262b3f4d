import { readFields } from '../../page/documentation/read-fields.ts';

const name = { type: 'string', description: 'A name.' };

it.each([
  ['a plain value', name, { type: 'string', isNullable: false, format: undefined }],
  ['a format', { ...name, format: 'uuid' }, { type: 'string', format: 'uuid' }],
  [
    'null as an alternative',
    { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }], description: 'A name.' },
    { type: 'string', format: 'uri', isNullable: true, description: 'A name.' },
  ],
  [
    'null among the types',
    { ...name, type: ['string', 'null'], format: 'uri' },
    { type: 'string', format: 'uri', isNullable: true },
  ],
  ['a list', { type: 'array', items: { type: 'string' } }, { type: 'array of string' }],
  [
    'a list of records, in JSON Schema',
    { type: 'array', items: { $ref: '#/$defs/Enrollment' } },
    { type: 'array of Enrollment' },
  ],
  [
    'a list of records, in OpenAPI',
    { type: 'array', items: { $ref: '#/components/schemas/Enrollment' } },
    { type: 'array of Enrollment', isNullable: false },
  ],
])('reads %s', (_, schema, expected) => {
  const [field] = readFields({ Thing: { properties: { name: schema } } }, 'Thing');

  expect(field).toMatchObject({ name: 'name', ...expected });
});

it('does not pass over a record that is not there', () => {
  expect(() => readFields({}, 'Thing')).toThrow('no fields of Thing');
});
