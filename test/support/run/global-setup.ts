/** Before the first test of a run: makes its folder, which goes with this process, and in it the functions' code for every test of the service. */

import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { bundleLocal } from '../../../local/site-bucket.ts';

/** Names the folder; the workers inherit it. */
export const RUN_FOLDER_VARIABLE = 'TEST_RUN_FOLDER';
export const FUNCTIONS = 'functions';

/** Jest takes the default export only. */
export default async function globalSetup(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-tests-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  process.env[RUN_FOLDER_VARIABLE] = folder;
  const bundles = await bundleLocal(path.join(folder, FUNCTIONS));
  // Reading them takes a sixth of a process's start, and no test reads a stack.
  await Promise.all(
    bundles.map(async ({ folder: bundle }) => rm(path.join(bundle, 'index.mjs.map'))),
  );
}
