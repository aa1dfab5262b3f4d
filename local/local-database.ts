/** What every local database can do, whichever engine it runs on, and how its connections are lent. */

/** A value as PostgreSQL writes it in its text format, or `null`. */
export type Text = string | null;

export interface QueryResult {
  /** First word of the command tag: `SELECT`, `INSERT`, ... */
  readonly command: string;
  /** Rows returned or changed. */
  readonly rowCount: number;
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[];
  readonly rows: readonly (readonly Text[])[];
}

/** One connection, lent to one caller until it releases it. Statements that fail reject with an `SqlError`. */
export interface Session {
  /** Runs one statement with `$1`, `$2`, ... as its values. Two statements in one text are refused. */
  query(sql: string, values?: readonly Text[]): Promise<QueryResult>;
  /** Runs a text of any number of statements. */
  script(sql: string): Promise<void>;
  /** Gives the session back: an open transaction is rolled back, role and settings are forgotten. */
  release(): Promise<void>;
}

export interface SessionOptions {
  /** The session acts as this role. Without one it acts as the owner. */
  readonly role?: string | undefined;
}

export interface LocalDatabase {
  /** Runs a script of several statements as the owner. */
  runScript(sql: string): Promise<void>;
  session(options?: SessionOptions): Promise<Session>;
  close(): Promise<void>;
}

/** An error that PostgreSQL itself reported. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  /** Five characters, PostgreSQL manual, appendix A. */
  readonly sqlState: string;
  /** The place in the statement, counted in characters from 1. */
  readonly position: number | undefined;

  constructor(message: string, sqlState: string, position?: number, cause?: unknown) {
    super(message, { cause });
    this.sqlState = sqlState;
    this.position = position;
  }
}

/** The server did not answer: it is gone, or it let nobody in. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

/** A driver's answer to a statement. */
export interface DriverResult {
  readonly command?: string;
  readonly rowCount?: number | null;
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly Text[])[];
}

/** A connection that an engine lends: a session lets it act as a role, and gives it back clean. Its errors are those of its driver. */
export interface Connection {
  query(sql: string, values: readonly Text[]): Promise<DriverResult>;
  script(sql: string): Promise<unknown>;
  /** @param clean - false where the connection could not be reset and must not be lent again. */
  giveBack(clean: boolean): void;
}

/**
 * What `DISCARD ALL` does, but in one round trip together with the rollback, and without its
 * `SET SESSION AUTHORIZATION`, which PGlite cannot take back.
 */
const resetScript = `
  ROLLBACK; RESET ROLE; RESET ALL; DEALLOCATE ALL; CLOSE ALL; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES`;

/** The planner's settings that `ALTER ROLE … SET` gives a login, so that plans are those of AWS: without them a page is read whole. */
const plannerSettings = `
  SELECT set_config(name, substr(own.setting, length(name) + 2), false)
  FROM pg_db_role_setting, unnest(setconfig) AS own (setting)
  JOIN pg_settings ON name = split_part(own.setting, '=', 1) AND category LIKE 'Query Tuning%'
  WHERE setrole = to_regrole(quote_ident($1))`;

/** @param connect - lends a connection of the engine. */
export function localDatabase(
  connect: () => Promise<Connection>,
  close: () => Promise<void>,
): LocalDatabase {
  const database: LocalDatabase = {
    session: async ({ role } = {}) => openSession(await connect(), role),
    runScript: async (sql) => onSession(database, async (session) => session.script(sql)),
    close,
  };
  return database;
}

/** @throws what the engine reports where there is no such role; the connection is given back then. */
async function openSession(connection: Connection, role: string | undefined): Promise<Session> {
  const session = lend(connection);
  try {
    if (role !== undefined) {
      await session.query(plannerSettings, [role]);
      await session.query(`SET ROLE "${role.replaceAll('"', '""')}"`);
    }
  } catch (error) {
    await session.release();
    throw error;
  }
  return session;
}

function lend(connection: Connection): Session {
  let isReleased = false;
  const check = (): void => {
    if (isReleased) throw new Error('the session was released');
  };
  return {
    async query(sql, values = []) {
      check();
      const answer = connection.query(sql, values).catch(throwDatabaseError);
      const { command = '', rowCount, fields, rows } = await answer;
      const columns = fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID }));
      return { command, rowCount: rowCount ?? 0, columns, rows };
    },
    async script(sql) {
      check();
      await connection.script(sql).catch(throwDatabaseError);
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      const clean = await connection.script(resetScript).then(
        () => true,
        () => false,
      );
      connection.giveBack(clean);
    },
  };
}

/** The error of either driver as an `SqlError`; one without a severity did not come from PostgreSQL. */
export function throwDatabaseError(error: unknown): never {
  if (!(error instanceof Error) || !('severity' in error)) {
    throw new DatabaseUnavailableError(error);
  }
  const position = Number('position' in error ? error.position : undefined);
  const at = position > 0 ? position : undefined;
  throw new SqlError(error.message, 'code' in error ? String(error.code) : '', at, error);
}

/** Works on a session of its own. */
export async function onSession<T>(
  database: Pick<LocalDatabase, 'session'>,
  work: (session: Session) => Promise<T>,
  options?: SessionOptions,
): Promise<T> {
  const session = await database.session(options);
  try {
    return await work(session);
  } finally {
    await session.release();
  }
}
