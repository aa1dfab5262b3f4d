/** Faults in what the lists hold. */

import { inFirst, inLists } from '../../support/planting.ts';
import { uuidOf } from '../../support/records/records.ts';
import type { PlantedFault } from './planted-fault.ts';

const FIELDS = 'gives every documented field';
const TYPES = 'gives every value in its documented type';
const ADDRESSES = 'gives only http and https addresses, in one form';
const MOMENTS = 'gives only dates and times that exist, in one form';
const CONTACTS = 'founders: publishes no e-mail address and no phone number';

const enrollment = {
  status: 'active',
  graduated: false,
  accepted_date: '2025-02-01',
  ended_date: null,
  program_name: 'Accelerator',
  cohort_name: 'Spring 2025',
};

export const faultsInRecords: readonly PlantedFault[] = [
  [
    'a field that is left out',
    `founders: ${FIELDS}`,
    inLists(({ founders }) => {
      delete founders[0]?.['job_title'];
    }),
  ],
  [
    'a field of an enrollment that is left out',
    `startups: ${FIELDS}`,
    inFirst('startups', { enrollments: [{ ...enrollment, cohort_name: undefined }] }),
  ],
  ['null in a required field', `founders: ${TYPES}`, inFirst('founders', { first_name: null })],
  [
    'a text for a list of texts',
    `startups: ${TYPES}`,
    inFirst('startups', { industry: 'Testing' }),
  ],
  ['a negative count', `jobs: ${TYPES}`, inFirst('jobs', { startup_team_size: -1 })],
  [
    'a javascript: address',
    `startups: ${ADDRESSES}`,
    inFirst('startups', { website_url: 'javascript:alert(1)' }),
  ],
  [
    'an address without its scheme',
    `startups: ${ADDRESSES}`,
    inFirst('startups', { website_url: 'startup.example.com' }),
  ],
  [
    'an address with a password',
    `jobs: ${ADDRESSES}`,
    inFirst('jobs', { external_url: 'https://me:secret@example.com/' }),
  ],
  [
    'an address in another form',
    `founders: ${ADDRESSES}`,
    inFirst('founders', { linkedin_url: 'https://WWW.LINKEDIN.COM/in/ada' }),
  ],
  [
    'a day that does not exist',
    `startups: ${MOMENTS}`,
    inFirst('startups', { enrollments: [{ ...enrollment, accepted_date: '2026-02-30' }] }),
  ],
  [
    'a moment in local time',
    `startups: ${MOMENTS}`,
    inFirst('startups', { created_at: '2025-01-31T13:00:00+01:00' }),
  ],
  ['no moment at all', `jobs: ${MOMENTS}`, inFirst('jobs', { expires_at: 'soon' })],
  [
    'an unsorted list',
    'founders: orders the records by id',
    inLists(({ founders }) => {
      founders.reverse();
    }),
  ],
  [
    'a duplicate id',
    'jobs: gives no id twice',
    inLists(({ jobs }) => {
      Object.assign(jobs[1] ?? {}, { id: uuidOf(1) });
    }),
  ],
  [
    'a duplicate slug',
    'startups: gives no slug twice',
    inLists(({ startups, founders }) => {
      for (const startup of startups) startup['slug'] = 'the-same';
      for (const founder of founders) founder['startup_slug'] = 'the-same';
    }),
  ],
  [
    'an e-mail address in job_title',
    CONTACTS,
    inFirst('founders', { job_title: 'CEO, a@b.example' }),
  ],
  ['a phone number in last_name', CONTACTS, inFirst('founders', { last_name: '+49 151 2345678' })],
  [
    'a disguised e-mail address in a profile address',
    CONTACTS,
    inFirst('founders', { linkedin_url: 'https://example.com/?to=ada%40example.org' }),
  ],
  [
    'an e-mail address in an undocumented field',
    CONTACTS,
    inFirst('founders', { reach: { how: ['ada@example.org'] } }),
  ],
  ['an undocumented field called phone', CONTACTS, inFirst('founders', { mobile_phone: 1512 })],
  [
    'a startup_id that no startup has',
    'service: joins every founder to a startup by startup_id and startup_slug',
    inFirst('founders', { startup_id: uuidOf(999) }),
  ],
  [
    'a startup_slug that is not that of the startup',
    'service: joins every founder to a startup by startup_id and startup_slug',
    inFirst('founders', { startup_slug: 'startup-2' }),
  ],
  [
    'a startup_name that is not that of the startup',
    'service: repeats name and logo of the startup in its founders',
    inFirst('founders', { startup_name: 'Startup 2' }),
  ],
  [
    'a logo that is not that of the startup',
    'service: repeats name and logo of the startup in its jobs',
    inFirst('jobs', { startup_logo_url: 'https://assets.example.com/other.png' }),
  ],
  [
    'a job of no startup',
    'service: joins every job to a startup by startup_id',
    inLists(({ startups, jobs }) => {
      Object.assign(jobs[0] ?? {}, { startup_id: uuidOf(999) });
      Object.assign(startups[0] ?? {}, { open_jobs_count: 0 });
    }),
  ],
  [
    'an open_jobs_count that is not the number of jobs',
    'service: counts the open jobs of every startup',
    inFirst('startups', { open_jobs_count: 3 }),
  ],
];
