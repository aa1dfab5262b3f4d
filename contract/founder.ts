/**
 * A founder (interface, section 2.3). What people type about themselves is searched for e-mail addresses and phone numbers;
 * the fields of the startup, which the startups directory publishes as well, are not.
 */

import * as v from 'valibot';

import { name, noContact, slug, text, typedUrl, url, uuid } from './fields.ts';

export const Founder = v.pipe(
  v.object({
    id: v.pipe(uuid, v.description('Identifier of the founder.')),
    startup_id: v.pipe(uuid, v.description('The `id` of a startup in the startups directory.')),
    first_name: v.pipe(
      text,
      noContact,
      v.description('Given name; empty where the person has a family name only.'),
    ),
    last_name: v.pipe(
      text,
      noContact,
      v.description('Family name; empty where the person has one name only.'),
    ),
    job_title: v.pipe(
      v.nullable(v.pipe(text, noContact)),
      v.description('Role of the founder in the company.'),
    ),
    linkedin_url: v.pipe(
      v.nullable(v.pipe(typedUrl, noContact)),
      v.description('Address of the professional-network profile.'),
    ),
    avatar_url: v.pipe(
      v.nullable(v.pipe(url, noContact)),
      v.description("Portrait on the operator's object storage."),
    ),
    startup_name: v.pipe(name, v.description('The `name` of the startup.')),
    startup_logo_url: v.pipe(v.nullable(url), v.description('The `logo_url` of the startup.')),
    startup_slug: v.pipe(slug, v.description('The `slug` of the startup.')),
  }),
  v.forward(
    v.check(({ first_name, last_name }) => first_name !== '' || last_name !== ''),
    ['first_name'],
  ),
  v.title('Founder'),
  v.description('A founder at an active startup who opted into the public directory.'),
);

export type Founder = v.InferOutput<typeof Founder>;
