/** A job (interface, section 2.4, which gives type and null-ness of every field). */

import * as v from 'valibot';

import { count, dateTime, name, text, texts, typedUrl, url, uuid } from './fields.ts';

export const Job = v.pipe(
  v.object({
    id: v.pipe(uuid, v.description('Identifier of the job.')),
    startup_id: v.pipe(uuid, v.description('The `id` of a startup in the startups directory.')),
    title: v.pipe(name, v.description('Title of the job.')),
    job_type: v.pipe(v.nullable(text), v.description('Kind of employment.')),
    role_category: v.pipe(v.nullable(text), v.description('Field of work.')),
    work_arrangement: v.pipe(v.nullable(text), v.description('Where the work is done.')),
    experience_level: v.pipe(v.nullable(text), v.description('Experience asked for.')),
    external_url: v.pipe(v.nullable(typedUrl), v.description('Where applicants are sent.')),
    location_regions: v.pipe(texts, v.description('Regions, zero or more.')),
    location_cities: v.pipe(texts, v.description('Cities, zero or more.')),
    expires_at: v.pipe(
      v.nullable(dateTime),
      v.description('When the job leaves the directory; null where it has no end.'),
    ),
    created_at: v.pipe(dateTime, v.description('When the job was created.')),
    startup_name: v.pipe(v.nullable(text), v.description('The `name` of the startup.')),
    startup_logo_url: v.pipe(v.nullable(url), v.description('The `logo_url` of the startup.')),
    startup_blurb: v.pipe(v.nullable(text), v.description('The `blurb` of the startup.')),
    startup_industry: v.pipe(texts, v.description('The `industry` tags of the startup.')),
    startup_team_size: v.pipe(v.nullable(count), v.description('Number of people at the startup.')),
    startup_product_stage: v.pipe(
      v.nullable(text),
      v.description('How far the product of the startup is.'),
    ),
  }),
  v.title('Job'),
  v.description('A published, unexpired job at an active startup.'),
);

export type Job = v.InferOutput<typeof Job>;
