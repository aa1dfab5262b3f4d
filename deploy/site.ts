/** What a deployment runs to publish the page and the description. */

import path from 'node:path';

import { customResource } from './custom-resource.ts';
import { emptySite, publishSite } from './site-step.ts';

export const handler = customResource(
  publishSite(path.join(import.meta.dirname, 'files')),
  undefined,
  emptySite(),
);
