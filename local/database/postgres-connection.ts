/** One connection of the pool, as a `Connection` that is lent to one caller. */

import { Client, type PoolClient, type QueryArrayConfig, type QueryArrayResult } from 'pg';

import type { Connection, QueryResult, Text } from './local-database.ts';
import { asDatabaseError } from './sql-error.ts';

/** pg's types do not know `queryMode`, nor the process id of a connection. */
type Query = QueryArrayConfig & { readonly queryMode?: 'extended' };
type Backend = PoolClient & { readonly processID?: unknown };

/** Leaves every value in PostgreSQL's own text format. */
const simple = {
  rowMode: 'array',
  types: { getTypeParser: () => (value: string) => value },
} as const;

/** The extended protocol refuses two statements in one text, with values or without. */
const extended = { ...simple, queryMode: 'extended' } as const;

/** @param url - of the server, to which a cancel goes on a connection of its own. */
export function asConnection(url: string, client: PoolClient): Connection {
  client.on('error', ignore);
  const run = async (query: Query) => {
    try {
      return await client.query<Text[]>(query);
    } catch (error) {
      throw asDatabaseError(error);
    }
  };
  let cancelled = false;

  return {
    query: async (text, values) => asResult(await run({ ...extended, text, values: [...values] })),
    script: async (text) => {
      await run({ ...simple, text });
    },
    cancel: async () => {
      cancelled = true;
      await cancelBackend(url, (client as Backend).processID);
    },
    giveBack: (clean) => {
      client.off('error', ignore);
      // A cancel that comes late would hit the next caller's statement: such a connection is not lent again.
      client.release(!clean || cancelled);
    },
  };
}

/** On a connection of its own: the pool may be full of statements that hang. */
async function cancelBackend(url: string, processId: unknown): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_cancel_backend($1)', [processId]);
  } finally {
    await client.end();
  }
}

/** A connection that breaks fails the statement on it; without a listener the event would end the process. */
function ignore(): void {}

function asResult(result: QueryArrayResult<Text[]>): QueryResult {
  return {
    command: result.command,
    rowCount: result.rowCount ?? 0,
    columns: result.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })),
    rows: result.rows,
  };
}
