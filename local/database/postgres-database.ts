/** A real PostgreSQL server, reached through a pool: as many sessions as callers. */

import { Pool, type PoolClient } from 'pg';

import { errorCode, errorMessage } from '../error-facts.ts';
import type { LocalDatabase } from './local-database.ts';
import { asConnection } from './postgres-connection.ts';
import { openSession, runScript } from './session.ts';
import { asDatabaseError } from './sql-error.ts';

const CONNECT_TIMEOUT_MS = 5000;
const MAX_SESSIONS = 20;

/** Defaults of a session, to which `RESET ALL` returns: the Data API knows UTC and ISO dates only. */
const sessionDefaults =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex';

/** @throws DatabaseUnreachableError where no server answers or it does not let us in. */
export async function openPostgres(url: string): Promise<LocalDatabase> {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: MAX_SESSIONS,
    options: sessionDefaults,
  });
  // A connection that breaks while idle is replaced; without a listener the event would end the process.
  pool.on('error', () => undefined);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new DatabaseUnreachableError(url, error);
  }
  return asDatabase(url, pool);
}

export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';

  constructor(url: string, cause: unknown) {
    super(`Cannot open the database ${withoutPassword(url)}: ${reasonOf(cause)}.`, { cause });
  }
}

function asDatabase(url: string, pool: Pool): LocalDatabase {
  const session: LocalDatabase['session'] = async ({ role, signal } = {}) => {
    const client = await connect(pool);
    if (signal?.aborted === true) {
      client.release();
      signal.throwIfAborted();
    }
    return openSession(asConnection(url, client), role);
  };

  return {
    session,
    runScript: async (sql) => runScript(session, sql),
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asDatabaseError(error);
  }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return '(its URL cannot be read)';
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  const message = errorMessage(error);
  return message === '' ? (errorCode(error) ?? 'it does not answer') : message;
}
