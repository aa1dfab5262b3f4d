/** What ends a set-up, in words for whoever reads why a deployment was rolled back or a command failed. */

import { errorMessage } from '../../aws/error-facts.ts';

/** One sentence that says what was wrong and what to do. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError';
}

/** A statement of `db/` that the database did not take. */
export class StatementError extends Error {
  override readonly name = 'StatementError';

  constructor(file: string, statement: string, cause: unknown) {
    super(`${file}, at "${firstLine(statement)}": ${errorMessage(cause)}`, { cause });
  }
}

const LONGEST_LINE = 100;

function firstLine(statement: string): string {
  const [line = ''] = statement.split('\n', 1);
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
