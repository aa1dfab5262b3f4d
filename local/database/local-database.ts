/** What every local database can do, whichever engine it runs on. */

/** A value as PostgreSQL writes it in its text format, or `null`. */
export type Text = string | null;

export interface QueryResult {
  /** First word of the command tag: `SELECT`, `INSERT`, ... */
  readonly command: string;
  /** Rows returned or changed. */
  readonly rowCount: number;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Text[])[];
}

export interface Column {
  readonly name: string;
  readonly typeOid: number;
}

/** One connection, lent to one caller until it releases it. Statements that fail reject with an `SqlError`. */
export interface Session {
  /** Runs one statement with `$1`, `$2`, ... as its values. Two statements in one text are refused. */
  query(sql: string, values?: readonly Text[]): Promise<QueryResult>;
  /** Runs a text of any number of statements. */
  script(sql: string): Promise<void>;
  /** Asks the engine to stop the running statement. PGlite cannot: there it does nothing. */
  cancel(): Promise<void>;
  /** Gives the session back: an open transaction is rolled back, role and settings are forgotten. */
  release(): Promise<void>;
}

export interface SessionOptions {
  /** The session acts as this role and cannot leave it. Without one it acts as the owner. */
  readonly role?: string | undefined;
  /** Gives up waiting for a session. */
  readonly signal?: AbortSignal | undefined;
  /** Called when somebody else waits for this very session, which only happens where there is one for all. */
  readonly onWanted?: (() => void) | undefined;
}

export interface LocalDatabase {
  /** Runs a script of several statements as the owner. */
  runScript(sql: string): Promise<void>;
  /** PGlite has one session: there the promise resolves when the one before is released. */
  session(options?: SessionOptions): Promise<Session>;
  close(): Promise<void>;
}

/** What an engine lends: a `Session` knows how to take it over and leave it clean. */
export interface Connection {
  query(sql: string, values: readonly Text[]): Promise<QueryResult>;
  script(sql: string): Promise<void>;
  cancel(): Promise<void>;
  /** @param clean - false where the connection could not be reset and must not be lent again. */
  giveBack(clean: boolean): void;
}
