/** Opens the database that stands in for Aurora, and sets it up as a deployment would, unless it is somebody else's. */

import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Execute } from '../lambda/aws/data-api.ts';
import { errorMessage } from '../lambda/aws/errors.ts';
import { allDirectories } from '../contract/directories.ts';
import { MARKER, setUp, type TestData } from '../lambda/deploy/set-up.ts';
import { type LocalDatabase, onSession } from './local-database.ts';
import { FolderInUseError, lockFolder, openPglite } from './pglite.ts';

/**
 * The database of `npm start` in a folder, which may be missing, in use, damaged, or of another version. `fresh` deletes
 * what was there before: a damaged database cannot even be emptied.
 *
 * @throws one sentence for the person at the terminal.
 */
export async function openEmbeddedDatabase(folder: string, fresh: boolean): Promise<LocalDatabase> {
  if (fresh) removeUnused(folder);
  try {
    if (!existsSync(folder)) await make(folder);
    return await openPglite(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) throw error;
    const reason = errorMessage(error);
    throw new Error(
      `The database in ${folder} cannot be opened (${reason}): start over with --fresh`,
      { cause: error },
    );
  }
}

/** Under another name until it is whole: the files of a process that was interrupted look like a database. */
async function make(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  removeUnused(draft);
  const database = await openPglite(draft);
  await database.close();
  renameSync(draft, folder);
}

function removeUnused(folder: string): void {
  const unlock = lockFolder(folder);
  rmSync(folder, { recursive: true, force: true });
  unlock();
}

export interface WantedDatabase {
  readonly open: () => Promise<LocalDatabase>;
  /** What to load; without it, a directory that is not ours stays as it is, and ours has 120 startups. */
  readonly testData?: TestData | undefined;
  /** Where the service with this database serves the pictures of its test data. */
  readonly origin?: string;
  /** Loads the test data even if it is there. */
  readonly fresh?: boolean;
}

export interface PreparedDatabase {
  readonly database: LocalDatabase;
  /** Whether its data has just been loaded, so that nothing made from it before is worth keeping. */
  readonly isNew: boolean;
}

const dbFolder = path.join(import.meta.dirname, '../db');

export const DEFAULT_TEST_DATA: TestData = { startups: 120, withJobs: true };

export async function openPreparedDatabase(wanted: WantedDatabase): Promise<PreparedDatabase> {
  const database = await wanted.open();
  try {
    return { database, isNew: await prepare(database, wanted) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Whether test data was loaded. */
async function prepare(
  database: LocalDatabase,
  { testData, origin, fresh = false }: WantedDatabase,
): Promise<boolean> {
  // A transaction that failed is rolled back with its session.
  return onSession(database, async (session) => {
    const { rows } = await session.query(kindOfDatabase, [MARKER]);
    const kind = rows[0]?.[0];
    if (kind === 'with views' && testData === undefined && !fresh) return false;
    if (kind === 'with views') {
      throw new Error(
        'The database has a directory that is not made of test data: leave out --scale, --empty-jobs and --fresh, which would replace it',
      );
    }
    if (kind === 'without views') {
      throw new Error(
        'The database has a schema named portal or directory but not the views directory.startups, founders and jobs: make them as in db/directory, or name another database',
      );
    }
    await session.query('BEGIN');
    if (fresh) await session.query('DROP SCHEMA IF EXISTS directory, portal CASCADE');
    const execute: Execute = async (sql) => (await session.query(sql)).rows;
    const done = await setUp(execute, dbFolder, { ...DEFAULT_TEST_DATA, ...testData, origin });
    await session.query('COMMIT');
    return done.isTestDataLoaded;
  });
}

const hasView = allDirectories.map(({ name }) => `to_regclass('directory.${name}') IS NOT NULL`);

/** The comment of the schema `portal` says whether it holds test data. */
const kindOfDatabase = `SELECT CASE
  WHEN starts_with(obj_description(to_regnamespace('portal'), 'pg_namespace'), $1) THEN 'of test data'
  WHEN ${hasView.join(' AND ')} THEN 'with views'
  WHEN coalesce(to_regnamespace('portal'), to_regnamespace('directory')) IS NOT NULL THEN 'without views'
  ELSE 'empty'
END`;
