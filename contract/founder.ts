/**
 * A founder (interface, section 2.3). There is no field for an e-mail address or a phone number, and a plainly typed one in a
 * name, the job title or a link is not published. The fields of the startup are not searched, because the startups directory
 * publishes them too.
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
    first_name: field(typedText, 'Given name; empty if the person has only a family name.'),
    last_name: field(typedText, 'Family name; empty if the person has only one name.'),
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

export type Founder = v.InferOutput<typeof Founder>;
