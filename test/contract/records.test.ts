import * as v from 'valibot';

import { allDirectories } from '../../contract/directories.ts';
import { servedLists, type ServedRecord } from '../support/records.ts';
import records from './records.json' with { type: 'json' };

type Example = [what: string, list: string, change: object];
const examples = records as unknown as Record<'refused' | 'accepted', Example[]>;

/** Valid lists. The tests copy the first record of a list and change fields of the copy. */
const lists = servedLists();
const samples = allDirectories.map((directory) => {
  const record: ServedRecord = { ...lists[directory.name][0] };
  return { name: directory.name, record, schema: directory.record };
});

function isAccepted(name: string, change: object): boolean {
  const sample = samples.find((candidate) => candidate.name === name);
  return v.is(sample?.schema ?? v.never(), { ...sample?.record, ...change });
}

test.each(examples.refused)('%s is refused', (_, name, change) => {
  expect(isAccepted(name, {})).toBe(true);
  expect(isAccepted(name, change)).toBe(false);
});

test.each(examples.accepted)('%s is accepted', (_, name, change) => {
  expect(isAccepted(name, change)).toBe(true);
});

test('white space around a string is removed, and a blank string in a nullable field becomes null', () => {
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
])('a served %s has at most 4,096 characters (example %#)', (field, value, fits) => {
  expect(isAccepted('founders', { [field]: value })).toBe(fits);
});
