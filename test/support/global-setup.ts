/** Before the first test of a run: makes the functions' code once, in a folder of its own, for every test of the service. */

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { bundleHandlers } from '../../bundling/handlers.ts';

/** The workers inherit it. */
export const BUNDLES_VARIABLE = 'TEST_BUNDLES_FOLDER';

/** Jest takes the default export only. */
export default async function globalSetup(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-bundles-'));
  process.env[BUNDLES_VARIABLE] = folder;
  await bundleHandlers(folder);
}
