/** Invented lists that satisfy the contract and agree with one another. */

import type { DirectoryName } from '../../contract/directories.ts';
import type { Job } from '../../contract/job.ts';
import { founder, many, startup, uuidOf } from './records.ts';

/** Loose on purpose: a test plants what the contract forbids. */
export type ServedRecord = Record<string, unknown>;
export type ServedLists = Record<DirectoryName, ServedRecord[]>;

const STARTUPS = 12;
const FOUNDERS_EACH = 2;
const JOBS = 5;

export function servedLists(): ServedLists {
  const startups = many(STARTUPS, (number) =>
    startup(number, {
      logo_url: `https://assets.example.com/logos/${uuidOf(number)}.png`,
      open_jobs_count: number <= JOBS ? 1 : 0,
    }),
  );
  const founders = startups.flatMap((of, index) =>
    many(FOUNDERS_EACH, (nth) =>
      founder(index * FOUNDERS_EACH + nth, {
        startup_id: of.id,
        startup_slug: of.slug,
        startup_name: of.name,
        startup_logo_url: of.logo_url,
        linkedin_url: `https://www.linkedin.com/in/ada-example-12345678${nth}`,
        avatar_url: `https://assets.example.com/avatars/${uuidOf(nth)}@2x.jpg`,
      }),
    ),
  );
  const jobs = startups.slice(0, JOBS).map((of, index) => job(index + 1, of));
  return {
    startups: startups.map(asServed),
    founders: founders.map(asServed),
    jobs: jobs.map(asServed),
  };
}

function job(number: number, of: ReturnType<typeof startup>): Job {
  return {
    id: uuidOf(number),
    startup_id: of.id,
    title: 'Engineer',
    job_type: 'full_time',
    role_category: null,
    work_arrangement: 'remote',
    experience_level: null,
    external_url: 'https://jobs.example.com/apply?id=1',
    location_regions: ['Europe'],
    location_cities: [],
    expires_at: null,
    created_at: '2026-01-31T12:00:00.000Z',
    startup_name: of.name,
    startup_logo_url: of.logo_url,
    startup_blurb: of.blurb,
    startup_industry: of.industry,
    startup_team_size: 7,
    startup_product_stage: null,
  };
}

function asServed(record: object): ServedRecord {
  return structuredClone<Record<string, unknown>>({ ...record });
}
