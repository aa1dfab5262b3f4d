/** The errors of a database, the same for both engines. */

import { errorCode, errorMessage } from '../error-facts.ts';

/** An error that PostgreSQL itself reported. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  /** Five characters, PostgreSQL manual, appendix A. */
  readonly sqlState: string;
  /** Where in the statement, counted in characters from 1. */
  readonly position: number | undefined;

  constructor(message: string, sqlState: string, position?: number, cause?: unknown) {
    super(message, { cause });
    this.sqlState = sqlState;
    this.position = position;
  }
}

/** The server did not answer: it went away, or nobody let us in. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

/** The error of either driver as an `SqlError`; one without a SQLSTATE did not come from PostgreSQL. */
export function asDatabaseError(error: unknown): SqlError | DatabaseAwayError {
  if (typeof error !== 'object' || error === null || !('severity' in error)) {
    return new DatabaseAwayError(error);
  }
  const position = Number('position' in error ? error.position : undefined);
  const at = position > 0 ? position : undefined;
  return new SqlError(errorMessage(error), errorCode(error) ?? '', at, error);
}
