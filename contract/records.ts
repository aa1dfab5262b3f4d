/**
 * The records of the three directories. A nullable field is null if the portal has no valid value for it.
 * docs/decisions/002-what-may-be-null.md explains which fields can be null.
 */

import * as v from 'valibot';

import {
  calendarDate,
  count,
  dateTime,
  field,
  name,
  noContact,
  nullable,
  slug,
  text,
  texts,
  typedUrl,
  url,
  uuid,
} from './fields.ts';

export const Enrollment = v.pipe(
  v.object({
    status: field(nullable(name), 'State of the enrollment, such as `active`.'),
    graduated: field(v.boolean(), 'Whether the startup graduated from the programme.'),
    accepted_date: field(nullable(calendarDate), 'Day on which the startup was accepted.'),
    ended_date: field(
      nullable(calendarDate),
      'Day on which the enrollment ended; null if it has not ended.',
    ),
    program_name: field(nullable(name), 'Name of the programme.'),
    cohort_name: field(nullable(name), 'Name of the cohort.'),
  }),
  v.title('Enrollment'),
  v.description('A programme that a startup is or was part of.'),
);

export const Startup = v.pipe(
  v.object({
    id: field(uuid, 'Identifier; founders and jobs refer to it as `startup_id`.'),
    slug: field(slug, 'URL-safe identifier, for detail routes on the client side.'),
    name: field(name, 'Display name.'),
    industry: field(texts, 'Industry tags, zero or more.'),
    created_at: field(nullable(dateTime), 'When the startup was registered.'),
    open_jobs_count: field(count, "Number of this startup's records in the jobs directory."),
    enrollments: field(
      v.array(Enrollment),
      'All programmes that the startup was accepted into, oldest first.',
    ),
    blurb: field(nullable(text), 'One-line summary, suitable for a card.'),
    description: field(nullable(text), 'Long-form description, suitable for a detail view.'),
    logo_url: field(nullable(url), "Logo on the operator's object storage."),
    website_url: field(
      nullable(typedUrl),
      'Website; always with a scheme, so it can be rendered as a link directly.',
    ),
    linkedin_url: field(nullable(typedUrl), 'Address of the professional-network profile.'),
  }),
  v.title('Startup'),
  v.description('A startup that has an active enrollment or has graduated from a programme.'),
);

const typedText = v.pipe(text, noContact);
const profile = v.pipe(typedUrl, noContact);
const portrait = v.pipe(url, noContact);

/**
 * A founder. There is no field for an e-mail address or a phone number. If `contact.ts` recognises one in a name, the job title
 * or a link, that text is not published. The startup's fields are not searched for contact details, because the startups
 * directory publishes these fields anyway.
 */
export const Founder = v.pipe(
  v.object({
    id: field(uuid, 'Identifier of the founder.'),
    startup_id: field(uuid, 'The `id` of a startup in the startups directory.'),
    first_name: field(typedText, 'Given name. Empty if the person has only a family name.'),
    last_name: field(typedText, 'Family name. Empty if the person has only a given name.'),
    job_title: field(nullable(typedText), "The founder's role in the company."),
    linkedin_url: field(nullable(profile), 'Address of the professional-network profile.'),
    avatar_url: field(nullable(portrait), "Portrait on the operator's object storage."),
    startup_name: field(name, 'The `name` of the startup.'),
    startup_logo_url: field(nullable(url), 'The `logo_url` of the startup.'),
    startup_slug: field(slug, 'The `slug` of the startup.'),
  }),
  v.forward(
    v.check(({ first_name, last_name }) => first_name !== '' || last_name !== ''),
    ['first_name'],
  ),
  v.title('Founder'),
  v.description('A founder at an active startup who opted into the public directory.'),
);

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

export type Enrollment = v.InferOutput<typeof Enrollment>;
export type Startup = v.InferOutput<typeof Startup>;
export type Founder = v.InferOutput<typeof Founder>;
export type Job = v.InferOutput<typeof Job>;
