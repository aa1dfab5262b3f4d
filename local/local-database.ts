/** Opens local databases and their sessions, either in PGlite or on a PostgreSQL server. */

import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { Pool } from 'pg';
import * as v from 'valibot';

import { errorMessage } from '../lambda/aws/errors.ts';

/** A value in PostgreSQL's text format, or `null`. */
export type Text = string | null;

/** The result of a statement. Both drivers return it in this form. */
export interface QueryResult {
  /** First word of the command tag: `SELECT`, `INSERT`, ... */
  readonly command?: string;
  /** Number of rows that were returned or changed. */
  readonly rowCount?: number | null;
  /** Columns, with the OIDs of their types. */
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly Text[])[];
}

/** A connection to PGlite or to a server. Its errors come from the driver. */
interface Connection {
  query(sql: string, values: Text[]): Promise<QueryResult>;
  script(sql: string): Promise<unknown>;
  /** Gives the connection back. @param isClean - `false` if the connection could not be reset and must not be used again. */
  giveBack(isClean: boolean): void;
}

/** A connection that only one caller uses, until that caller releases it. Failed statements reject with a `DatabaseError`. */
export interface Session {
  /** Runs one statement with the values of `$1`, `$2`, … Rejects if `sql` contains more than one statement. */
  query(sql: string, values?: readonly Text[]): Promise<QueryResult>;
  /** Runs any number of statements. */
  script(sql: string): Promise<unknown>;
  /** Rolls back an open transaction, resets the role and the settings, and gives the connection back. */
  release(): Promise<void>;
}

