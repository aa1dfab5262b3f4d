/** The database in a folder of this machine: it may be missing, in use, damaged, or of another version. */

import { existsSync, renameSync, rmSync } from 'node:fs';

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
    if (!existsSync(folder)) await make(folder);
    return await openDatabase({ folder });
  } catch (error) {
    throw error instanceof FolderInUseError ? error : new EmbeddedDatabaseUnusable(folder, error);
  }
}

/** Under another name until it is whole: the files of a process that was interrupted look like a database. */
async function make(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  removeUnused(draft);
  const database = await openDatabase({ folder: draft });
  await database.close();
  renameSync(draft, folder);
}

function removeUnused(folder: string): void {
  const unlock = lockFolder(folder);
  rmSync(folder, { recursive: true, force: true });
  unlock();
}
