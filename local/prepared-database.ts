/** Opens the local counterpart of Aurora, and sets it up like a deployment, unless its data belongs to someone else. */

import path from 'node:path';

import { allDirectories } from '../contract/directories.ts';
import type { Execute } from '../lambda/aws/data-api.ts';
import { MARKER, setUp, type TestData } from '../lambda/deploy/set-up.ts';
import { type LocalDatabase, onSession } from './local-database.ts';

export interface WantedDatabase {
  readonly open: () => Promise<LocalDatabase>;
  /** The test data to load. Without it, a database with other data stays unchanged, and any other one gets 120 startups. */
  readonly testData?: TestData | undefined;
  /** The address at which the service serves the pictures of its test data. */
  readonly origin?: string;
  /** Deletes the data first. */
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
  // Releasing the session rolls back a failed transaction.
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
        'The database has a schema portal or directory, but not the views directory.startups, founders and jobs. Create them as in db/directory, or choose another database',
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

/** The query for the kind of data. The comment of the schema `portal` marks test data. */
const kindOfDatabase = `SELECT CASE
  WHEN starts_with(obj_description(to_regnamespace('portal'), 'pg_namespace'), $1) THEN 'of test data'
  WHEN ${hasView.join(' AND ')} THEN 'with views'
  WHEN coalesce(to_regnamespace('portal'), to_regnamespace('directory')) IS NOT NULL THEN 'without views'
  ELSE 'empty'
END`;
