/** Opens the database that stands in for Aurora, and sets it up as a deployment would, unless it is somebody else's. */

import path from 'node:path';

import { allDirectories } from '../contract/directories.ts';
import type { Execute } from '../lambda/aws/data-api.ts';
import { MARKER, setUp, type TestData } from '../lambda/deploy/set-up.ts';
import { type LocalDatabase, onSession } from './local-database.ts';

export interface WantedDatabase {
  readonly open: () => Promise<LocalDatabase>;
  /** The data to load; without it, a directory that is not ours stays as it is, and ours has 120 startups. */
  readonly testData?: TestData | undefined;
  /** The address at which the service serves the pictures of its test data. */
  readonly origin?: string;
  /** Loads the test data even if it is there. */
  readonly fresh?: boolean;
}

const dbFolder = path.join(import.meta.dirname, '../db');

export const DEFAULT_TEST_DATA: TestData = { startups: 120, withJobs: true };

export async function openPreparedDatabase(wanted: WantedDatabase): Promise<LocalDatabase> {
  const database = await wanted.open();
  try {
    await prepare(database, wanted);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prepare(
  database: LocalDatabase,
  { testData, origin, fresh = false }: WantedDatabase,
): Promise<void> {
  // A transaction that failed is rolled back with its session.
  await onSession(database, async (session) => {
    const { rows } = await session.query(kindOfDatabase, [MARKER]);
    const kind = rows[0]?.[0];
    if (kind === 'with views' && testData === undefined && !fresh) return;
    if (kind === 'with views') {
      throw new Error(
        'The database contains data that is not test data. Omit --scale, --empty-jobs and --fresh, which would replace it',
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
    await setUp(execute, dbFolder, { ...DEFAULT_TEST_DATA, ...testData, origin });
    await session.query('COMMIT');
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
