/** The files of `db/`, in the order in which they build on one another: this is the one place that says it. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { SetUpError } from './errors.ts';

/** The schema `directory`: the three views and the role that reads them. All that a portal's own database is given. */
export const directoryFiles: readonly string[] = [
  'directory/schema.sql',
  'directory/portfolio.sql',
  'directory/jobs.sql',
  'directory/startups.sql',
  'directory/founders.sql',
  'directory/reader.sql',
];

/** A database of this project's own has the tables that a portal would have, and leaves nothing open to everyone. */
export const migrationRecordFile = 'portal/schema-migrations.sql';
export const ownDatabaseFile = 'own-database.sql';

/** Makes the function that loads the test data. */
export const testDataFile = 'portal/test-data.sql';

const MIGRATIONS = 'portal/migrations';

/**
 * What makes the portal's tables.
 *
 * @throws SetUpError where a file is not named `NNN-what-it-does.sql`, or a number is missing or duplicate.
 */
export function migrationFiles(folder: string): readonly string[] {
  const files = readdirSync(path.join(folder, MIGRATIONS)).toSorted();
  for (const [index, file] of files.entries()) {
    const number = String(index + 1).padStart(3, '0');
    if (!/^\d{3}-[a-z0-9-]+\.sql$/u.test(file) || !file.startsWith(number)) {
      throw new SetUpError(
        `db/${MIGRATIONS}/${file} is not migration ${number}: name the files ${number}-<what-it-does>.sql and so on, without a gap or a duplicate number`,
      );
    }
  }
  return files.map((file) => `${MIGRATIONS}/${file}`);
}

/** All of them. */
export function allFiles(folder: string): readonly string[] {
  return [
    migrationRecordFile,
    ...migrationFiles(folder),
    ...directoryFiles,
    ownDatabaseFile,
    testDataFile,
  ];
}

export interface SqlFile {
  /** Its path inside `db/`. */
  readonly name: string;
  readonly text: string;
}

export function readSqlFiles(folder: string, names: readonly string[]): readonly SqlFile[] {
  return names.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
}
