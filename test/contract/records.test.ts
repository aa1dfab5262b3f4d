import * as v from 'valibot';

import { allDirectories } from '../../contract/directories.ts';
import { Enrollment } from '../../contract/startup.ts';
import { servedLists, type ServedRecord } from '../support/records.ts';

const lists = servedLists();
const samples = allDirectories.map((directory) => {
  const record: ServedRecord = { ...lists[directory.name][0] };
  return { name: directory.name, record, schema: directory.record };
});

/** The fields of the interface, sections 2.1 to 2.4, and whether they may be null. */
const DOCUMENTED = {
  startups:
    'id slug name industry created_at? open_jobs_count enrollments blurb? description? logo_url? website_url? linkedin_url?',
  founders:
    'id startup_id first_name last_name job_title? linkedin_url? avatar_url? startup_name startup_logo_url? startup_slug',
  jobs: 'id startup_id title job_type? role_category? work_arrangement? experience_level? external_url? location_regions location_cities expires_at? created_at startup_name? startup_logo_url? startup_blurb? startup_industry startup_team_size? startup_product_stage?',
} as const;

const fields = samples.flatMap(({ name, record, schema }) =>
  DOCUMENTED[name].split(' ').map((field) => ({
    name,
    record,
    schema,
    field: field.replace('?', ''),
    isNullable: field.endsWith('?'),
  })),
);

test.each(samples)('a record of $name begins with the documented fields', (sample) => {
  const documented = DOCUMENTED[sample.name].replaceAll('?', '').split(' ');

  expect(Object.keys(sample.schema.entries).slice(0, documented.length)).toEqual(documented);
  expect(Object.keys(Enrollment.entries).slice(0, 6)).toEqual(
    'status graduated accepted_date ended_date program_name cohort_name'.split(' '),
  );
});

test.each(samples)('a canonical record of $name is served as it is', ({ record, schema }) => {
  expect(v.parse(schema, record)).toEqual(record);
  expect(v.parse(schema, { ...record, password: 'secret' })).toEqual(record);
});

test.each(fields)('$field of $name is never left out, and null where it may be', (sample) => {
  const { record, schema, field, isNullable } = sample;
  const { [field]: _, ...others } = record;

  expect(v.is(schema, others)).toBe(false);
  expect(v.is(schema, { ...record, [field]: null })).toBe(isNullable);
});

test('an enrollment may lack everything but whether it has graduated', () => {
  const unknown = { status: null, accepted_date: null, ended_date: null, program_name: null, cohort_name: null }; // prettier-ignore

  expect(v.is(Enrollment, { ...unknown, graduated: false })).toBe(true);
  expect(v.is(Enrollment, { ...unknown, graduated: null })).toBe(false);
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

test('removes white space around a text, and makes null of a blank one where that is allowed', () => {
  const [startups, founders] = samples;
  const padded = (text: string) => ` \u00A0\t\u2003\uFEFF${text}\u3000\u202F\n`;
  const inner = 'one\u00A0two';

  expect(
    v.parse(startups?.schema ?? v.never(), {
      ...startups?.record,
      name: padded(inner),
      industry: [padded(inner), padded(''), null],
      blurb: padded(''),
      logo_url: padded(''),
      created_at: '',
    }),
  ).toMatchObject({
    name: inner,
    industry: [inner],
    blurb: null,
    logo_url: null,
    created_at: null,
  });
  expect(
    v.parse(founders?.schema ?? v.never(), { ...founders?.record, last_name: padded(inner) }),
  ).toMatchObject({ last_name: inner });
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
