/** What a deployment runs to put `db/`, which lies beside this bundle, into the stage's own database. */

import path from 'node:path';

import { customResource } from './custom-resource.ts';
import { databaseStep } from './database-step.ts';

export const handler = customResource(databaseStep(path.join(import.meta.dirname, 'db')));
