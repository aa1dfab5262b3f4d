/** A job (interface, section 2.4, which defines the type of every field and whether it may be null). */

import * as v from 'valibot';

import {
  count,
  dateTime,
  field,
  name,
  nullable,
  text,
  texts,
  typedUrl,
  url,
  uuid,
} from './fields.ts';

export const Job = v.pipe(
  v.object({
    id: field(uuid, 'Identifier of the job.'),
    startup_id: field(uuid, 'The `id` of a startup in the startups directory.'),
    title: field(name, 'Title of the job.'),
    job_type: field(nullable(text), 'Kind of employment.'),
    role_category: field(nullable(text), 'Field of work.'),
    work_arrangement: field(nullable(text), 'Where the work is done.'),
    experience_level: field(nullable(text), 'Required experience.'),
    external_url: field(nullable(typedUrl), 'Where to apply.'),
    location_regions: field(texts, 'Regions, zero or more.'),
    location_cities: field(texts, 'Cities, zero or more.'),
    expires_at: field(
      nullable(dateTime),
      'When the job leaves the directory; null if it does not expire.',
    ),
    created_at: field(dateTime, 'When the job was created.'),
    startup_name: field(nullable(text), 'The `name` of the startup.'),
    startup_logo_url: field(nullable(url), 'The `logo_url` of the startup.'),
    startup_blurb: field(nullable(text), 'The `blurb` of the startup.'),
    startup_industry: field(texts, 'The `industry` tags of the startup.'),
    startup_team_size: field(v.nullable(count), 'Number of people at the startup.'),
    startup_product_stage: field(nullable(text), "Stage of the startup's product."),
  }),
  v.title('Job'),
  v.description('A published, unexpired job at an active startup.'),
);

export type Job = v.InferOutput<typeof Job>;
