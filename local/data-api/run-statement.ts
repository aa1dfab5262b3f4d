/** Runs one statement within the time that AWS gives it, and no longer than its client listens. */

import type { Clock } from '../clock.ts';
import type { QueryResult, Session } from '../database/local-database.ts';
import type { BoundStatement } from './bind.ts';
import { DataApiError } from './exceptions.ts';
import { STATEMENT_MS } from './limits.ts';

export interface RunOptions {
  readonly clock: Clock;
  /** Aborted when the client is gone: the statement is cancelled. */
  readonly signal: AbortSignal;
  /** The statement may take as long as it likes. (AWS answers after 45 s all the same, and lets it run on.) */
  readonly unlimited?: boolean;
}

/**
 * PGlite computes on our own thread and cannot be cancelled: there a statement that took too long fails when it ends.
 *
 * @throws StatementTimeoutException
 */
export async function runStatement(
  session: Session,
  { sql, values }: BoundStatement,
  { clock, signal, unlimited = false }: RunOptions,
): Promise<QueryResult> {
  signal.throwIfAborted();
  const deadline = unlimited ? Infinity : clock.now() + STATEMENT_MS;
  const cancel = () => {
    session.cancel().catch(() => undefined); // then it runs to its end
  };
  const disarm = unlimited ? undefined : clock.schedule(STATEMENT_MS, cancel);
  signal.addEventListener('abort', cancel);
  try {
    const result = await session.query(sql, values);
    if (clock.now() >= deadline) throw timedOut();
    return result;
  } catch (error) {
    throw clock.now() >= deadline ? timedOut(error) : error;
  } finally {
    disarm?.();
    signal.removeEventListener('abort', cancel);
  }
}

function timedOut(cause?: unknown): DataApiError {
  return new DataApiError('StatementTimeoutException', 'Request timed out', cause);
}
