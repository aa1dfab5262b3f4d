/** Three lists that satisfy the contract and agree with one another. */

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
