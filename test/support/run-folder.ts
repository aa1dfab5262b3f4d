/** The folder of a test run. It is deleted when the run ends. */

import { mkdtempSync } from 'node:fs';
import path from 'node:path';

/** Environment variable with the path of the folder. Jest's workers inherit the variable. */
export const RUN_FOLDER_VARIABLE = 'TEST_RUN_FOLDER';

/** File name of the empty database in the folder. */
export const EMPTY_DATABASE = 'empty-database.tar';

export function runFolder(): string {
  return process.env[RUN_FOLDER_VARIABLE] ?? '';
}

/** Creates a folder in the folder of the test run. @param name - the first part of the folder's name */
export function newFolder(name: string): string {
  return mkdtempSync(path.join(runFolder(), `${name}-`));
}
