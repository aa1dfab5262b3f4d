/** Invented records with nothing wrong, in the order of fields that the interface gives. */

import type { DirectoryName } from '../../contract/directories.ts';
import { founder, startup, uuidOf } from '../support/records/records.ts';

export function wellFormed(
  name: DirectoryName,
  number: number,
  version: number,
): Readonly<Record<string, unknown>> {
  switch (name) {
    case 'startups':
      return startup(number, { blurb: `Version ${version}` });
    case 'founders':
      return founder(number, { job_title: `Version ${version}` });
    case 'jobs':
      return job(number, version);
  }
}

function job(number: number, version: number): Readonly<Record<string, unknown>> {
  return {
    id: uuidOf(number),
    startup_id: uuidOf(1),
    title: `Job ${number}`,
    job_type: `Version ${version}`,
    role_category: null,
    work_arrangement: 'remote',
    experience_level: null,
    external_url: 'https://jobs.example.com/',
    location_regions: ['Europe'],
    location_cities: [],
    expires_at: null,
    created_at: '2026-01-31T12:00:00.000Z',
    startup_name: 'Startup 1',
    startup_logo_url: null,
    startup_blurb: null,
    startup_industry: [],
    startup_team_size: 5,
    startup_product_stage: null,
  };
}
