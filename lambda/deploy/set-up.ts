/** Puts `db/` into a database of this project's own, whether in AWS or on one machine: the tables, the views, the test data. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Execute } from '../aws/data-api.ts';
import { errorMessage } from '../aws/errors.ts';

// The files, in the order in which they build on one another

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

export interface TestData {
  /** How many startups the directory lists. */
  readonly startups: number;
  /** Without jobs the board looks as it does in production before its launch. */
  readonly withJobs: boolean;
  /** Where the stage serves its pictures, such as `https://d111111abcdef8.cloudfront.net`. */
  readonly origin?: string | undefined;
}

/**
 * An `ALTER TABLE` that waits behind a long transaction makes every later query on the table wait behind itself. So it
 * gives up, and whoever sets up tries the whole transaction again.
 */
export const limitLocks = `set local lock_timeout = '3s'`;

/** Two set-ups at once take turns. In a block, because the Data API cannot return void. */
const takeTurn = 'do $$ begin perform pg_advisory_xact_lock(7265163); end $$';

/**
 * The views are dropped before the tables change, because a column that a view reads cannot be dropped or retyped, and created
 * rather than replaced, because `create or replace view` cannot remove a column. All views of the schema, including those of a
 * later release: a deployment that fails is rolled back by the set-up of the release before it.
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
 * @param execute - runs a statement in a transaction, so that a running service never meets half of it.
 * @param folder - the folder `db/`.
 * @param testData - without it the rows stay as they are.
 * @returns the work that it found to do, besides creating the views again: the migrations by name, and whether it loaded test data.
 * @throws SetUpError
 */
export async function setUp(execute: Execute, folder: string, testData?: TestData) {
  for (const statement of [limitLocks, takeTurn, dropViews]) await execute(statement);
  const migrations = await migrate(execute, folder);
  await applyFiles(execute, folder, [...directoryFiles, ...ownDatabaseFiles]);
  if (testData === undefined) return { migrations, isTestDataLoaded: false };
  await applyFiles(execute, folder, [testDataFile]);
  return { migrations, isTestDataLoaded: await loadRows(execute, folder, testData) };
}

/** Migrations of a later release stay: a release that is rolled back meets them. */
async function migrate(execute: Execute, folder: string): Promise<readonly string[]> {
  await applyFiles(execute, folder, [migrationRecordFile]);
  const rows = await execute('select name from portal.schema_migrations order by version');
  const applied: string[] = [];
  for (const [index, file] of migrationFiles(folder).entries()) {
    const name = path.basename(file, '.sql');
    const recorded = rows[index]?.[0] ?? name;
    if (recorded !== name) {
      throw new SetUpError(
        `This database has had the migration ${recorded}, and db/ holds ${name} under its number: put ${recorded}.sql back and give yours the next free number`,
      );
    }
    if (index < rows.length) continue;
    await applyFiles(execute, folder, [file]);
    await execute(`insert into portal.schema_migrations values (${index + 1}, '${name}')`);
    applied.push(name);
  }
  return applied;
}

/** How a database tells that its rows are ours: begins the comment of the schema `portal`. A hash of the test data follows. */
export const MARKER = 'test data ';

/** Rows of the other tables belong to one of these. As text, which every driver gives. */
const findRows = `select coalesce(obj_description('portal'::regnamespace, 'pg_namespace'), ''),
  (exists (select from portal.startups) or exists (select from portal.programs))::text`;

/**
 * Loads test data that is not there yet, into empty tables or in the place of other test data, whoever edited that.
 *
 * @returns whether it was loaded.
 * @throws SetUpError where the tables hold rows that are not marked as ours: they are somebody's.
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
      'The portal tables hold rows that are not test data, and loading test data would delete them: deploy this stage without test data, or give it an empty database',
    );
  }
  // In blocks instead of a SELECT, because the Data API cannot return void.
  if (!isLoaded) {
    await execute(`do $$ begin perform portal.load_test_data(${startups}, ${withJobs}); end $$`);
    await execute(`comment on schema portal is '${MARKER}${hash}'`);
  }
  if (origin !== undefined) {
    await execute(`do $$ begin perform portal.serve_test_pictures('${origin}'); end $$`);
  }
  return !isLoaded;
}

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