export interface LocalDatabase {
  /** Opens a session. Rejects if the role does not exist. @param role - the owner by default. */
  session(role?: string): Promise<Session>;
  /** Runs any number of statements as the owner. */
  runScript(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

/** PGlite's parameters. PostgreSQL's default would allocate 128 MB of shared buffers at the start, for only one session. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/**
 * Opens a database in PGlite, which is PostgreSQL compiled to WebAssembly and runs in this process. It has only one session, so
 * callers wait in a queue.
 *
 * @param folder - stores the data. Without a folder, the data is only in memory.
 */
export async function openPglite(folder?: string, options?: PGliteOptions): Promise<LocalDatabase> {
  const engine = await PGlite.create(folder, { startParams, ...options });
  engine.parsers = textOnly(types.parsers);
  engine.serializers = textOnly(types.serializers);

  /** A promise that resolves when the last caller in the queue has returned the session. */
  let last = Promise.resolve();
  const connect = async (): Promise<Connection> => {
    const before = last;
    let giveBack = doNothing;
    last = new Promise((resolve) => {
      giveBack = resolve;
    });
    await before;
    return {
      query: async (sql, values) => engine.query<Text[]>(sql, values, { rowMode: 'array' }),
      script: async (sql) => engine.exec(sql),
      giveBack,
    };
  };
  return localDatabase(connect, async () => engine.close());
}

/** Replaces PGlite's conversions, so that every value stays in PostgreSQL's text format. */
function textOnly(conversions: object): Record<string, (value: string) => string> {
  return Object.fromEntries(Object.keys(conversions).map((oid) => [oid, (value: string) => value]));
}

/** Query options that make pg keep every value in PostgreSQL's text format. */
const simple = {
  rowMode: 'array',
  types: { getTypeParser: () => (value: string) => value },
} as const;

/** Query options that make pg use the extended query protocol, which rejects a string with two statements. */
const extended = { ...simple, queryMode: 'extended' } as const;

/**
 * Opens a database on a server, with a pool of connections.
 *
 * @throws an error whose message is for the terminal, if the server does not respond or denies access.
 */
export async function openPostgres(connectionString: string): Promise<LocalDatabase> {
  // `RESET ALL` restores these session defaults. The Data API always uses UTC and ISO dates, and its statement timeout is 45
  // seconds (Aurora User Guide, "Limitations of RDS Data API").
  const options =
    '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex -c statement_timeout=45s';
  const pool = new Pool({ connectionString, connectionTimeoutMillis: 5000, max: 20, options });
  // The pool replaces a broken idle connection. If a connection breaks while it is in use, its statement fails. Without these
  // listeners, either case would end the process.
  pool.on('error', doNothing).on('connect', (client) => client.on('error', doNothing));
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    const message = `Cannot open the database at --database-url: ${errorMessage(cause)}.`;
    throw new Error(message, { cause });
  }
  const connect = async (): Promise<Connection> => {
    const client = await pool.connect();
    return {
      query: async (text, values) => client.query<Text[]>({ ...extended, text, values }),
      script: async (text) => client.query({ ...simple, text }),
      giveBack: (isClean) => {
        client.release(!isClean);
      },
    };
  };
  return localDatabase(connect, async () => pool.end());
}

function doNothing(): void {}

/** Returns a database for an engine. @param connect - opens a connection to the engine, or waits for a free one. */
function localDatabase(connect: () => Promise<Connection>, close: () => Promise<void>) {
  const database: LocalDatabase = {
    async session(role) {
      const session = lend(await connect().catch(throwDatabaseError));
      if (role === undefined) return session;
      try {
        await session.query(plannerSettings, [role]);
        await session.query(`SET ROLE "${role.replaceAll('"', '""')}"`);
        return session;
      } catch (error) {
        await session.release();
        throw error;
      }
    },
    runScript: async (sql) => onSession(database, async (session) => session.script(sql)),
    close,
  };
  return database;
}

function lend(connection: Connection): Session {
  return {
    query: async (sql, values = []) => connection.query(sql, [...values]).catch(throwDatabaseError),
    script: async (sql) => connection.script(sql).catch(throwDatabaseError),
    async release() {
      const [reset] = await Promise.allSettled([connection.script(resetScript)]);
      connection.giveBack(reset.status === 'fulfilled');
    },
  };
}

/** Runs the work in a new session, and releases the session afterwards. */
export async function onSession<T>(
  database: LocalDatabase,
  work: (session: Session) => Promise<T>,
  role?: string,
): Promise<T> {
  const session = await database.session(role);
  try {
    return await work(session);
  } finally {
    await session.release();
  }
}

/**
 * The statement that applies the role's planner settings (`ALTER ROLE … SET`). PostgreSQL applies them only when the role logs
 * in, but here a different role logs in. Without the settings, the query plans would differ from those in AWS, and PostgreSQL
 * would read the whole table for each of the queries that together read a long list.
 */
const plannerSettings = `
  SELECT set_config(name, substr(own.setting, length(name) + 2), false)
  FROM pg_db_role_setting, unnest(setconfig) AS own (setting)
  JOIN pg_settings ON name = split_part(own.setting, '=', 1) AND category LIKE 'Query Tuning%'
  WHERE setrole = to_regrole(quote_ident($1))`;

/**
 * The script that rolls back an open transaction and resets the session, in one round trip. It resets the same things as
 * `DISCARD ALL`, except for `SET SESSION AUTHORIZATION`, because PGlite cannot undo that statement.
 */
const resetScript = `
  ROLLBACK; RESET ROLE; RESET ALL; DEALLOCATE ALL; CLOSE ALL; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES`;

/**
 * An error that PostgreSQL reported. Both drivers throw it in this form. The drivers' own errors do not have a severity.
 */
const Reported = v.object({
  severity: v.string(),
  code: v.string(),
  position: v.optional(v.string()),
});

/** A statement or a connection failed, because PostgreSQL reported an error or because the server did not respond. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The five-character error code (PostgreSQL manual, appendix A), or `undefined` if PostgreSQL did not report the error. */
  readonly sqlState: string | undefined;
  /** The position in the statement, counted in characters from 1. */
  readonly position: string | undefined;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    if (!v.is(Reported, cause)) return;
    this.sqlState = cause.code;
    this.position = cause.position;
  }
}

function throwDatabaseError(cause: unknown): never {
  throw new DatabaseError(cause);
}
