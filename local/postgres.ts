/** A real PostgreSQL server with a pool of connections. */

import { Pool, type PoolClient, type QueryArrayConfig, type QueryArrayResult } from 'pg';

import { errorMessage } from '../lambda/aws/errors.ts';
import { type Connection, type LocalDatabase, localDatabase, type Text } from './local-database.ts';

const CONNECT_TIMEOUT_MS = 5000;
const MAX_SESSIONS = 20;

/**
 * Defaults of a session, which `RESET ALL` restores. The Data API always uses UTC and ISO dates, and its statement timeout is 45
 * seconds (Aurora User Guide, "Limitations of RDS Data API").
 */
const sessionDefaults =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex -c statement_timeout=45s';

/** Opens the database. @throws an error with one sentence for the terminal, if the server does not answer or refuses access */
export async function openPostgres(url: string): Promise<LocalDatabase> {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: MAX_SESSIONS,
    options: sessionDefaults,
  });
  // The pool replaces a broken idle connection, and one in use fails its statement. Without listeners, the process would end.
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

/** The types of pg lack `queryMode`. */
type Query = QueryArrayConfig & { readonly queryMode?: 'extended' };

/** Query options that keep every value in PostgreSQL's text format. */
const simple = {
  rowMode: 'array',
  types: { getTypeParser: () => (value: string) => value },
} as const;

/** Query options of the extended protocol, which always rejects two statements in one text. */
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
