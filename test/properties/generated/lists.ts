/** Three lists that satisfy the contract and agree with one another, and single breaches of the interface in them. */

import * as fc from 'fast-check';

import type { ServedLists, ServedRecord } from '../../support/records/records.ts';
import { conforming, type GeneratedRecord } from './records.ts';

const of = (name: keyof typeof conforming) =>
  fc.uniqueArray(conforming[name], {
    minLength: 3,
    maxLength: 6,
    selector: ({ id }) => String(id),
  });

/** Founders repeat what a startup says where their stricter rules allow it: here it is null or harmless. */
export const generatedLists: fc.Arbitrary<ServedLists> = fc
  .tuple(of('startups'), of('founders'), of('jobs'))
  .map(([startups, founders, jobs]) => agreeing(startups, founders, jobs));

function agreeing(
  startups: readonly GeneratedRecord[],
  founders: readonly GeneratedRecord[],
  jobs: readonly GeneratedRecord[],
): ServedLists {
  // A founder's name and slug of the startup are harmless: the startups take theirs over.
  const named = startups.map((startup, index): ServedRecord => {
    const { startup_name: name, startup_logo_url } = founders[index % founders.length] ?? {};
    const logo_url = startup_logo_url;
    return { ...startup, name, logo_url, slug: `startup-${index}`, open_jobs_count: 0 };
  });
  const joined = (records: readonly GeneratedRecord[]): ServedRecord[] =>
    records.map((record, index) => {
      const startup = named[index % named.length];
      return {
        ...record,
        startup_id: startup?.['id'],
        startup_name: startup?.['name'],
        startup_logo_url: startup?.['logo_url'],
        ...('startup_slug' in record ? { startup_slug: startup?.['slug'] } : {}),
      };
    });
  const allJobs = joined(jobs);
  for (const startup of named) {
    const jobsOf = allJobs.filter((job) => job['startup_id'] === startup['id']);
    startup['open_jobs_count'] = jobsOf.length;
  }
  return { startups: byId(named), founders: byId(joined(founders)), jobs: byId(allJobs) };
}

function byId(records: readonly ServedRecord[]): ServedRecord[] {
  return records.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
}

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

export const oneBreach: fc.Arbitrary<Breach> = fc
  .constantFrom('startups', 'founders', 'jobs')
  .chain((name) =>
    fc.oneof(
      fc.constantFrom(...NOT_NULL[name]).map((field) => inFirst(name, field, null)),
      fc
        .tuple(fc.constantFrom(...ADDRESSES[name]), fc.constantFrom(...BAD_ADDRESSES))
        .map(([field, address]) => inFirst(name, field, address)),
      fc
        .constantFrom('first_name', 'last_name', 'job_title')
        .map((field) => inFirst('founders', field, 'CEO, ada@example.org')),
      fc.constant({
        what: `${name} in another order`,
        commit: (lists: ServedLists) => {
          lists[name] = lists[name].toReversed();
        },
      }),
      fc.constant({
        what: `a record of ${name} twice`,
        commit: (lists: ServedLists) => void lists[name].push(...lists[name].slice(-1)),
      }),
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
