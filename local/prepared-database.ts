/** Opens the local database. Sets it up as a deployment does, unless it contains data that is not test data. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { allDirectories } from '../contract/directories.ts';
import type { Execute } from '../lambda/aws/data-api.ts';
import { errorMessage, errorName } from '../lambda/aws/errors.ts';
import { MARKER, setUp, type TestData } from '../lambda/deploy/set-up.ts';
import { type LocalDatabase, onSession, openPglite, type Session } from './local-database.ts';

export interface WantedDatabase {
  readonly open: () => Promise<LocalDatabase>;
  /**
   * The test data to load. By default, 120 startups are loaded, unless the database contains data that is not test data.
   */
  readonly testData?: TestData | undefined;
  /** The address of the service, which serves the pictures in the test data. */
  readonly origin?: string;
  /** Whether to delete the existing test data first. */
  readonly fresh?: boolean;
}

const dbFolder = path.join(import.meta.dirname, '../db');

export const DEFAULT_TEST_DATA: TestData = { startups: 120, withJobs: true };

export async function openPreparedDatabase(wanted: WantedDatabase): Promise<LocalDatabase> {
  const database = await wanted.open();
  try {
    // Releasing the session rolls back a failed transaction.
    await onSession(database, async (session) => prepare(session, wanted));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prepare(session: Session, { testData, origin, fresh = false }: WantedDatabase) {
  const [[kind] = []] = (await session.query(kindOfDatabase, [MARKER])).rows;
  if (kind === 'with views' && testData === undefined && !fresh) return;
  if (kind === 'with views') {
    throw new Error(
      'The database contains data that is not test data. Omit --scale, --empty-jobs and --fresh, because they would replace this data',
    );
  }
  if (kind === 'without views') {
    throw new Error(
      'The database has a portal or directory schema, but lacks at least one of the views directory.startups, directory.founders and directory.jobs. Create the missing views (see db/directory), or choose a different database',
    );
  }
  await session.query('BEGIN');
  if (fresh) await session.query('DROP SCHEMA IF EXISTS directory, portal CASCADE');
  const execute: Execute = async (sql) => (await session.query(sql)).rows;
  await setUp(execute, dbFolder, { ...DEFAULT_TEST_DATA, ...testData, origin });
  await session.query('COMMIT');
}

const hasView = allDirectories.map(({ name }) => `to_regclass('directory.${name}') IS NOT NULL`);

/** The query that finds out what kind of data the database contains. A comment on the schema `portal` marks test data. */
const kindOfDatabase = `SELECT CASE
  WHEN starts_with(obj_description(to_regnamespace('portal'), 'pg_namespace'), $1) THEN 'of test data'
  WHEN ${hasView.join(' AND ')} THEN 'with views'
  WHEN coalesce(to_regnamespace('portal'), to_regnamespace('directory')) IS NOT NULL THEN 'without views'
  ELSE 'empty'
END`;

// The embedded database's folder

/**
 * Opens the embedded database of `npm start`, and creates it if the folder does not exist.
 *
 * @param fresh - whether to delete the folder first. This works even if the database is damaged.
 * @throws an error whose message is for the terminal, if the folder is in use, is damaged or was written by another version.
 */
export async function openEmbeddedDatabase(folder: string, fresh: boolean): Promise<LocalDatabase> {
  const unlock = lockFolder(folder);
  try {
    if (fresh) rmSync(folder, { recursive: true, force: true });
    if (!existsSync(folder)) {
      // The folder has a different name until it is complete, because an incomplete folder looks like a complete database.
      const draft = `${folder}.draft`;
      rmSync(draft, { recursive: true, force: true });
      await (await openPglite(draft)).close();
      renameSync(draft, folder);
    }
    const database = await openPglite(folder);
    return { ...database, close: async () => database.close().finally(unlock) };
  } catch (cause) {
    unlock();
    const message = `The database in ${folder} cannot be opened (${errorMessage(cause)}): start over with --fresh`;
    throw new Error(message, { cause });
  }
}

/**
 * Locks a database folder, because two processes that use it at the same time would damage its files, and PGlite does not prevent
 * this. The file `<folder>.lock` contains the process id. If the process that created a lock has ended, the lock is replaced.
 *
 * @returns a function that releases the lock.
 * @throws if a running process, including this one, holds the lock.
 */
function lockFolder(folder: string): () => void {
  const file = `${path.resolve(folder)}.lock`;
  mkdirSync(path.dirname(file), { recursive: true });
  const holder = existsSync(file) ? readFileSync(file, 'utf8') : '0';
  if (isRunning(Number(holder))) {
    throw new Error(
      `The database folder ${folder} is in use by process ${holder}. End that process, or name another folder with --folder DIR.`,
    );
  }
  const unlock = (): void => {
    rmSync(file, { force: true });
  };
  unlock(); // removes the lock of a process that has ended
  writeFileSync(file, String(process.pid), { flag: 'wx' }); // fails if another process has just created the file
  return unlock;
}

/** Returns whether a process exists. Signal 0 has no effect. EPERM means that the process belongs to another user. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return errorName(error) === 'EPERM';
  }
}
