/** What a deployment runs last: it fails unless each directory has something to serve. */

import { customResource } from './custom-resource.ts';
import { firstCopiesStep } from './first-copies-step.ts';

export const handler = customResource(firstCopiesStep());
