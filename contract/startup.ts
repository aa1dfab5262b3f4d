/** A startup and its enrollments (interface, sections 2.1 and 2.2). A field is null if the portal has no value for it. */

import * as v from 'valibot';

import {
  calendarDate,
  count,
  dateTime,
  field,
  flag,
  name,
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
    status: field(nullable(name), 'State of the enrollment; one of the values is `active`.'),
    graduated: field(flag, 'Whether the startup graduated from the programme.'),
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
    enrollments: field(v.array(Enrollment), 'Programmes over time, in the order of acceptance.'),
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
  v.description('A startup with an active enrollment, or a graduated alumnus.'),
);

export type Enrollment = v.InferOutput<typeof Enrollment>;
export type Startup = v.InferOutput<typeof Startup>;
