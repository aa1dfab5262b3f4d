import * as v from 'valibot';

import { allDirectories } from '../../contract/directories.ts';
import { servedLists, type ServedRecord } from '../support/records/records.ts';

/** The fields, their types and which may be null are in the description, which `npm run generate` keeps. */
const lists = servedLists();
const samples = allDirectories.map((directory) => {
  const record: ServedRecord = { ...lists[directory.name][0] };
  return { name: directory.name, record, schema: directory.record };
});

// prettier-ignore
const REFUSED = [
  ['a name of spaces', 'startups', { name: '  ' }],
  ['a slug with a space', 'startups', { slug: 'a b' }],
  ['an empty slug', 'startups', { slug: '' }],
  ['a slug that leaves its folder', 'startups', { slug: '..' }],
  ['a slug that is its folder', 'startups', { slug: '.' }],
  ['a slug that ends with a slash', 'startups', { slug: 'a/' }],
  ['a slug that begins with a slash', 'startups', { slug: '/a' }],
  ['an id with something before it', 'founders', { id: 'x00000000-0000-4000-8000-000000000001' }],
  ['an id that is no uuid', 'founders', { id: '1' }],
  ['a moment without an offset', 'jobs', { created_at: '2026-01-31T12:00:00' }],
  ['a count below zero', 'startups', { open_jobs_count: -1 }],
  ['a count with a fraction', 'startups', { open_jobs_count: 1.5 }],
  ['a count beyond the safe integers', 'jobs', { startup_team_size: 2 ** 53 }],
  ['a list in a list of texts', 'startups', { industry: [['AI']] }],
  ['a founder without a name', 'founders', { first_name: '', last_name: ' ' }],
] as const;

// prettier-ignore
const ACCEPTED = [
  ['a slug of three dots', 'startups', { slug: '...' }],
  ['a slug that begins with dots', 'startups', { slug: '..a' }],
  ['a slug of every character that needs no escaping', 'startups', { slug: 'aZ09._~-' }],
  ['a founder without a last name', 'founders', { last_name: '' }],
  ['a founder without a first name', 'founders', { first_name: '' }],
  ['a count of zero', 'startups', { open_jobs_count: 0 }],
  ['the greatest safe count', 'jobs', { startup_team_size: 2 ** 53 - 1 }],
  ['an empty text', 'startups', { blurb: '' }],
  ['an empty list of texts', 'startups', { industry: [] }],
] as const;

function isAccepted(name: string, change: object): boolean {
  const sample = samples.find((candidate) => candidate.name === name);
  return v.is(sample?.schema ?? v.never(), { ...sample?.record, ...change });
}

test.each(REFUSED)('%s is refused', (_, name, change) => {
  expect(isAccepted(name, {})).toBe(true);
  expect(isAccepted(name, change)).toBe(false);
});

test.each(ACCEPTED)('%s is accepted', (_, name, change) => {
  expect(isAccepted(name, change)).toBe(true);
});

test('removes white space around a text, and makes a blank nullable text null', () => {
  const [startups, founders] = samples;
  const padded = (text: string) => ` \u00A0\t\u2003\uFEFF${text}\u3000\u202F\n`;
  const inner = 'one\u00A0two';

  const parsed = (sample: (typeof samples)[number] | undefined, change: object) =>
    v.parse(sample?.schema ?? v.never(), { ...sample?.record, ...change });

  const blank = { blurb: padded(''), logo_url: padded(''), created_at: '' };
  const change = { name: padded(inner), industry: [padded(inner), padded(''), null], ...blank };
  expect(parsed(startups, change)).toMatchObject({
    name: inner,
    industry: [inner],
    blurb: null,
    logo_url: null,
    created_at: null,
  });
  expect(parsed(founders, { last_name: padded(inner) })).toMatchObject({ last_name: inner });
});

test.each([
  ['avatar_url', `https://example.com/${'x'.repeat(4096 - 20)}`, true],
  ['avatar_url', `https://example.com/${'x'.repeat(4097 - 20)}`, false],
  ['avatar_url', `https://example.com/${'é'.repeat(1000)}`, false], // six times as long when escaped
  ['linkedin_url', `example.com/${'x'.repeat(4096 - 20)}`, true],
  ['linkedin_url', `  example.com/${'x'.repeat(4097 - 14)}`, false],
])('a %s has up to 4,096 characters as it is served: %.30s', (field, value, fits) => {
  expect(isAccepted('founders', { [field]: value })).toBe(fits);
});
