/** The description of the service, OpenAPI 3.1: `base.json`, with the contract's records and what a stage says of itself. */

import { EXAMPLE_ORIGIN } from '../../contract/site-files.ts';
import type { SiteFace } from '../../contract/branding.ts';
import base from './base.json' with { type: 'json' };
import { committedExamples, type Examples, schemas } from './record-schemas.ts';

/** The description at the example address, which whoever serves it replaces by its own. */
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
