import { english, languageOf } from '../../site/cards/language.ts';
import {
  type Choices,
  type Facet,
  hiddenHit,
  orderedValues,
  tally,
  withChoices,
} from '../../site/cards/search.ts';
import { formatRoute, parseRoute } from '../../site/explorer/route.ts';

describe('the filters', () => {
  interface Fruit {
    readonly name: string;
    readonly hint: string | null;
    readonly tags: readonly string[];
  }

  const fruits: readonly Fruit[] = [
    { name: 'Açaí', hint: 'dark and small', tags: ['Berry'] },
    { name: 'Banana', hint: null, tags: ['full_time'] },
    { name: 'תפוח', hint: 'a red APPLE', tags: ['Tree', 'Berry'] },
  ];

  const tags: Facet<Fruit> = { key: 'tag', valuesOf: ({ tags: own }) => own };
  it('show how many records have each value, counting only records that match the other filters', () => {
    const hint: Facet<Fruit> = {
      key: 'hint',
      valuesOf: (fruit, { tag }) =>
        tag?.includes('Tree') === true ? [fruit.hint ?? []].flat() : [],
    };
    const facets = [tags, hint];
    const values = (facet: Facet<Fruit>, choices: Choices) =>
      Object.fromEntries(tally(fruits, facets, facet, choices));

    expect(orderedValues(fruits, tags, english)).toEqual(['Berry', 'full_time', 'Tree']);
    expect(values(tags, { tag: ['Tree'] })).toEqual({ Berry: 2, full_time: 1, Tree: 1 });
    expect(values(hint, {})).toEqual({});
    expect(values(hint, { tag: ['Tree'] })).toEqual({ 'a red APPLE': 1 });
    expect(withChoices(fruits, facets, { tag: ['Tree'], hint: ['dark and small'] })).toEqual([]);
  });

  it('find records with at least one of the chosen values, and ignore unknown filters', () => {
    const namesOf = (choices: Choices) =>
      withChoices(fruits, [tags], choices).map(({ name }) => name);

    expect(namesOf({ tag: ['Tree', 'full_time'] })).toEqual(['Banana', 'תפוח']);
    expect(namesOf({ tag: ['Tree', 'full_time'], other: ['x'] })).toHaveLength(2);
  });
});

describe('a card', () => {
  it.each([
    [
      'pilot',
      ['It is there for every new customer, a ', 'Pilot', ' plant in the field near the old …'],
    ],
    ['tidal harbour', ['… Pilot plant in the field near the old ', 'harbour', '.']],
    ['jose', ['', 'José', ' Doe']],
    ['doe', ['José ', 'Doe', '']],
    ['tidal', undefined],
    ['', undefined],
  ])('quotes the text around a word of %j if only hidden text has this word', (words, hit) => {
    const description =
      'It is there for every new customer, a Pilot plant in the field near the old harbour.';

    expect(hiddenHit(words, ['Tidal Compass'], ['José Doe', description])).toEqual(hit);
  });
});

describe('the order by name', () => {
  it('ignores case and leading punctuation, and sorts numbers by value', () => {
    const names = ['beta 10', 'Éclair', '<Delta>', 'Alpha', 'echo', 'Beta 9'];

    expect(names.toSorted(english.compare)).toEqual([
      'Alpha',
      'Beta 9',
      'beta 10',
      '<Delta>',
      'echo',
      'Éclair',
    ]);
  });

  it('follows the rules of the language', () => {
    const names = ['Zebra', 'Öland', 'Apple'];

    expect(names.toSorted(english.compare)).toEqual(['Apple', 'Öland', 'Zebra']);
    expect(names.toSorted(languageOf('sv').compare)).toEqual(['Apple', 'Zebra', 'Öland']);
  });
});

describe('the address', () => {
  it.each([
    ['#/', '#/startups'],
    ['#/startups?q=a+b&industry=Energy&industry=Water', undefined],
    ['#/startups?industry=Energy&industry=Energy', '#/startups?industry=Energy'],
    ['#/startups?q=&industry=', '#/startups'],
    ['#/jobs/a%2Fb', undefined],
    ['#/founders/100%/', '#/founders/100%25'],
  ])('%j is read, and is written in its canonical form', (address, own = address) => {
    const route = parseRoute(address);

    expect(route && formatRoute(route)).toBe(own);
  });
});
