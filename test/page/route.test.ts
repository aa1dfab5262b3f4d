import {
  documentTitle,
  formatRoute,
  noFilter,
  parseRoute,
  startupRoute,
} from '../../page/explorer/route.ts';
import { fixtures } from '../client/support/records.ts';

it.each([
  ['#/startups', { view: 'startups', filter: noFilter }],
  ['#/founders', { view: 'founders', filter: noFilter }],
  ['#/jobs', { view: 'jobs', filter: noFilter }],
  ['#/startups/tidal-compass-10', { view: 'startups', slug: 'tidal-compass-10', filter: noFilter }],
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

describe('the title of the tab', () => {
  const [startup] = fixtures.startups;
  const startups = {
    state: 'ready',
    list: { records: fixtures.startups, cachedAt: undefined, source: 'database', problems: [] },
  } as const;
  const one = startupRoute(startup?.slug ?? '');

  it.each([
    ['', 'Public Directory'],
    ['#/startups', 'Startups · Public Directory'],
    ['#/founders?q=a', 'Founders · Public Directory'],
    ['#/jobs', 'Jobs · Public Directory'],
    [one, `${startup?.name} · Public Directory`],
    ['#/startups/not-there', 'Startup · Public Directory'],
  ])('of %j is %j', (fragment, title) => {
    expect(documentTitle(parseRoute(fragment), startups)).toBe(title);
  });

  it('names a startup only once its list is loaded', () => {
    expect(documentTitle(parseRoute(one), { state: 'loading' })).toBe('Startup · Public Directory');
  });
});

function never(): never {
  throw new Error('The fragment was not read');
}
