import * as fc from 'fast-check';

import { allDirectories } from '../../contract/directories.ts';
import { canonicalUrl } from '../../contract/fields.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { servedLists, uuidOf } from '../support/records/records.ts';
import { hostileAddress } from './hostile-addresses.ts';

/** For each field; `.ci/check` tries more. */
const ADDRESSES = Number(process.env['PROPERTY_RUNS'] ?? 200);
const LONGEST = 4096;

/** ASCII without white space, what ends an attribute or a tag, and what browsers read as a slash. */
const FIT_FOR_HREF = /^[!#-;=?-[\]_a-z~]*$/u;

const addresses = fc.sample(hostileAddress, { numRuns: ADDRESSES, seed: 20_261_120 });
const served = servedLists();

const fields = allDirectories.flatMap((directory) =>
  Object.keys(directory.record.entries)
    .filter((field) => field.endsWith('_url'))
    .map((field) => ({ directory, name: directory.name, field })),
);

test('there are as many different addresses as were asked for, or nearly', () => {
  expect(new Set(addresses).size).toBeGreaterThan(0.95 * ADDRESSES);
});

test('the three directories have eight fields with an address', () => {
  expect(fields.map(({ name, field }) => `${name}.${field}`)).toEqual([
    'startups.logo_url',
    'startups.website_url',
    'startups.linkedin_url',
    'founders.linkedin_url',
    'founders.avatar_url',
    'founders.startup_logo_url',
    'jobs.external_url',
    'jobs.startup_logo_url',
  ]);
});

test.each(fields)(
  '$name $field is safe for an href, or null, and stays as it is where it is checked again',
  ({ directory, field }) => {
    const [record] = served[directory.name];
    const rows = addresses.map((address, index) =>
      Object.assign({}, record, { id: uuidOf(index), slug: `startup-${index}`, [field]: address }),
    );

    const { records, leftOut, setToNull } = checkRecords(directory, rows);
    const values = records.map((published) => published[field]).filter((value) => value !== null);

    expect(leftOut).toEqual([]);
    expect(values.length + setToNull.length).toBe(ADDRESSES);
    expect(values.length).toBeGreaterThan(ADDRESSES / 20);
    expect(values.filter((value) => !isSafe(value))).toEqual([]);
    expect(checkRecords(directory, records).records).toEqual(records);
  },
);

function isSafe(value: unknown): boolean {
  const text = String(value);
  const { protocol, username, password, href } = new URL(text);
  return (
    /^https?:\/\/[^/@?#]+[/?#]/u.test(text) &&
    (protocol === 'http:' || protocol === 'https:') &&
    username + password === '' &&
    text.length <= LONGEST &&
    FIT_FOR_HREF.test(text) &&
    canonicalUrl(text) === text &&
    href === text
  );
}
