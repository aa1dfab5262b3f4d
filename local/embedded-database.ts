/** The database in a folder of this machine: it may be in use, damaged, or of another version. */

import { rmSync } from 'node:fs';

import { FolderInUseError, lockFolder } from './database/folder-lock.ts';
import type { LocalDatabase } from './database/local-database.ts';
import { openDatabase } from './database/open-database.ts';
import { errorMessage } from './error-facts.ts';

/** One sentence for the person at the terminal. */
export class EmbeddedDatabaseUnusable extends Error {
  override readonly name = 'EmbeddedDatabaseUnusable';

  constructor(folder: string, cause: unknown) {
    super(
      `The database in ${folder} cannot be opened (${errorMessage(cause)}): begin anew with --fresh`,
      { cause },
    );
  }
}

/** `fresh` deletes what is there before: a damaged database cannot even be emptied. */
export async function openEmbeddedDatabase(folder: string, fresh: boolean): Promise<LocalDatabase> {
  if (fresh) removeUnused(folder);
  try {
    return await openDatabase({ folder });
  } catch (error) {
    throw error instanceof FolderInUseError ? error : new EmbeddedDatabaseUnusable(folder, error);
  }
}

function removeUnused(folder: string): void {
  const unlock = lockFolder(folder);
  rmSync(folder, { recursive: true, force: true });
  unlock();
}
