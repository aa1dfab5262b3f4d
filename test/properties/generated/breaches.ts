/** Single breaches of the interface, each in one place of lists that satisfy it. */

import * as fc from 'fast-check';

import type { ServedLists } from '../../support/records/records.ts';

export interface Breach {
  /** Shown with a counterexample. */
  readonly what: string;
  readonly commit: (lists: ServedLists) => void;
}

const NOT_NULL = {
  startups: ['id', 'slug', 'name', 'industry', 'open_jobs_count', 'enrollments'],
  founders: ['id', 'startup_id', 'first_name', 'last_name', 'startup_name', 'startup_slug'],
  jobs: ['id', 'startup_id', 'title', 'location_regions', 'location_cities', 'created_at'],
} as const;

const ADDRESSES = {
  startups: ['logo_url', 'website_url', 'linkedin_url'],
  founders: ['linkedin_url', 'avatar_url'],
  jobs: ['external_url'],
} as const;

const BAD_ADDRESSES = [
  'javascript:alert(1)',
  'example.com',
  '//example.com/',
  'https://me@example.com/',
  'HTTPS://example.com/',
  'https://example.com',
  'https://example.com/a b',
  'https://example.com/"',
];

const directory = fc.constantFrom('startups', 'founders', 'jobs');

export const oneBreach: fc.Arbitrary<Breach> = fc.oneof(
  directory.chain((name) =>
    fc.constantFrom(...NOT_NULL[name]).map((field) => inFirst(name, field, null)),
  ),
  directory.chain((name) =>
    fc
      .tuple(fc.constantFrom(...ADDRESSES[name]), fc.constantFrom(...BAD_ADDRESSES))
      .map(([field, address]) => inFirst(name, field, address)),
  ),
  fc
    .constantFrom('first_name', 'last_name', 'job_title')
    .map((field) => inFirst('founders', field, 'CEO, ada@example.org')),
  directory.map((name): Breach => ({
    what: `${name} in another order`,
    commit: (lists) => {
      lists[name] = lists[name].toReversed();
    },
  })),
  directory.map((name): Breach => ({
    what: `a record of ${name} twice`,
    commit: (lists) => void lists[name].push(...lists[name].slice(-1)),
  })),
  directory.chain((name) =>
    fc.nat().map((nth) => ({
      what: `a field of ${name} is missing`,
      commit: (lists: ServedLists) => {
        const record = lists[name][0] ?? {};
        const fields = Object.keys(record);
        Reflect.deleteProperty(record, fields[nth % fields.length] ?? '');
      },
    })),
  ),
);

function inFirst(name: keyof ServedLists, field: string, value: unknown): Breach {
  return {
    what: `${field} of ${name} is ${String(value)}`,
    commit: (lists) => {
      Object.assign(lists[name][0] ?? {}, { [field]: value });
    },
  };
}
