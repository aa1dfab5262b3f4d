import { withTypeArrays } from '../../bundling/openapi/nullable.ts';

const nothing = { type: 'null' };

test('a value that may be null has two types, and keeps its constraints and words', () => {
  const schema = { anyOf: [{ type: 'string', format: 'uri' }, nothing], description: 'Where.' };

  expect(withTypeArrays(schema)).toEqual({
    type: ['string', 'null'],
    format: 'uri',
    description: 'Where.',
  });
});

test('null is one of the choices of a value that may be null', () => {
  expect(withTypeArrays({ anyOf: [{ enum: ['a', 'b'] }, nothing] })).toEqual({
    type: ['string', 'null'],
    enum: ['a', 'b', null],
  });
});

test('fields and items are written so too', () => {
  const value = { anyOf: [{ type: 'integer' }, nothing] };

  expect(
    withTypeArrays({ properties: { sizes: { type: 'array', items: value } }, required: ['sizes'] }),
  ).toEqual({
    properties: { sizes: { type: 'array', items: { type: ['integer', 'null'] } } },
    required: ['sizes'],
  });
});

test.each([
  ['two kinds of value', [{ type: 'string' }, { type: 'number' }]],
  ['two kinds of value and null', [{ type: 'string' }, { type: 'number' }, nothing]],
  ['null alone', [nothing]],
])('%s cannot be described', (_, anyOf) => {
  expect(() => withTypeArrays({ anyOf })).toThrow('Only a value or null can be described');
});
