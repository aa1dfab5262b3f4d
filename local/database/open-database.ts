/** Opens the database that stands in for Aurora. */

import type { LocalDatabase } from './local-database.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';

/**
 * - `url`: a `postgres://` URL, the real server behind it.
 * - `folder`: PGlite with its data in that folder, which is made where it is missing.
 * - neither: PGlite in memory.
 */
export interface DatabasePlace {
  readonly url?: string | undefined;
  readonly folder?: string | undefined;
}

/** @throws FolderInUseError | DatabaseUnreachableError, each with one sentence for the person at the terminal. */
export async function openDatabase({ url, folder }: DatabasePlace = {}): Promise<LocalDatabase> {
  if (url !== undefined && folder !== undefined) {
    throw new Error('A database is either at a URL or in a folder, not both.');
  }
  return url === undefined ? openPglite(folder) : openPostgres(url);
}
