/** The description that is committed, for those who have no deployed address yet. */

import { openApiDocument } from '../../bundling/openapi.ts';
import type { OpenApiDocument } from '../../bundling/openapi.ts';
import { EXAMPLE_ORIGIN } from '../../contract/site-file.ts';

export function publishedDescription(): OpenApiDocument {
  return openApiDocument({
    serverUrl: `${EXAMPLE_ORIGIN}/v1`,
    serverDescription: 'An example address: every deployment has its own.',
  });
}
