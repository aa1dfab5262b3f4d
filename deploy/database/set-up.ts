/** Puts `db/` into a database of this project's own, whether in AWS or on one machine. */

import { paths } from '../../contract/paths.ts';
import { applyFiles } from './apply-files.ts';
import type { Run } from './data-api.ts';
import { migrate } from './migrations.ts';
import { directoryFiles, ownDatabaseFile, readSqlFiles, testDataFile } from './sql-files.ts';
import { loadTestData, type Outcome, type TestData } from './test-data.ts';

export interface SetUp {
  /** The folder `db/`. */
  readonly folder: string;
  /** Without it the rows stay as they are. */
  readonly testData?: TestData | undefined;
  readonly log: (line: string) => void;
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
 * views of before.
 */
const views = [...Object.keys(paths), 'portfolio', 'members', 'white_space'];
const dropViews = `drop view if exists ${views.map((view) => `directory.${view}`).join(', ')}`;

/** @param run - runs a statement in a transaction, so that a running service never meets half of it. */
export async function setUp(run: Run, { folder, testData, log }: SetUp): Promise<Done> {
  const read = (...names: readonly string[]) => readSqlFiles(folder, names);

  await run(takeTurn);
  await applyFiles(run, [{ name: 'views of before', text: dropViews }], log);
  const migrations = await migrate(run, folder, log);
  await applyFiles(run, read(...directoryFiles, ownDatabaseFile), log);
  if (testData === undefined) return { migrations };

  const loader = read(testDataFile);
  await applyFiles(run, loader, log);
  const outcome = await loadTestData(run, testData, loader);
  log(outcome.sentence);
  return { migrations, testData: outcome };
}
