import { documentTitle } from '../../page/explorer/document-title.ts';
import { parseRoute } from '../../page/explorer/route.ts';
import { standing } from './startups.ts';

const startups = {
  state: 'ready',
  list: { records: [standing('active')], cachedAt: undefined, source: 'database', problems: [] },
} as const;

it.each([
  ['', 'Public Directory'],
  ['#/startups', 'Startups · Public Directory'],
  ['#/founders?q=a', 'Founders · Public Directory'],
  ['#/jobs', 'Jobs · Public Directory'],
  ['#/startups/tidal-compass', 'Tidal Compass · Public Directory'],
  ['#/startups/not-there', 'Startup · Public Directory'],
])('%j is called %j', (fragment, title) => {
  expect(documentTitle(parseRoute(fragment), startups)).toBe(title);
});

it('names a startup once its list is there', () => {
  const route = parseRoute('#/startups/tidal-compass');

  expect(documentTitle(route, { state: 'loading' })).toBe('Startup · Public Directory');
});
