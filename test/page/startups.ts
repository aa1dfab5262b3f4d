/** A startup with one enrollment for each state that is given; `graduated` is one that has ended well. */

import type { Startup } from '../../client/src/index.ts';

export function standing(...states: readonly string[]): Startup {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    slug: 'tidal-compass',
    name: 'Tidal Compass',
    industry: [],
    created_at: '2024-06-15T03:24:19.121Z',
    open_jobs_count: 0,
    enrollments: states.map((state) => ({
      status: state === 'graduated' ? 'completed' : state,
      graduated: state === 'graduated',
      accepted_date: '2025-03-20',
      ended_date: null,
      program_name: 'Lab',
      cohort_name: 'Cohort 2025',
    })),
    blurb: null,
    description: null,
    logo_url: null,
    website_url: null,
    linkedin_url: null,
  };
}
