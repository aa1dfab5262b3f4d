/** The files of `db/`, in the order in which they build on one another. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The schema `directory`: the three views and the role that reads them. All that a portal's own database is given. */
export const directoryFiles: readonly string[] = [
  'directory/schema.sql',
  'directory/jobs.sql',
  'directory/startups.sql',
  'directory/founders.sql',
  'directory/reader.sql',
];

/** A database of this project's own has the tables that a portal would have, and leaves nothing open to everyone. */
export const tablesFile = 'portal/tables.sql';
export const ownDatabaseFile = 'own-database.sql';

/** Makes the function that loads the test data. */
export const testDataFile = 'portal/test-data.sql';

/** All of them. */
export const allFiles: readonly string[] = [
  tablesFile,
  ...directoryFiles,
  ownDatabaseFile,
  testDataFile,
];

export interface SqlFile {
  /** Its path inside `db/`. */
  readonly name: string;
  readonly text: string;
}

export function readSqlFiles(folder: string, names: readonly string[]): readonly SqlFile[] {
  return names.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
}
