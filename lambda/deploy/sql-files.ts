/** The files of `db/`: the order in which they build on one another, which only this file says, and how they are run. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Execute } from '../aws/data-api.ts';
import { errorMessage } from '../aws/errors.ts';

/** The schema `directory`: the three views and the role that reads them. All that a portal's own database is given. */
const objects = ['schema', 'portfolio', 'jobs', 'startups', 'founders', 'reader'];
export const directoryFiles: readonly string[] = objects.map((name) => `directory/${name}.sql`);

/** Which migrations a database has had. */
export const migrationRecordFile = 'portal/schema-migrations.sql';

/** What makes the tables that a portal would have: each applied once, in the order of the numbers in the names. */
export function migrationFiles(folder: string): readonly string[] {
  const files = readdirSync(path.join(folder, 'portal/migrations')).toSorted();
  return files.map((file) => `portal/migrations/${file}`);
}

/** Leaves nothing open to everyone, and makes the role with which the portal fills its tables. */
export const ownDatabaseFiles: readonly string[] = ['own-database.sql', 'portal/writer.sql'];

/** Makes the function that loads the test data. */
export const testDataFile = 'portal/test-data.sql';

/** Runs files statement by statement. @throws SetUpError which names the file and the statement. */
export async function applyFiles(
  execute: Execute,
  folder: string,
  files: readonly string[],
): Promise<void> {
  for (const file of files) {
    for (const statement of statementsOf(file, readFileSync(path.join(folder, file), 'utf8'))) {
      try {
        await execute(statement);
      } catch (error) {
        const [line = ''] = statement.split('\n', 1);
        throw new SetUpError(`${file}, at "${line}": ${errorMessage(error)}`, { cause: error });
      }
    }
  }
}

/**
 * The statements of a file without their semicolons: the Data API takes one a call. A statement ends with a semicolon at
 * the end of a line, outside of `$$`. Lines that are a comment are left out there.
 *
 * @throws SetUpError where the file is not written so.
 */
export function statementsOf(file: string, script: string): readonly string[] {
  const statements: string[] = [];
  let statement = '';
  let isQuoted = false;
  for (const line of script.split('\n')) {
    if (!isQuoted && /^\s*(?:--|$)/u.test(line)) continue;
    statement += `${line}\n`;
    if (!isQuoted && /;\s*--|\$\w+\$/u.test(line)) break;
    if (line.split('$$').length % 2 === 0) isQuoted = !isQuoted;
    if (isQuoted || !/;\s*$/u.test(line)) continue;
    statements.push(statement.trim().slice(0, -1));
    statement = '';
  }
  if (statement === '') return statements;
  throw new SetUpError(
    `${file} cannot be cut into statements after "${statements.at(-1)?.split('\n', 1)[0] ?? ''}": end each with ; at the end of a line, and quote what holds such a line with $$`,
  );
}

/** One sentence that says what was wrong and what to do. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError';
}
