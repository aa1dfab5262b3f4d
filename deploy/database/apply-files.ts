/** Runs files of `db/`, statement by statement. */

import type { Run } from './data-api.ts';
import { StatementError } from './errors.ts';
import type { SqlFile } from './sql-files.ts';
import { splitStatements } from './statements.ts';

/** @throws StatementError which names the file and the statement. */
export async function applyFiles(
  run: Run,
  files: readonly SqlFile[],
  log: (line: string) => void,
): Promise<void> {
  for (const { name, text } of files) {
    const statements = splitStatements(text);
    for (const statement of statements) {
      try {
        await run(statement);
      } catch (error) {
        throw new StatementError(name, statement, error);
      }
    }
    log(`${name}: ${statements.length} ${statements.length === 1 ? 'statement' : 'statements'}`);
  }
}
