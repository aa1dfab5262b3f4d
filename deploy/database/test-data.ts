/** The test data, and how a database tells that its data is ours. */

import { createHash } from 'node:crypto';

import type { Run } from './data-api.ts';
import { SetUpError } from './errors.ts';
import type { SqlFile } from './sql-files.ts';

export interface TestData {
  /** How many startups the directory lists. */
  readonly startups: number;
  /** Without jobs the board looks as it does in production before its launch. */
  readonly withJobs: boolean;
}

export const MARKER = 'test data ';

/** Says, as the comment of schema `portal`, that the data is ours, and changes whenever a new load would differ. */
export function markerOf(testData: TestData, files: readonly SqlFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify(testData));
  for (const { text } of files) hash.update(text);
  return `${MARKER}${hash.digest('hex')}`;
}

/**
 * Loads the test data unless it is there. The tables and the loading function must be.
 *
 * @returns what was done, for the log.
 * @throws SetUpError where the tables hold rows that are not marked as ours: they are somebody's.
 */
export async function loadTestData(run: Run, testData: TestData, marker: string): Promise<string> {
  const found = await findData(run);
  if (found.marker === marker) {
    return `the test data of ${testData.startups} startups is there already: nothing to load`;
  }
  if (found.hasRows && !found.marker.startsWith(MARKER)) {
    throw new SetUpError(
      'The portal tables hold rows that are not test data, and loading test data would delete them: deploy this stage without test data, or give it an empty database',
    );
  }
  // Not a SELECT: the Data API cannot return void.
  await run(
    `do $$ begin perform portal.load_test_data(${testData.startups}, ${testData.withJobs}); end $$`,
  );
  await run(`comment on schema portal is '${marker}'`);
  await run('analyze');
  return `the test data of ${testData.startups} startups is loaded`;
}

const tables = ['startups', 'programs', 'cohorts', 'enrollments', 'founders', 'jobs'];

async function findData(run: Run): Promise<{ marker: string; hasRows: boolean }> {
  const anyRow = tables.map((table) => `exists (select from portal.${table})`).join(' or ');
  const [[marker, hasRows] = []] = await run(
    `select coalesce(obj_description(oid, 'pg_namespace'), ''), ${anyRow}
from pg_namespace where nspname = 'portal'`,
  );
  return { marker: String(marker), hasRows: hasRows !== false };
}
