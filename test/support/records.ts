import type { Founder } from '../../contract/founder.ts';
import type { Startup } from '../../contract/startup.ts';

/** A uuid for the record of this number; plainly not a real one. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** An invented startup that satisfies the contract. */
export function startup(number: number, fields: Partial<Startup> = {}): Startup {
  return {
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
    linkedin_url: null,
    ...fields,
  };
}

/** An invented founder that satisfies the contract. */
export function founder(number: number, fields: Partial<Founder> = {}): Founder {
  return {
    id: uuidOf(number),
    startup_id: uuidOf(number),
    first_name: 'Ada',
    last_name: 'Example',
    job_title: 'Chief executive',
    linkedin_url: null,
    avatar_url: null,
    startup_name: `Startup ${number}`,
    startup_logo_url: null,
    startup_slug: `startup-${number}`,
    ...fields,
  };
}

/** As many of them as asked for, numbered from 1. */
export function many<T>(count: number, make: (number: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}
