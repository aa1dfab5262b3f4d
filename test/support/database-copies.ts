/**
 * Embedded databases that start with the same content. Making one takes seconds, so the first test of a run that asks
 * for a content makes it, and each works on a copy.
 */

import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { LocalDatabase } from '../../local/database/local-database.ts';
import { openDatabase } from '../../local/database/open-database.ts';
import { RUN_FOLDER_VARIABLE } from './global-setup.ts';
import { until } from './until.ts';

type Fill = (database: LocalDatabase) => Promise<unknown>;

const EMPTY = 'empty';

/** @param fill - what the original gets beyond an empty database; each content has its own `name`. */
export async function openCopyOf(name: string, fill?: Fill): Promise<LocalDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copied-database-'));
  await copyTo(folder, name, fill);
  const database = await openDatabase({ folder });
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The files of such a database, which nobody has opened. */
export async function copyTo(folder: string, name: string, fill?: Fill): Promise<void> {
  const original = path.join(process.env[RUN_FOLDER_VARIABLE] ?? '', `database-${name}`);
  await makeOnce(original, name, fill);
  cpSync(original, folder, { recursive: true });
}

/** Jest's workers are processes: a folder that only one of them can make decides whose turn it is. */
async function makeOnce(folder: string, name: string, fill?: Fill): Promise<void> {
  const draft = `${folder}.draft`;
  if (existsSync(folder)) return;
  try {
    mkdirSync(draft);
  } catch {
    await until(() => existsSync(folder));
    return;
  }
  if (name !== EMPTY) await copyTo(draft, EMPTY);
  const database = await openDatabase({ folder: draft });
  await fill?.(database);
  await database.close();
  await rename(draft, folder);
}
