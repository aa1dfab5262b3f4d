/** Faults in what the lists hold, by the one check that has to see them, as `directory: name`. */

import { type FaultsByCheck, inFirst, inLists } from '../../support/planting.ts';
import { startup, uuidOf } from '../../support/records/records.ts';

const [enrollment] = startup(1).enrollments;

const withEnrollment = (fields: object) =>
  inFirst('startups', { enrollments: [{ ...enrollment, ...fields }] });

export const faultsInRecords: FaultsByCheck = {
  'founders: gives every documented field': {
    'a field that is left out': inLists(({ founders }) => {
      delete founders[0]?.['job_title'];
    }),
  },
  'startups: gives every documented field': {
    'a field of an enrollment that is left out': withEnrollment({ cohort_name: undefined }),
  },

  'founders: gives every value in its documented type': {
    'null in a required field': inFirst('founders', { first_name: null }),
  },
  'startups: gives every value in its documented type': {
    'a text for a list of texts': inFirst('startups', { industry: 'Testing' }),
  },
  'jobs: gives every value in its documented type': {
    'a negative count': inFirst('jobs', { startup_team_size: -1 }),
  },

  'startups: gives only http and https addresses, in one form': {
    'a javascript: address': inFirst('startups', { website_url: 'javascript:alert(1)' }),
    'an address without its scheme': inFirst('startups', { website_url: 'startup.example.com' }),
  },
  'jobs: gives only http and https addresses, in one form': {
    'an address with a password': inFirst('jobs', {
      external_url: 'https://me:secret@example.com/',
    }),
  },
  'founders: gives only http and https addresses, in one form': {
    'an address in another form': inFirst('founders', {
      linkedin_url: 'https://WWW.LINKEDIN.COM/in/ada',
    }),
  },

  'startups: gives only dates and times that exist, in one form': {
    'a day that does not exist': withEnrollment({ accepted_date: '2026-02-30' }),
    'a moment in local time': inFirst('startups', { created_at: '2025-01-31T13:00:00+01:00' }),
  },
  'jobs: gives only dates and times that exist, in one form': {
    'no moment at all': inFirst('jobs', { expires_at: 'soon' }),
  },

  'founders: orders the records by id': {
    'an unsorted list': inLists(({ founders }) => {
      founders.reverse();
    }),
  },
  'jobs: gives no id twice': {
    'a duplicate id': inLists(({ jobs }) => {
      Object.assign(jobs[1] ?? {}, { id: uuidOf(1) });
    }),
  },
  'startups: gives no slug twice': {
    'a duplicate slug': inLists(({ startups, founders }) => {
      for (const each of startups) each['slug'] = 'the-same';
      for (const each of founders) each['startup_slug'] = 'the-same';
    }),
  },

  'founders: publishes no e-mail address and no phone number': {
    'an e-mail address in job_title': inFirst('founders', { job_title: 'CEO, a@b.example' }),
    'a phone number in last_name': inFirst('founders', { last_name: '+49 151 2345678' }),
    'a disguised e-mail address in a profile address': inFirst('founders', {
      linkedin_url: 'https://example.com/?to=ada%40example.org',
    }),
    'an e-mail address in an undocumented field': inFirst('founders', {
      reach: { how: ['ada@example.org'] },
    }),
    'an undocumented field called phone': inFirst('founders', { mobile_phone: 1512 }),
  },

  'service: joins every founder to a startup by startup_id and startup_slug': {
    'a startup_id that no startup has': inFirst('founders', { startup_id: uuidOf(999) }),
    'a startup_slug that is not that of the startup': inFirst('founders', {
      startup_slug: 'startup-2',
    }),
  },
  'service: repeats name and logo of the startup in its founders': {
    'a startup_name that is not that of the startup': inFirst('founders', {
      startup_name: 'Startup 2',
    }),
  },
  'service: repeats name and logo of the startup in its jobs': {
    'a logo that is not that of the startup': inFirst('jobs', {
      startup_logo_url: 'https://assets.example.com/other.png',
    }),
  },
  'service: joins every job to a startup by startup_id': {
    'a job of no startup': inLists(({ startups, jobs }) => {
      Object.assign(jobs[0] ?? {}, { startup_id: uuidOf(999) });
      Object.assign(startups[0] ?? {}, { open_jobs_count: 0 });
    }),
  },
  'service: counts the open jobs of every startup': {
    'an open_jobs_count that is not the number of jobs': inFirst('startups', {
      open_jobs_count: 3,
    }),
  },
};
