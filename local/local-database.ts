/** A local database and its sessions, on PGlite or on a PostgreSQL server. */

import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { Pool } from 'pg';
import * as v from 'valibot';

import { errorMessage } from '../lambda/aws/errors.ts';

/** A value as PostgreSQL writes it in its text format, or `null`. */
export type Text = string | null;

/** A driver's answer to a statement. */
export interface QueryResult {
  /** First word of the command tag: `SELECT`, `INSERT`, ... */
  readonly command?: string;
  /** Rows returned or changed. */
  readonly rowCount?: number | null;
  /** Columns, with the OIDs of their types. */
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly Text[])[];
}

/** A connection of an engine. Its errors come from the driver. */
interface Connection {
  query(sql: string, values: Text[]): Promise<QueryResult>;
  script(sql: string): Promise<unknown>;
  /** @param isClean - `false` if the connection could not be reset, so it must not be used again. */
  giveBack(isClean: boolean): void;
}

/** A connection that one caller uses until it releases it. Failed statements reject with a `DatabaseError`. */
export interface Session {
  /** Runs one statement with the values of `$1`, `$2`, … Rejects two statements in one text. */
  query(sql: string, values?: readonly Text[]): Promise<QueryResult>;
  /** Runs a text of any number of statements. */
  script(sql: string): Promise<unknown>;
  /** Returns the connection: rolls back an open transaction, and resets the role and the settings. */
  release(): Promise<void>;
}

export interface LocalDatabase {
  /** Opens a session. Rejects if the role does not exist. @param role - default: the owner. */
  session(role?: string): Promise<Session>;
  /** Runs a script of several statements as the owner. */
  runScript(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Less than PostgreSQL's default of 128 MB, which would be allocated at the start and used by one session only. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/**
 * Opens a database of PGlite, which is PostgreSQL as WebAssembly in this process. It has a single session, so callers wait in a
 * queue.
 *
 * @param folder - for the data; without it, the data is in memory only.
 */
export async function openPglite(folder?: string, options?: PGliteOptions): Promise<LocalDatabase> {
  const engine = await PGlite.create(folder, { startParams, ...options });
  engine.parsers = textOnly(types.parsers);
  engine.serializers = textOnly(types.serializers);

  /** Resolves when the last caller in the queue has returned the session. */
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

/** Query options of pg that keep every value in PostgreSQL's text format. */
const simple = {
  rowMode: 'array',
  types: { getTypeParser: () => (value: string) => value },
} as const;

/** Query options of the extended protocol, which always rejects two statements in one text. */
const extended = { ...simple, queryMode: 'extended' } as const;

/**
 * Opens a database of a server, with a pool of connections.
 *
 * @throws an error with one sentence for the terminal, if the server does not answer or refuses access.
 */
export async function openPostgres(connectionString: string): Promise<LocalDatabase> {
  // Defaults of a session, which `RESET ALL` restores. The Data API always uses UTC and ISO dates, and its statement timeout is 45
  // seconds (Aurora User Guide, "Limitations of RDS Data API").
  const options =
    '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex -c statement_timeout=45s';
  const pool = new Pool({ connectionString, connectionTimeoutMillis: 5000, max: 20, options });
  // The pool replaces a broken idle connection, and one in use fails its statement. Without listeners, the process would end.
  pool.on('error', doNothing).on('connect', (client) => client.on('error', doNothing));
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    const message = `Cannot open the database of --database-url: ${errorMessage(cause)}.`;
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

/** Returns the database of an engine. @param connect - opens a connection of the engine, or waits for a free one. */
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

/** Opens a session for the work, and releases it afterwards. */
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
 * Applies the planner settings of the role (`ALTER ROLE … SET`), which a real login gets. Without them, the plans differ from
 * those in AWS: a page would read the whole list.
 */
const plannerSettings = `
  SELECT set_config(name, substr(own.setting, length(name) + 2), false)
  FROM pg_db_role_setting, unnest(setconfig) AS own (setting)
  JOIN pg_settings ON name = split_part(own.setting, '=', 1) AND category LIKE 'Query Tuning%'
  WHERE setrole = to_regrole(quote_ident($1))`;

/**
 * Does the same as `DISCARD ALL`, but in one round trip with the rollback, and without its `SET SESSION AUTHORIZATION`, which
 * PGlite cannot undo.
 */
const resetScript = `
  ROLLBACK; RESET ROLE; RESET ALL; DEALLOCATE ALL; CLOSE ALL; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES`;

/** An error that PostgreSQL reported, as both drivers throw it. Their other errors have no severity. */
const Reported = v.object({
  severity: v.string(),
  code: v.string(),
  position: v.optional(v.string()),
});

/** A statement failed, because PostgreSQL reported an error or because the server did not answer. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** Five characters (PostgreSQL manual, appendix A); `undefined` if the server did not answer. */
  readonly sqlState: string | undefined;
  /** The place in the statement, counted in characters from 1. */
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
