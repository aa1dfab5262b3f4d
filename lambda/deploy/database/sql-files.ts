/** The files of `db/`: the order in which they build on one another, which only this file says, and how they are run. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { errorMessage } from '../../aws/errors.ts';
import type { Execute } from '../../aws/data-api.ts';
import { splitStatements } from './statements.ts';

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

/** Runs files statement by statement. @throws StatementError which names the file and the statement. */
export async function applyFiles(
  execute: Execute,
  files: readonly SqlFile[],
  log: (line: string) => void,
): Promise<void> {
  for (const { name, text } of files) {
    const statements = splitStatements(text);
    for (const statement of statements) {
      try {
        await execute(statement);
      } catch (error) {
        throw new StatementError(name, statement, error);
      }
    }
    log(`${name}: ${statements.length} ${statements.length === 1 ? 'statement' : 'statements'}`);
  }
}

/** One sentence that says what was wrong and what to do. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError';
}

/** A statement of `db/` that the database did not take. */
export class StatementError extends Error {
  override readonly name = 'StatementError';

  constructor(file: string, statement: string, cause: unknown) {
    super(`${file}, at "${firstLine(statement)}": ${errorMessage(cause)}`, { cause });
  }
}

/** The message of one of the two. */
export function setUpMessage(error: unknown): string | undefined {
  return error instanceof SetUpError || error instanceof StatementError ? error.message : undefined;
}

const LONGEST_LINE = 100;

function firstLine(statement: string): string {
  const [line = ''] = statement.split('\n', 1);
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
