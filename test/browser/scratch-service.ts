/** The service for a program outside the tests. */

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { openPglite } from '../../local/local-database.ts';
import { type Service, startService } from '../../local/service.ts';

/** The service with the test data that staging has, in a folder that is gone when the work is done or has failed. */
export async function withScratchService<T>(
  work: (service: Service, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'directory-scratch-'));
  try {
    const service = await startService({
      port: 0,
      database: { open: openPglite },
      bundlesFolder: folder,
      memorySeconds: 0,
    });
    try {
      return await work(service, folder);
    } finally {
      await service.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
