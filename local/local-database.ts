/** A local database and its sessions, independent of the engine. */

import * as v from 'valibot';

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
export interface Connection {
  query(sql: string, values: readonly Text[]): Promise<QueryResult>;
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

/** Returns the database of an engine. @param connect - opens a connection of the engine, or waits for a free one. */
export function localDatabase(
  connect: () => Promise<Connection>,
  close: () => Promise<void>,
): LocalDatabase {
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
    query: async (sql, values = []) => connection.query(sql, values).catch(throwDatabaseError),
    script: async (sql) => connection.script(sql).catch(throwDatabaseError),
    async release() {
      const isClean = await connection.script(resetScript).then(
        () => true,
        () => false,
      );
      connection.giveBack(isClean);
    },
  };
}

/** Opens a session for the work, and releases it afterwards. */
export async function onSession<T>(
  database: Pick<LocalDatabase, 'session'>,
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
