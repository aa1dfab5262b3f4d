/**
 * Applies `db/` to a database that belongs to this project, in AWS or on a developer's machine. Creates the tables, the views
 * and the roles, and loads test data.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Execute } from '../aws/data-api.ts';
import { errorMessage } from '../aws/errors.ts';

// Files, in the order of their dependencies

/**
 * The files that create the schema `directory`, its views, and the role that reads the three public views. In a portal's
 * existing cluster, only these files are applied.
 */
const objects = ['schema', 'portfolio', 'jobs', 'startups', 'founders', 'reader'];
export const directoryFiles: readonly string[] = objects.map((name) => `directory/${name}.sql`);

/** The file that creates the table of applied migrations. */
export const migrationRecordFile = 'portal/schema-migrations.sql';

/** Returns the migrations that create the portal's tables, in numerical order. Each migration is applied once. */
export function migrationFiles(folder: string): readonly string[] {
  const files = readdirSync(path.join(folder, 'portal/migrations')).toSorted();
  return files.map((file) => `portal/migrations/${file}`);
}

/** Files that revoke permissions from `public`, and create the role that the portal uses to fill its tables. */
export const ownDatabaseFiles: readonly string[] = ['own-database.sql', 'portal/writer.sql'];

/** The file that creates the function for loading the test data. */
export const testDataFile = 'portal/test-data.sql';

export interface TestData {
  /** Number of startups that the directory lists. */
  readonly startups: number;
  /** Whether to load jobs. Without them, the job board is empty, as if no job had been published yet. */
  readonly withJobs: boolean;
  /** Address of the service that serves the pictures, such as `https://d111111abcdef8.cloudfront.net`. */
  readonly origin?: string | undefined;
}

/**
 * The statement that limits how long later statements wait for a lock. While an `ALTER TABLE` waits for a long transaction, it
 * blocks every later query on the table. With the limit, the `ALTER TABLE` fails after 3 s, and a deployment retries the whole
 * transaction.
 */
export const limitLocks = `set local lock_timeout = '3s'`;

/** The statement that makes concurrent set-ups take turns. It is a `do` block, because the Data API cannot return void. */
const takeTurn = 'do $$ begin perform pg_advisory_xact_lock(7265163); end $$';

/**
 * The statement that drops all views in the schema `directory`. The set-up then changes the tables, and creates the views
 * again. Without this statement, a migration could not drop a column that a view reads, and could not change the type of that
 * column. `create or replace view` could not remove a column from a view either. The statement also drops views that only a
 * later release has: if a deployment fails, CloudFormation runs the set-up of the previous release, which does not know those
 * views.
 */
const dropViews = `do $$
declare views text := (
  select string_agg(format('directory.%I', relname), ', ')
  from pg_class where relnamespace = to_regnamespace('directory') and relkind = 'v'
);
begin
  if views is not null then execute 'drop view ' || views; end if;
end $$`;

/**
 * Sets up the database.
 *
 * @param execute - runs a statement in the transaction of the set-up, so that a running service never sees a half-finished
 * set-up.
 * @param folder - the folder `db/`.
 * @param testData - the test data to load. Without it, the rows remain as they are.
 * @returns the names of the migrations that it applied, and whether it loaded test data.
 * @throws SetUpError, whose message says what is wrong. Errors of statements that are not in a file are passed on unchanged.
 */
export async function setUp(execute: Execute, folder: string, testData?: TestData) {
  for (const statement of [limitLocks, takeTurn, dropViews]) await execute(statement);
  const migrations = await migrate(execute, folder);
  await applyFiles(execute, folder, [...directoryFiles, ...ownDatabaseFiles]);
  if (testData === undefined) return { migrations, isTestDataLoaded: false };
  await applyFiles(execute, folder, [testDataFile]);
  return { migrations, isTestDataLoaded: await loadRows(execute, folder, testData) };
}

/** Applies the missing migrations. The database may also have migrations from a later release that was rolled back. */
async function migrate(execute: Execute, folder: string): Promise<readonly string[]> {
  await applyFiles(execute, folder, [migrationRecordFile]);
  const rows = await execute('select name from portal.schema_migrations order by version');
  const applied: string[] = [];
  for (const [index, file] of migrationFiles(folder).entries()) {
    const name = path.basename(file, '.sql');
    const recorded = rows[index]?.[0] ?? name;
    if (recorded !== name) {
      throw new SetUpError(
        `This database already has the migration ${recorded}, but db/ contains ${name} with the same number: restore ${recorded}.sql, and give ${name} the next free number`,
      );
    }
    if (index < rows.length) continue;
    await applyFiles(execute, folder, [file]);
    await execute(`insert into portal.schema_migrations values (${index + 1}, '${name}')`);
    applied.push(name);
  }
  return applied;
}

/**
 * If the rows are test data, the comment on the schema `portal` starts with this marker. The rest of the comment is a hash of
 * the SQL and the settings that the rows were loaded with.
 */
export const MARKER = 'test data ';

/**
 * The query that returns the comment on the schema, and whether the tables contain rows. Two tables are enough, because rows in
 * the other tables always refer to a row in one of these. The result is text, because all drivers return text in the same form.
 */
const findRows = `select coalesce(obj_description('portal'::regnamespace, 'pg_namespace'), ''),
  (exists (select from portal.startups) or exists (select from portal.programs))::text`;

/**
 * Loads the test data, unless the comment on the schema says that this data has already been loaded. Replaces other test data,
 * even if someone has edited those rows. If `testData` has an origin, always writes it into the addresses of the pictures.
 *
 * @returns whether it loaded the test data.
 * @throws SetUpError if the tables contain rows that are not marked as test data.
 */
async function loadRows(execute: Execute, folder: string, testData: TestData): Promise<boolean> {
  const { startups, withJobs, origin } = testData;
  const loader = readFileSync(path.join(folder, testDataFile));
  const loaded = JSON.stringify({ startups, withJobs });
  const hash = createHash('sha256').update(loaded).update(loader).digest('hex');
  const [[found, hasRows] = []] = await execute(findRows);
  const isLoaded = found === `${MARKER}${hash}`;
  if (!isLoaded && hasRows === 'true' && !String(found).startsWith(MARKER)) {
    throw new SetUpError(
      'The portal tables contain rows that are not test data, and loading test data would delete them: deploy this stage without test data, or with an empty database',
    );
  }
  // The functions are called in `do` blocks instead of SELECT, because the Data API cannot return void.
  if (!isLoaded) {
    await execute(`do $$ begin perform portal.load_test_data(${startups}, ${withJobs}); end $$`);
    await execute(`comment on schema portal is '${MARKER}${hash}'`);
  }
  if (origin !== undefined) {
    await execute(`do $$ begin perform portal.serve_test_pictures('${origin}'); end $$`);
  }
  return !isLoaded;
}

/** Runs files statement by statement. @throws SetUpError with the file and the first line of the failed statement */
export async function applyFiles(execute: Execute, folder: string, files: readonly string[]) {
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
 * Splits a file into statements, because the Data API runs one statement per call. A statement ends with a semicolon at the end
 * of a line, outside `$$`. The results contain neither this semicolon, nor the comment lines and empty lines outside `$$`.
 *
 * @throws SetUpError if the file cannot be split like this.
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
    `${file} cannot be split into statements after "${statements.at(-1)?.split('\n', 1)[0] ?? ''}": end each statement with ; at the end of a line, without a comment after it, and quote function bodies with $$`,
  );
}

/** The database cannot be set up. The message says why. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError';
}
