/** Opens the database that the service reads, and sets it up as a deployment would, unless it is somebody else's. */

import path from 'node:path';

import { allDirectories } from '../contract/directories.ts';
import { type Done, setUp } from '../deploy/database/set-up.ts';
import { MARKER, type TestData } from '../deploy/database/test-data.ts';
import type { LocalDatabase } from './database/local-database.ts';

export interface WantedDatabase {
  readonly open: () => Promise<LocalDatabase>;
  /** What to load; without it, a directory that is not ours stays as it is, and ours has 120 startups. */
  readonly testData?: TestData | undefined;
  /** Loads the test data even if it is there. */
  readonly fresh: boolean;
  /** Told what became of a database of before. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface PreparedDatabase {
  readonly database: LocalDatabase;
  /** Whether its data has just been loaded, so that nothing made from it before is worth keeping. */
  readonly isNew: boolean;
}

const dbFolder = path.join(import.meta.dirname, '../db');

const DEFAULT_TEST_DATA: TestData = { startups: 120, withJobs: true };

/** The database holds something that is not ours to replace: one sentence for the person at the terminal. */
export class DatabaseNotOurs extends Error {
  override readonly name = 'DatabaseNotOurs';
}

export async function openPreparedDatabase(wanted: WantedDatabase): Promise<PreparedDatabase> {
  const database = await wanted.open();
  try {
    const isNew = await prepare(database, wanted);
    return { database, isNew };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prepare(database: LocalDatabase, wanted: WantedDatabase): Promise<boolean> {
  const { testData = DEFAULT_TEST_DATA, fresh } = wanted;
  const found = await findDirectory(database);
  if (found.hasViews && !found.isOurs) {
    if (wanted.testData === undefined && !fresh) return false;
    throw new DatabaseNotOurs(
      'The database has a directory that is not made of test data: leave out --scale, --empty-jobs and --fresh, which would replace it',
    );
  }
  if (found.hasSchemas && !found.isOurs) {
    throw new DatabaseNotOurs(
      'The database has a schema named portal or directory but not the views directory.startups, founders and jobs: make them as in db/directory, or name another database',
    );
  }
  const { migrations, testData: outcome } = await setUpAtOnce(database, testData, fresh);
  if (found.isOurs && !fresh) {
    const applied = migrations.map((name) => `migration ${name} is applied`);
    wanted.log?.(`Database: ${[...applied, outcome?.sentence].join('; ')}`);
  }
  return outcome?.isLoaded ?? false;
}

async function setUpAtOnce(
  database: LocalDatabase,
  testData: TestData,
  fresh: boolean,
): Promise<Done> {
  const session = await database.session();
  try {
    await session.query('BEGIN');
    if (fresh) await session.query('DROP SCHEMA IF EXISTS directory, portal CASCADE');
    const done = await setUp(async (sql) => (await session.query(sql)).rows, {
      folder: dbFolder,
      testData,
      log: () => undefined,
    });
    await session.query('COMMIT');
    return done;
  } finally {
    await session.release(); // and with it a transaction that failed
  }
}

interface Found {
  /** The comment of schema `portal`, or an empty text. */
  readonly marker: string;
  readonly isOurs: boolean;
  readonly hasSchemas: boolean;
  readonly hasViews: boolean;
}

async function findDirectory(database: LocalDatabase): Promise<Found> {
  const session = await database.session();
  try {
    const { rows } = await session.query(`SELECT
      coalesce((SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'portal'), ''),
      (SELECT count(*) > 0 FROM pg_namespace WHERE nspname IN ('portal', 'directory')),
      (SELECT count(*) = ${allDirectories.length} FROM pg_class WHERE relnamespace = to_regnamespace('directory')
        AND relname IN (${allDirectories.map(({ name }) => `'${name}'`).join(', ')}))`);
    const [marker, hasSchemas, hasViews] = rows[0] ?? [];
    return {
      marker: marker ?? '',
      isOurs: marker?.startsWith(MARKER) ?? false,
      hasSchemas: hasSchemas === 't',
      hasViews: hasViews === 't',
    };
  } finally {
    await session.release();
  }
}
