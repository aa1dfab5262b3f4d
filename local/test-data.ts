/** The SQL of `db/`: the portal's stand-in, the directory and its reader, and the test data. */

import path from 'node:path';

import { allFiles, readSqlFiles, type SqlFile } from '../deploy/database/sql-files.ts';
import { markerOf as markerOfFiles, type TestData } from '../deploy/database/test-data.ts';

/** One script that makes everything anew, or nothing: it is one transaction. */
export function setUpScript(testData: TestData): string {
  return [
    'BEGIN;',
    'DROP SCHEMA IF EXISTS directory, portal CASCADE;',
    ...readFiles().map(({ text }) => text),
    `SELECT portal.load_test_data(${testData.startups}, ${testData.withJobs});`,
    `COMMENT ON SCHEMA portal IS '${markerOf(testData)}';`,
    'COMMIT;',
    'ANALYZE;',
  ].join('\n');
}

/** The comment of schema `portal` that says which test data is there. */
export function markerOf(testData: TestData): string {
  return markerOfFiles(testData, readFiles());
}

function readFiles(): readonly SqlFile[] {
  const folder = path.join(import.meta.dirname, '../db');
  return readSqlFiles(folder, allFiles);
}
