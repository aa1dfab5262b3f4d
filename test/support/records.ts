/** Invented records and lists that match the contract. */

import * as v from 'valibot';

import type { Directory } from '../../contract/directories.ts';
import { Founder, Job, Startup } from '../../contract/records.ts';

/** Returns a record with the given values, and null in every other field. */
function recordOf<S extends Directory['record']>(
  schema: S,
  values: Partial<v.InferOutput<S>>,
): v.InferOutput<S> {
  const nulls = Object.fromEntries(Object.keys(schema.entries).map((name) => [name, null]));
  return v.parse(schema, { ...nulls, ...values });
}

/** Returns an obviously invented UUID for a record with this number. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Returns an invented startup that matches the contract, unless `fields` makes it invalid. */
export function startup(number: number, fields: Partial<Startup> = {}): Startup {
  const values = {
    id: uuidOf(number),
    slug: `startup-${number}`,
    name: `Startup ${number}`,
    industry: ['Testing'],
    created_at: '2025-01-31T12:00:00.000Z',
    open_jobs_count: 0,
    enrollments: [
      {
        status: 'active',
        graduated: false,
        accepted_date: '2025-02-01',
        ended_date: null,
        program_name: 'Accelerator',
        cohort_name: 'Spring 2025',
      },
    ],
    blurb: 'One line.',
    description: 'Several lines.',
    logo_url: 'https://assets.example.com/logo.png',
    website_url: 'https://startup.example.com/',
  };
  return { ...recordOf(Startup, values), ...fields };
}

/** Returns an invented founder that matches the contract, unless `fields` makes it invalid. */
export function founder(number: number, fields: Partial<Founder> = {}): Founder {
  const values = {
    id: uuidOf(number),
    startup_id: uuidOf(number),
    first_name: 'Ada',
    last_name: 'Example',
    job_title: 'Chief executive',
    startup_name: `Startup ${number}`,
    startup_slug: `startup-${number}`,
  };
  return { ...recordOf(Founder, values), ...fields };
}

/** Creates `count` records, which are numbered from 1. */
export function many<T>(count: number, make: (number: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

/** A record with any fields and values, because tests also need records that violate the contract. */
export type ServedRecord = Record<string, unknown>;

/** Returns the three lists, which agree with each other. Some values look like contact details, but are allowed. */
export function servedLists() {
  const startups = many(12, (number) =>
    startup(number, {
      logo_url: `https://assets.example.com/logos/${uuidOf(number)}.png`,
      open_jobs_count: number <= 5 ? 1 : 0,
    }),
  );
  const founders = startups.map(({ logo_url }, index) =>
    founder(index + 1, {
      startup_logo_url: logo_url,
      linkedin_url: `https://www.linkedin.com/in/ada-example-12345678${index}`,
      avatar_url: `https://assets.example.com/avatars/${uuidOf(index)}@2x.jpg`,
    }),
  );
  const jobs = startups.slice(0, 5).map((of, index) => job(index + 1, of));
  return { startups, founders, jobs };
}

/** Returns an invented job that matches the contract, at the given startup. */
export function job(number: number, of: Startup): Job {
  return recordOf(Job, {
    id: uuidOf(number),
    startup_id: of.id,
    title: 'Engineer',
    job_type: 'full_time',
    work_arrangement: 'remote',
    external_url: 'https://jobs.example.com/apply?id=1',
    location_regions: ['Europe'],
    location_cities: [],
    created_at: '2026-01-31T12:00:00.000Z',
    startup_name: of.name,
    startup_logo_url: of.logo_url,
    startup_blurb: of.blurb,
    startup_industry: of.industry,
    startup_team_size: 7,
  });
}
