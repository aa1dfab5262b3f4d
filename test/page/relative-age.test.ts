import { relativeAge } from '../../page/text/relative-age.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

it.each([
  ['2026-11-21T12:00:00.000Z', 'just now'],
  ['2026-11-21T11:59:00.001Z', 'just now'],
  ['2026-11-21T11:59:00.000Z', '1 minute ago'],
  ['2026-11-21T11:00:00.001Z', '59 minutes ago'],
  ['2026-11-21T11:00:00.000Z', '1 hour ago'],
  ['2026-11-19T12:00:00.001Z', '47 hours ago'],
  ['2026-11-19T12:00:00.000Z', '2 days ago'],
  ['2026-11-21T12:05:00.000Z', 'just now'],
])('%s is %s', (then, words) => {
  expect(relativeAge(new Date(then), now)).toBe(words);
});
