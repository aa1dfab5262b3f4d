/** Puts `db/` into a database of this project's own, whether in AWS or on one machine: the tables, the views, the test data. */

import { createHash } from 'node:crypto';
import path from 'node:path';

import { paths } from '../../../contract/paths.ts';
import type { Execute } from '../../aws/data-api.ts';
import {
  applyFiles,
  directoryFiles,
  migrationFiles,
  migrationRecordFile,
  ownDatabaseFile,
  readSqlFiles,
  SetUpError,
  type SqlFile,
  testDataFile,
} from './sql-files.ts';

export interface TestData {
  /** How many startups the directory lists. */
  readonly startups: number;
  /** Without jobs the board looks as it does in production before its launch. */
  readonly withJobs: boolean;
}

export interface SetUp {
  /** The folder `db/`. */
  readonly folder: string;
  /** Without it the rows stay as they are. */
  readonly testData?: TestData | undefined;
  readonly log: (line: string) => void;
}

interface Outcome {
  readonly isLoaded: boolean;
  /** What was done, for the log. */
  readonly sentence: string;
}

export interface Done {
  /** The migrations that the database has had now. */
  readonly migrations: readonly string[];
  readonly testData?: Outcome;
}

/** Two set-ups at once take turns. In a block, because the Data API cannot return void. */
const takeTurn = 'do $$ begin perform pg_advisory_xact_lock(7265163); end $$';

/**
 * The views go before the tables change, since a column that a view reads cannot be dropped or retyped, and are made anew
 * rather than replaced: `create or replace view` takes no column away, but a deployment that fails is rolled back to the
 * previous views.
 */
const views = [...Object.keys(paths), 'portfolio', 'members', 'white_space'];
const dropViews = `drop view if exists ${views.map((view) => `directory.${view}`).join(', ')}`;

/** @param execute - runs a statement in a transaction, so that a running service never meets half of it. */
export async function setUp(execute: Execute, { folder, testData, log }: SetUp): Promise<Done> {
  const read = (...names: readonly string[]) => readSqlFiles(folder, names);

  await execute(takeTurn);
  await applyFiles(execute, [{ name: 'previous views', text: dropViews }], log);
  const migrations = await migrate(execute, folder, log);
  await applyFiles(execute, read(...directoryFiles, ownDatabaseFile), log);
  if (testData === undefined) return { migrations };

  const loader = read(testDataFile);
  await applyFiles(execute, loader, log);
  const outcome = await loadTestData(execute, testData, loader);
  log(outcome.sentence);
  return { migrations, testData: outcome };
}

/**
 * Migrations of a later release stay: a release that is rolled back meets them.
 *
 * @param execute - runs a statement in the set-up's transaction, so that a migration and its record are one.
 * @returns the names of those that were applied now.
 * @throws SetUpError where the database has had another migration under the same number.
 */
async function migrate(
  execute: Execute,
  folder: string,
  log: (line: string) => void,
): Promise<readonly string[]> {
  await applyFiles(execute, readSqlFiles(folder, [migrationRecordFile]), log);
  const rows = await execute('select name from portal.schema_migrations order by version');
  const applied = rows.map(([name]) => String(name));
  const files = migrationFiles(folder);

  for (const [index, file] of files.entries()) {
    const name = path.basename(file, '.sql');
    const recorded = applied[index];
    if (recorded === undefined) {
      await applyFiles(execute, readSqlFiles(folder, [file]), log);
      await execute(
        `insert into portal.schema_migrations (version, name) values (${index + 1}, '${name}')`,
      );
    } else if (recorded !== name) {
      throw new SetUpError(
        `This database has had the migration ${recorded}, and db/ holds ${name} under its number: put ${recorded}.sql back and give yours the next free number`,
      );
    }
  }

  const later = applied.slice(files.length);
  if (later.length > 0) log(`${later.join(', ')}: of a later release, and stays`);
  return files.slice(applied.length).map((file) => path.basename(file, '.sql'));
}

/** How a database tells that its data is ours: begins the comment of the schema `portal`. */
export const MARKER = 'test data ';

/** Changes when a new load would differ. */
function markerOf(testData: TestData, loader: readonly SqlFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify(testData));
  for (const { text } of loader) hash.update(text);
  return `${MARKER}${hash.digest('hex')}`;
}

/**
 * Loads the test data unless it is there, or was edited. The tables and the loading function must be.
 *
 * @param loader - what made the function.
 * @throws SetUpError where the tables hold rows that are not marked as ours: they are somebody's.
 */
async function loadTestData(
  execute: Execute,
  testData: TestData,
  loader: readonly SqlFile[],
): Promise<Outcome> {
  const name = `the test data of ${testData.startups} startups`;
  const marker = markerOf(testData, loader);
  const found = await findData(execute);
  if (found.marker === marker) {
    return { isLoaded: false, sentence: `${name} is there already: nothing to load` };
  }
  if (found.loads > 0 && !found.marker.startsWith(MARKER)) {
    throw new SetUpError(
      'The portal tables hold rows that are not test data, and loading test data would delete them: deploy this stage without test data, or give it an empty database',
    );
  }
  if (found.loads > 1) {
    return {
      isLoaded: false,
      sentence: `${name} is not loaded, because rows were added or edited since the last load and would be lost: where that is meant, start with --fresh, or drop the schemas portal and directory of the stage before it is set up again`,
    };
  }
  // Not a SELECT: the Data API cannot return void.
  await execute(
    `do $$ begin perform portal.load_test_data(${testData.startups}, ${testData.withJobs}); end $$`,
  );
  await execute(`comment on schema portal is '${marker}'`);
  await execute('analyze');
  return { isLoaded: true, sentence: `${name} is loaded` };
}

const tables = ['startups', 'programs', 'cohorts', 'enrollments', 'founders', 'jobs'];

/** `loads`: how many transactions wrote the rows; a load of the test data is one. As texts, which every driver gives. */
async function findData(execute: Execute): Promise<{ marker: string; loads: number }> {
  const writers = tables.map((table) => `select xmin::text from portal.${table}`).join(' union ');
  const [[marker, loads] = []] = await execute(
    `select coalesce(obj_description('portal'::regnamespace, 'pg_namespace'), ''), count(*)::text
from (${writers}) as writers`,
  );
  return { marker: String(marker), loads: Number(loads) };
}
