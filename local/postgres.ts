/** A real PostgreSQL server, reached through a pool: as many sessions as callers. */

import { Pool, type PoolClient, type QueryArrayConfig, type QueryArrayResult } from 'pg';

import { errorMessage } from '../lambda/aws/errors.ts';
import { type Connection, type LocalDatabase, localDatabase, type Text } from './local-database.ts';

const CONNECT_TIMEOUT_MS = 5000;
const MAX_SESSIONS = 20;

/**
 * Defaults of a session, to which `RESET ALL` returns: the Data API knows UTC and ISO dates only, and lets a statement run
 * for 45 seconds (Aurora user guide, "Limitations for the Amazon RDS Data API").
 */
const sessionDefaults =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex -c statement_timeout=45s';

/** @throws one sentence for the person at the terminal where no server answers or it does not let us in. */
export async function openPostgres(url: string): Promise<LocalDatabase> {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: MAX_SESSIONS,
    options: sessionDefaults,
  });
  // A connection that breaks while idle is replaced, one that is lent fails its statement; without listeners both end the process.
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new Error(`Cannot open the database of --database-url: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
  return localDatabase(
    async () => asConnection(await pool.connect()),
    async () => pool.end(),
  );
}

/** pg's types do not know `queryMode`. */
type Query = QueryArrayConfig & { readonly queryMode?: 'extended' };

/** Leaves every value in PostgreSQL's own text format. */
const simple = {
  rowMode: 'array',
  types: { getTypeParser: () => (value: string) => value },
} as const;

/** The extended protocol refuses two statements in one text, with values or without. */
const extended = { ...simple, queryMode: 'extended' } as const;

function asConnection(client: PoolClient): Connection {
  const run = async (query: Query): Promise<QueryArrayResult<Text[]>> => client.query(query);
  return {
    query: async (text, values) => run({ ...extended, text, values: [...values] }),
    script: async (text) => run({ ...simple, text }),
    giveBack: (isClean) => {
      client.release(!isClean);
    },
  };
}

function ignore(): void {}
