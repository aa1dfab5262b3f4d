/**
 * An embedded database with the usual test data. Making one takes seconds, so the first test of a run that asks makes
 * it, and each works on a copy.
 */

import { existsSync, mkdirSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { LocalDatabase } from '../../local/database/local-database.ts';
import { openDatabase } from '../../local/database/open-database.ts';
import { openPreparedDatabase } from '../../local/prepared-database.ts';
import { databases, type TestDatabase } from './databases.ts';
import { RUN_FOLDER_VARIABLE } from './global-setup.ts';
import { until } from './until.ts';

/** As `databases()`, but the embedded one is a copy. */
export function preparedDatabases(): TestDatabase[] {
  return databases().map(({ name, open }) => ({
    name,
    open: name === 'PGlite' ? openCopiedDatabase : open,
  }));
}

export async function openCopiedDatabase(): Promise<LocalDatabase> {
  const original = path.join(process.env[RUN_FOLDER_VARIABLE] ?? '', 'database');
  await makeOnce(original);
  const folder = await mkdtemp(path.join(tmpdir(), 'copied-database-'));
  await cp(original, folder, { recursive: true });
  const database = await openDatabase({ folder });
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Jest's workers are processes: a folder that only one of them can make decides whose turn it is. */
async function makeOnce(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  if (existsSync(folder)) return;
  try {
    mkdirSync(draft);
  } catch {
    await until(() => existsSync(folder));
    return;
  }
  const open = async (): Promise<LocalDatabase> => openDatabase({ folder: draft });
  const { database } = await openPreparedDatabase({ open, fresh: false });
  await database.close();
  await rename(draft, folder);
}
