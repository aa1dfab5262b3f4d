/** The service with the test data that staging has, in a folder that is gone afterwards. */

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { bundleLocal } from '../bundling/functions.ts';
import { openDatabase } from './database/open-database.ts';
import { type Service, startService } from './service.ts';

/** Closes it when the work is done or has failed. */
export async function withScratchService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'directory-scratch-'));
  try {
    const service = await startService({
      port: 0,
      database: { open: openDatabase, fresh: false },
      lastGoodFolder: path.join(folder, 'last-good'),
      bundle: async () => {
        await bundleLocal(folder);
        return folder;
      },
      memorySeconds: 0,
    });
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
