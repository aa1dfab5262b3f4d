import { rm } from 'node:fs/promises';

import { BUNDLES_VARIABLE } from './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  const folder = process.env[BUNDLES_VARIABLE];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
