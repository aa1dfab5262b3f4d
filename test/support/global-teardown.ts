import { rm } from 'node:fs/promises';

import { RUN_FOLDER_VARIABLE } from './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  const folder = process.env[RUN_FOLDER_VARIABLE];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
