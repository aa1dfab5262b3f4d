import {
  alphabetically,
  type Facet,
  hiddenHit,
  indexed,
  tally,
  withChoices,
  withWords,
} from '../../site/explorer/search.ts';
import { type Filter, formatRoute, parseRoute } from '../../site/explorer/route.ts';
import type { Startup } from '../../contract/startup.ts';
import * as invented from '../support/records.ts';

describe('a search', () => {
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
  const searched = {
    textsOf: ({ name, hint }: Fruit) => [name, hint],
    facets: [tags],
  };
  const index = indexed(fruits, searched);

  function namesFound(words: string, choices: Filter['choices'] = {}): string[] {
    return withChoices(withWords(index, words), [tags], choices).map(({ name }) => name);
  }

  it.each([
    ['banana', ['Banana']],
    ['ACAI', ['Açaí']],
    ['açaí', ['Açaí']],
    ['apple', ['תפוח']],
    ['תפו', ['תפוח']],
    ['small  dark', ['Açaí']],
    ['small apple', []],
    ['a', ['Açaí', 'Banana', 'תפוח']],
    ['berry', ['Açaí', 'תפוח']],
    ['full time', ['Banana']],
    ['null', []],
    ['.*', []],
  ])('finds %j', (words, names) => {
    expect(namesFound(words)).toEqual(names);
  });

  it('offers each value in order, with how many have it beside what else is chosen', () => {
    const hint: Facet<Fruit> = {
      key: 'hint',
      valuesOf: (fruit, { tag }) =>
        tag?.includes('Tree') === true ? [fruit.hint ?? []].flat() : [],
    };
    const facets = [tags, hint];
    const values = (facet: Facet<Fruit>, choices: Filter['choices']) =>
      Object.fromEntries(tally(fruits, facets, facet, choices));

    expect([...tally(fruits, facets, tags, {})]).toEqual([
      ['Berry', 2],
      ['full_time', 1],
      ['Tree', 1],
    ]);
    expect(values(tags, { tag: ['Tree'] })).toEqual({ Berry: 2, full_time: 1, Tree: 1 });
    expect(values(hint, {})).toEqual({});
    expect(values(hint, { tag: ['Tree'] })).toEqual({ 'a red APPLE': 1 });
    expect(withChoices(fruits, facets, { tag: ['Tree'], hint: ['dark and small'] })).toEqual([]);
  });

  it('finds what has one of the values that are chosen together', () => {
    expect(namesFound('', { tag: ['Tree', 'full_time'] })).toEqual(['Banana', 'תפוח']);
    expect(namesFound('', { tag: ['Tree', 'full_time'], other: ['x'] })).toHaveLength(2);
  });

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
  ])('says of %j where it is, unless the card shows it', (words, hit) => {
    const description =
      'It is there for every new customer, a Pilot plant in the field near the old harbour.';

    expect(hiddenHit(words, ['Tidal Compass'], ['José Doe', description])).toEqual(hit);
  });

  it('takes less than 50 ms a key in 12,000 startups with long descriptions', () => {
    const records = invented.many(12_000, (number) =>
      invented.startup(number, { description: 'Every pilot customer of it. '.repeat(40) }),
    );
    const startups = {
      textsOf: ({ name, description }: Startup) => [name, description],
      facets: [],
    };
    const long = indexed(records, startups);
    const milliseconds = ['customer', 'customer st', 'startup 11999'].map((words) => {
      const startedAt = performance.now();
      withWords(long, words);
      return performance.now() - startedAt;
    });

    expect(Math.min(...milliseconds)).toBeLessThan(50);
  });
});

describe('the order', () => {
  it('by name is alphabetical, whatever the case and what is in front, and knows numbers', () => {
    const names = ['beta 10', 'Éclair', '<Delta>', 'Alpha', 'echo', 'Beta 9'];

    expect(names.toSorted(alphabetically)).toEqual([
      'Alpha',
      'Beta 9',
      'beta 10',
      '<Delta>',
      'echo',
      'Éclair',
    ]);
  });
});

describe('an address', () => {
  it.each([
    ['#/', '#/startups'],
    ['#/startups?q=a+b&industry=Energy&industry=Water', undefined],
    ['#/startups?industry=Energy&industry=Energy', '#/startups?industry=Energy'],
    ['#/startups?q=&industry=', '#/startups'],
    ['#/jobs/a%2Fb', undefined],
    ['#/founders/100%/', '#/founders/100%25'],
  ])('%j is read, and written in its shortest form', (address, own = address) => {
    const route = parseRoute(address);

    expect(route && formatRoute(route)).toBe(own);
  });
});
