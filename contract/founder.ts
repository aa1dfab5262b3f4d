/**
 * A founder (interface, section 2.3), without an e-mail address and a phone number. One that is typed plainly into a name, the title
 * or a link is not published either; the fields of the startup, which the startups directory publishes as well, are not searched.
 */

import * as v from 'valibot';

import { field, name, noContact, nullable, slug, text, typedUrl, url, uuid } from './fields.ts';

const typedText = v.pipe(text, noContact);
const profile = v.pipe(typedUrl, noContact);
const portrait = v.pipe(url, noContact);

export const Founder = v.pipe(
  v.object({
    id: field(uuid, 'Identifier of the founder.'),
    startup_id: field(uuid, 'The `id` of a startup in the startups directory.'),
    first_name: field(typedText, 'Given name; empty where the person has a family name only.'),
    last_name: field(typedText, 'Family name; empty where the person has one name only.'),
    job_title: field(nullable(typedText), 'Role of the founder in the company.'),
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

export type Founder = v.InferOutput<typeof Founder>;
