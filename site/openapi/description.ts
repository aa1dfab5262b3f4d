/** The description of the service, OpenAPI 3.1: `base.json`, with the contract's records and the details of a stage. */

import { EXAMPLE_ORIGIN } from '../../contract/site.ts';
import type { SiteFace } from '../../contract/branding.ts';
import base from './base.json' with { type: 'json' };
import { committedExamples, type Examples, schemas } from './record-schemas.ts';

/** Returns the description with the example address. The server replaces it with its own. */
export function openApiDocument(
  face: SiteFace,
  serverDescription: string,
  examples: Examples = committedExamples,
) {
  const { programme, summary, contact, terms } = face;
  const { info, components, ...rest } = base;
  const mailbox = 'mailto:';
  return {
    ...rest,
    info: {
      ...info,
      title: `Public Directory of ${programme}`,
      description: `${summary}\n\n${info.description}`,
      contact: {
        name: programme,
        ...(contact.startsWith(mailbox)
          ? { email: contact.slice(mailbox.length) }
          : { url: contact }),
      },
      license: terms,
      termsOfService: terms.url,
    },
    servers: [{ url: `${EXAMPLE_ORIGIN}/v1`, description: serverDescription }],
    components: { ...components, schemas: { ...schemas(), ...components.schemas }, examples },
  };
}

/** Prose and examples, and what narrows a value: no client breaks where they change. */
const FREE = new Set(
  'info servers tags summary description example examples pattern maxLength minimum'.split(' '),
);

/** Everything else, a line each: `components.schemas.Job.properties.title.type: "string"`. */
export function promisesOf(described: unknown, place = ''): readonly string[] {
  if (typeof described !== 'object' || described === null || Array.isArray(described)) {
    return [`${place}: ${JSON.stringify(described)}`];
  }
  return Object.entries(described).flatMap(([name, value]: [string, unknown]) => {
    const at = place === '' ? name : `${place}.${name}`;
    if (FREE.has(name) && !at.endsWith(`properties.${name}`)) return [];
    // Of required fields each is a promise: there may be more.
    const isRequired = name === 'required' && Array.isArray(value);
    return isRequired ? value.flatMap((field) => promisesOf(field, at)) : promisesOf(value, at);
  });
}
