/** A startup and its enrollments (interface, sections 2.1 and 2.2). Null means that the portal has no value. */

import * as v from 'valibot';

import {
  calendarDate,
  count,
  dateTime,
  flag,
  name,
  slug,
  text,
  texts,
  typedUrl,
  url,
  uuid,
} from './fields.ts';

export const Enrollment = v.pipe(
  v.object({
    status: v.pipe(
      v.nullable(name),
      v.description('State of the enrollment; includes the value `active`.'),
    ),
    graduated: v.pipe(flag, v.description('Whether the startup graduated from the programme.')),
    accepted_date: v.pipe(
      v.nullable(calendarDate),
      v.description('Day on which the startup was accepted.'),
    ),
    ended_date: v.pipe(
      v.nullable(calendarDate),
      v.description('Day on which the enrollment ended; null while it has not.'),
    ),
    program_name: v.pipe(v.nullable(name), v.description('Name of the programme.')),
    cohort_name: v.pipe(v.nullable(name), v.description('Name of the cohort.')),
  }),
  v.title('Enrollment'),
  v.description('One programme that a startup is or was part of.'),
);

export const Startup = v.pipe(
  v.object({
    id: v.pipe(uuid, v.description('Identifier; founders and jobs refer to it as `startup_id`.')),
    slug: v.pipe(slug, v.description('URL-safe identifier, for detail routes on the client side.')),
    name: v.pipe(name, v.description('Display name.')),
    industry: v.pipe(texts, v.description('Industry tags, zero or more.')),
    created_at: v.pipe(v.nullable(dateTime), v.description('When the startup was registered.')),
    open_jobs_count: v.pipe(
      count,
      v.description('Number of the records in the jobs directory that belong to this startup.'),
    ),
    enrollments: v.pipe(
      v.array(Enrollment),
      v.description('Programmes over time, the earliest accepted first.'),
    ),
    blurb: v.pipe(v.nullable(text), v.description('One-line summary, suitable for a card.')),
    description: v.pipe(
      v.nullable(text),
      v.description('Long-form description, suitable for a detail view.'),
    ),
    logo_url: v.pipe(v.nullable(url), v.description("Logo on the operator's object storage.")),
    website_url: v.pipe(
      v.nullable(typedUrl),
      v.description('Website; always with a scheme, so it can be rendered as a link directly.'),
    ),
    linkedin_url: v.pipe(
      v.nullable(typedUrl),
      v.description('Address of the professional-network profile.'),
    ),
  }),
  v.title('Startup'),
  v.description('A startup with an active enrollment, or a graduated alumnus.'),
);

export type Enrollment = v.InferOutput<typeof Enrollment>;
export type Startup = v.InferOutput<typeof Startup>;
