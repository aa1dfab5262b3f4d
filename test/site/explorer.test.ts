import {
  documentTitle,
  formatRoute,
  noFilter,
  parseRoute,
  startupRoute,
} from '../../site/explorer/route.ts';
import {
  alphabetically,
  type Facet,
  indexed,
  newest,
  search,
  valuesIn,
} from '../../site/explorer/search.ts';
import { loadStatus, noListsYet, withJobsCounted } from '../../site/live.ts';
import { fixtures } from '../client/support/records.ts';
import * as invented from '../support/records/records.ts';

describe('a fragment of the address', () => {
  it.each([
    ['#/startups', { view: 'startups', filter: noFilter }],
    ['#/founders', { view: 'founders', filter: noFilter }],
    ['#/jobs', { view: 'jobs', filter: noFilter }],
    ['#/startups/compass-10', { view: 'startups', slug: 'compass-10', filter: noFilter }],
    [
      '#/jobs?q=engineer&arrangement=on_site',
      { view: 'jobs', filter: { words: 'engineer', choices: { arrangement: 'on_site' } } },
    ],
  ])('%s is read, and written again', (fragment, route) => {
    expect(parseRoute(fragment)).toEqual(route);
    expect(formatRoute(parseRoute(fragment) ?? never())).toBe(fragment);
  });

  it.each(['', '#', '#fields', '#/', '#/nonsense', '#/jobs/one', '#/startups/a/b', '#startups'])(
    'leaves %j to the rest of the page',
    (fragment) => {
      expect(parseRoute(fragment)).toBeUndefined();
    },
  );

  it.each(['a b', 'ü', '%', '?q=1', '#', '"><script>', 'a~b'])('carries the slug %j', (slug) => {
    const fragment = startupRoute(slug);

    expect(fragment).not.toMatch(/[\s"<>]/u);
    expect(parseRoute(fragment)?.slug).toBe(slug);
  });

  it('takes a percent sign that encodes nothing as it is', () => {
    expect(parseRoute('#/startups/100%')?.slug).toBe('100%');
  });

  it('carries any words and tags', () => {
    const filter = { words: 'R&D = زراعة', choices: { industry: '<b>bold</b>' } };

    expect(parseRoute(formatRoute({ view: 'startups', filter }))?.filter).toEqual(filter);
  });
});

describe('the title of the tab', () => {
  const [startup] = fixtures.startups;
  const startups = ready(fixtures.startups);
  const one = startupRoute(startup?.slug ?? '');

  it.each([
    ['', 'Ours'],
    ['#/startups', 'Startups · Ours'],
    ['#/founders?q=a', 'Founders · Ours'],
    ['#/jobs', 'Jobs · Ours'],
    [one, `${startup?.name} · Ours`],
    ['#/startups/not-there', 'Startup · Ours'],
  ])('of %j is %j', (fragment, title) => {
    expect(documentTitle(parseRoute(fragment), startups, 'Ours')).toBe(title);
  });

  it('names a startup only once its list is loaded', () => {
    expect(documentTitle(parseRoute(one), { state: 'loading' }, 'Ours')).toBe('Startup · Ours');
  });
});

describe('a search', () => {
  interface Fruit {
    readonly name: string;
    readonly hint: string | null;
    readonly tags: readonly string[];
  }

  const fruits: readonly Fruit[] = [
    { name: 'Açaí', hint: 'dark and small', tags: ['Berry'] },
    { name: 'Banana', hint: null, tags: ['full_time'] },
    { name: 'תפוח', hint: 'an APPLE', tags: ['Tree', 'Berry'] },
  ];

  const tags: Facet<Fruit> = { key: 'tag', valuesOf: ({ tags: own }) => own };
  const textsOf = ({ name, hint }: Fruit) => [name, hint];
  const index = indexed(fruits, { textsOf, facets: [tags] });

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
    ['berry', ['Açaí', 'תפוח']],
    ['full time', ['Banana']],
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
    expect(valuesIn(fruits, tags)).toEqual(['Berry', 'full_time', 'Tree']);
  });

  it('offers and finds what there is beside another choice', () => {
    const hint: Facet<Fruit> = {
      key: 'hint',
      valuesOf: (fruit, { tag }) => (tag === 'Tree' ? [fruit.hint ?? []].flat() : []),
    };

    expect(valuesIn(fruits, hint)).toEqual([]);
    expect(valuesIn(fruits, hint, { tag: 'Tree' })).toEqual(['an APPLE', 'dark and small']);
    const choices = { tag: 'Tree', hint: 'dark and small' };
    expect(search(index, [tags, hint], { words: '', choices })).toEqual([]);
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

  it('by newest ends with what has no date', () => {
    const dates = [null, '2025-01-31T12:00:00.000Z', '2026-01-01T00:00:00.000Z', null];
    const records = dates.map((created_at) => ({ created_at }));

    expect(records.toSorted(newest.compare).map(({ created_at: date }) => date)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2025-01-31T12:00:00.000Z',
      null,
      null,
    ]);
  });
});

describe('startups', () => {
  const one = invented.startup(1, { open_jobs_count: 2 });
  const other = invented.startup(2, { open_jobs_count: 1 });
  const startups = ready([one, other]);
  const jobs = [invented.job(1, one), invented.job(2, other)];

  it('count the jobs that are shown', () => {
    expect(withJobsCounted({ ...noListsYet, startups, jobs: ready(jobs) }).startups).toEqual(
      ready([{ ...one, open_jobs_count: 1 }, other]),
    );
  });

  it('have their own count while no jobs are shown, or as many', () => {
    const lists = { ...noListsYet, startups };
    const all = { ...lists, jobs: ready([...jobs, invented.job(3, one)]) };

    expect(withJobsCounted(lists)).toBe(lists);
    expect(withJobsCounted(all)).toBe(all);
  });
});

describe('the status', () => {
  const directories = { jobs: { bytes: 2 } };

  it.each([
    [Response.json({ directories }), directories],
    [Response.json({ directories }, { status: 503 }), {}],
    [Response.json({ title: 'Away' }), {}],
    [Response.json(null), {}],
    [new Response('<html>'), {}],
  ])('is as far as it is known: %#', async (response, status) => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(response);

    expect(await loadStatus()).toEqual(status);
  });
});

function ready<R>(records: readonly R[]) {
  const list = { records, cachedAt: undefined, source: 'database', problems: [] } as const;
  return { state: 'ready', list } as const;
}

function never(): never {
  throw new Error('The fragment was not read');
}
