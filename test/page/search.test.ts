import { noFilter } from '../../page/explorer/route.ts';
import { type Facet, indexed, search, valuesIn } from '../../page/explorer/search.ts';

interface Fruit {
  readonly name: string;
  readonly hint: string | null;
  readonly tags: readonly string[];
}

const fruits: readonly Fruit[] = [
  { name: 'Açaí', hint: 'dark and small', tags: ['Berry'] },
  { name: 'Banana', hint: null, tags: [] },
  { name: 'תפוח', hint: 'an APPLE', tags: ['Tree', 'Berry'] },
];

const tags: Facet<Fruit> = { key: 'tag', label: 'Tag', valuesOf: ({ tags: own }) => own };
const index = indexed(fruits, ({ name, hint }) => [name, hint]);

function namesFound(words: string, choices: Readonly<Record<string, string>> = {}): string[] {
  return search(index, [tags], { words, choices }).map(({ name }) => name);
}

it('finds everything in the order of the list while nothing is asked', () => {
  expect(search(index, [tags], noFilter)).toEqual(fruits);
});

it.each([
  ['banana', ['Banana']],
  ['ACAI', ['Açaí']],
  ['açaí', ['Açaí']],
  ['apple', ['תפוח']],
  ['תפו', ['תפוח']],
  ['small  dark', ['Açaí']],
  ['small apple', []],
  ['an', ['Açaí', 'Banana', 'תפוח']],
  ['null', []],
  ['.*', []],
])('finds %j', (words, names) => {
  expect(namesFound(words)).toEqual(names);
});

it('joins words and chosen values', () => {
  expect(namesFound('', { tag: 'Berry' })).toEqual(['Açaí', 'תפוח']);
  expect(namesFound('apple', { tag: 'Berry' })).toEqual(['תפוח']);
  expect(namesFound('', { tag: 'berry' })).toEqual([]);
});

it('passes over a choice that the list does not have', () => {
  expect(namesFound('banana', { utm_source: 'mail' })).toEqual(['Banana']);
});

it('offers each value once, in order', () => {
  expect(valuesIn(fruits, tags)).toEqual(['Berry', 'Tree']);
});
