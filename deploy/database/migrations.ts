/** Brings the portal's tables to what this release reads: each migration once, in the order of their numbers. */

import path from 'node:path';

import { applyFiles } from './apply-files.ts';
import type { Run } from './data-api.ts';
import { SetUpError } from './errors.ts';
import { migrationFiles, migrationRecordFile, readSqlFiles } from './sql-files.ts';

/**
 * Migrations of a later release stay: a release that is rolled back meets them.
 *
 * @param run - runs a statement in the set-up's transaction, so that a migration and its record are one.
 * @returns the names of those that were applied now.
 * @throws SetUpError where the database has had another migration under the same number.
 */
export async function migrate(
  run: Run,
  folder: string,
  log: (line: string) => void,
): Promise<readonly string[]> {
  await applyFiles(run, readSqlFiles(folder, [migrationRecordFile]), log);
  const rows = await run('select name from portal.schema_migrations order by version');
  const applied = rows.map(([name]) => String(name));
  const files = migrationFiles(folder);

  for (const [index, file] of files.entries()) {
    const name = path.basename(file, '.sql');
    const recorded = applied[index];
    if (recorded === undefined) {
      await applyFiles(run, readSqlFiles(folder, [file]), log);
      await run(
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
