/** A database with the SQL of db/ applied, for the tests of db/. */

import * as v from 'valibot';

import { READER } from '../../lambda/deploy/database/reader-login.ts';
import { allFiles, readSqlFiles } from '../../lambda/deploy/database/sql-files.ts';
import type { LocalDatabase, Session, Text } from '../../local/database/local-database.ts';
import type { TestDatabase } from '../support/database/databases.ts';
import { sqlFolder } from '../support/database/local-set-up.ts';

/** After the views. The role is shared by all databases of a server, so only the tests of the role make it. */
export const READER_FILE = 'directory/reader.sql';

/** The id of the startup with this number: listed ones count 10, 20, 30, ..., the first unlisted one is 205. */
export const startupId = (number: number) => testId('8', number);
export const founderId = (number: number) => testId('9', number);
export const jobId = (number: number) => testId('a', number);

const testId = (kind: string, number: number) =>
  `00000000-0000-4000-${kind}000-${String(number).padStart(12, '0')}`;

const Row = v.record(v.string(), v.unknown());
const Rows = v.array(Row);
export type Row = v.InferOutput<typeof Row>;

export class PortalDatabase {
  readonly database: LocalDatabase;
  /** Of the transaction that is open. */
  #session: Session | undefined;

  private constructor(database: LocalDatabase) {
    this.database = database;
  }

  static async open(open: TestDatabase['open']): Promise<PortalDatabase> {
    const portal = new PortalDatabase(await open());
    await portal.apply(allFiles(sqlFolder).filter((file) => file !== READER_FILE));
    return portal;
  }

  async apply(files: readonly string[]): Promise<void> {
    const texts = readSqlFiles(sqlFolder, files).map(({ text }) => text);
    await this.run(texts.join('\n'));
  }

  /** Until `rollBack`, everything is part of one transaction. */
  async begin(): Promise<void> {
    this.#session = await this.database.session();
    await this.#session.query('begin');
  }

  async rollBack(): Promise<void> {
    await this.#session?.release();
    this.#session = undefined;
  }

  /** Runs one statement or several, and forgets what they return. */
  async run(sql: string): Promise<void> {
    await (this.#session?.script(sql) ?? this.database.runScript(sql));
  }

  /** The first column of what a statement returns, as PostgreSQL writes it. */
  async column(sql: string): Promise<Text[]> {
    if (this.#session !== undefined) return columnOf(this.#session, sql);
    const session = await this.database.session();
    try {
      return await columnOf(session, sql);
    } finally {
      await session.release();
    }
  }

  /** As the reader. */
  async read(sql: string): Promise<Text[]> {
    const session = await this.database.session({ role: READER });
    try {
      return await columnOf(session, sql);
    } finally {
      await session.release();
    }
  }

  /** The records of a view, in the order of the list, exactly as the service gets them. */
  async lines(view: string): Promise<string[]> {
    const texts = await this.column(`SELECT row_to_json(t)::text FROM ${view} t ORDER BY t.id`);
    return texts.map(String);
  }

  async records(view: string): Promise<Row[]> {
    return rowsOf((await this.lines(view)).map((line): unknown => JSON.parse(line)));
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

async function columnOf(session: Session, sql: string): Promise<Text[]> {
  return (await session.query(sql)).rows.map(([value]) => value ?? null);
}

/** Objects from unknown data, such as the records of a view or the enrollments of a record. */
export function rowsOf(value: unknown): Row[] {
  return v.parse(Rows, value);
}
