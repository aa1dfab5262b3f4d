/** Starts the service for a program that is not a test. */

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { bundleLocal } from '../../lib/bundle.ts';
import { openPglite } from '../../local/local-database.ts';
import { type Service, startService } from '../../local/service.ts';

/**
 * Starts a service with staging's test data, and calls `work` with it. Afterwards stops the service and removes its folder,
 * even if `work` fails.
 */
export async function withScratchService<T>(
  work: (service: Service, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'directory-scratch-'));
  try {
    const service = await startService({
      port: 0,
      database: { open: openPglite },
      bundlesFolder: folder,
      bundle: bundleLocal,
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
