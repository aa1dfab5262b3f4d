/** The test data, and how a database tells that its data is ours. */

import { createHash } from 'node:crypto';

import type { Execute } from '../../aws/data-api.ts';
import { SetUpError, type SqlFile } from './sql-files.ts';

export interface TestData {
  /** How many startups the directory lists. */
  readonly startups: number;
  /** Without jobs the board looks as it does in production before its launch. */
  readonly withJobs: boolean;
}

export const MARKER = 'test data ';

/** Says, as the comment of schema `portal`, that the rows are ours, and changes when a new load would differ. */
function markerOf(testData: TestData, loader: readonly SqlFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify(testData));
  for (const { text } of loader) hash.update(text);
  return `${MARKER}${hash.digest('hex')}`;
}

export interface Outcome {
  readonly isLoaded: boolean;
  /** What was done, for the log. */
  readonly sentence: string;
}

/**
 * Loads the test data unless it is there, or was edited. The tables and the loading function must be.
 *
 * @param loader - what made the function.
 * @throws SetUpError where the tables hold rows that are not marked as ours: they are somebody's.
 */
export async function loadTestData(
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
