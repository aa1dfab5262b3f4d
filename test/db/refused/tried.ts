/** What came of a statement that was run on its own. */

import { type Session, SqlError } from '../../../local/database/local-database.ts';

export interface Tried {
  readonly sql: string;
  /** `done`, or the SQLSTATE and the words of the refusal. */
  readonly outcome: string;
}

/** Rolls back what was done all the same, so that one statement that gets through opens no way for another. */
export async function tryEach(session: Session, statements: readonly string[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const sql of statements) {
    tried.push({ sql, outcome: await outcomeOf(session, sql) });
  }
  return tried;
}

async function outcomeOf(session: Session, sql: string): Promise<string> {
  try {
    await session.query(sql);
    return 'done';
  } catch (error) {
    if (error instanceof SqlError) return `${error.sqlState} ${error.message}`;
    throw error;
  }
}
