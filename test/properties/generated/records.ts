/** Records that satisfy the contract, by the interface's own description and not by the contract's code. */

import * as fc from 'fast-check';

import type { DirectoryName } from '../../../contract/directories.ts';
import type { Founder } from '../../../contract/founder.ts';
import type { Job } from '../../../contract/job.ts';
import type { Enrollment, Startup } from '../../../contract/startup.ts';
import {
  address,
  anyName,
  anyText,
  count,
  day,
  harmlessAddress,
  harmlessName,
  moment,
  orNull,
  slug,
  texts,
  uuid,
} from './values.ts';

const enrollment: fc.Arbitrary<Enrollment> = fc.record({
  status: orNull(fc.oneof(fc.constantFrom('active', 'completed'), anyName)),
  graduated: fc.boolean(),
  accepted_date: orNull(day),
  ended_date: orNull(day),
  program_name: orNull(anyName),
  cohort_name: orNull(anyName),
});

const startup: fc.Arbitrary<Startup> = fc.record({
  id: uuid,
  slug,
  name: anyName,
  industry: texts,
  created_at: orNull(moment),
  open_jobs_count: count,
  enrollments: fc.array(enrollment, { maxLength: 2 }),
  blurb: orNull(anyText),
  description: orNull(anyText),
  logo_url: orNull(address),
  website_url: orNull(address),
  linkedin_url: orNull(address),
});

const founder: fc.Arbitrary<Founder> = fc.record({
  id: uuid,
  startup_id: uuid,
  first_name: harmlessName,
  last_name: harmlessName,
  job_title: orNull(harmlessName),
  linkedin_url: orNull(harmlessAddress),
  avatar_url: orNull(harmlessAddress),
  startup_name: anyName,
  startup_logo_url: orNull(address),
  startup_slug: slug,
});

const job: fc.Arbitrary<Job> = fc.record({
  id: uuid,
  startup_id: uuid,
  title: anyName,
  job_type: orNull(anyText),
  role_category: orNull(anyText),
  work_arrangement: orNull(anyText),
  experience_level: orNull(anyText),
  external_url: orNull(address),
  location_regions: texts,
  location_cities: texts,
  expires_at: orNull(moment),
  created_at: moment,
  startup_name: orNull(anyText),
  startup_logo_url: orNull(address),
  startup_blurb: orNull(anyText),
  startup_industry: texts,
  startup_team_size: orNull(count),
  startup_product_stage: orNull(anyText),
});

export type GeneratedRecord = Readonly<Record<string, unknown>>;

export const conforming: Readonly<Record<DirectoryName, fc.Arbitrary<GeneratedRecord>>> = {
  startups: startup,
  founders: founder,
  jobs: job,
};
