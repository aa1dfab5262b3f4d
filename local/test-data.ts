/** The SQL of `db/`: the portal's stand-in, the directory and its reader, and the test data. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** In the order in which they build on one another. */
const files = [
  'portal/tables.sql',
  'directory/schema.sql',
  'directory/jobs.sql',
  'directory/startups.sql',
  'directory/founders.sql',
  'directory/reader.sql',
  'own-database.sql',
  'portal/test-data.sql',
];

export interface TestData {
  /** How many startups the directory lists. */
  readonly startups: number;
  /** Without jobs the board looks as it does in production before its launch. */
  readonly withJobs: boolean;
}

/** One script that makes everything anew, or nothing: it is one transaction. */
export function setUpScript(testData: TestData): string {
  return [
    'BEGIN;',
    'DROP SCHEMA IF EXISTS directory, portal CASCADE;',
    ...readFiles(),
    `SELECT portal.load_test_data(${testData.startups}, ${testData.withJobs});`,
    `COMMENT ON SCHEMA portal IS '${markerOf(testData)}';`,
    'COMMIT;',
    'ANALYZE;',
  ].join('\n');
}

export const MARKER = 'test data ';

/** Says, as the comment of schema `portal`, that the data is ours, and changes whenever a new load would differ. */
export function markerOf(testData: TestData): string {
  const hash = createHash('sha256').update(JSON.stringify(testData));
  for (const file of readFiles()) hash.update(file);
  return `${MARKER}${hash.digest('hex')}`;
}

function readFiles(): readonly string[] {
  const folder = path.join(import.meta.dirname, '../db');
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
}
