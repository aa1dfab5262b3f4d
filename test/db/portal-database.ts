/** A database with the SQL of db/ applied, for the tests of db/. */

import * as v from 'valibot';

import { READER } from '../../contract/names.ts';
import {
  directoryFiles,
  migrationFiles,
  migrationRecordFile,
  ownDatabaseFiles,
  testDataFile,
} from '../../lambda/deploy/set-up.ts';
import type { LocalDatabase, Session, Text } from '../../local/local-database.ts';
import type { TestDatabase } from '../support/database/databases.ts';
import { sqlFolder, textsOf } from '../support/database/local-set-up.ts';

/** Roles are shared by all databases of a server, so only the tests of a role make it. */
export const READER_FILE = 'directory/reader.sql';
export const WRITER_FILE = 'portal/writer.sql';

const FILES = [
  migrationRecordFile,
  ...migrationFiles(sqlFolder),
  ...directoryFiles.filter((file) => file !== READER_FILE),
  ...ownDatabaseFiles.filter((file) => file !== WRITER_FILE),
  testDataFile,
];

const Row = v.record(v.string(), v.unknown());
type Row = v.InferOutput<typeof Row>;

export class PortalDatabase {
  readonly database: LocalDatabase;
  /** The session of the transaction that is open. */
  #session: Session | undefined;

  private constructor(database: LocalDatabase) {
    this.database = database;
  }

  static async open(open: TestDatabase['open']): Promise<PortalDatabase> {
    const portal = new PortalDatabase(await open());
    await portal.run(textsOf(FILES).join('\n'));
    return portal;
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
    return this.#columnIn(await this.database.session(), sql);
  }

  /** Reads as the reader does. */
  async read(sql: string): Promise<Text[]> {
    return this.#columnIn(await this.database.session(READER), sql);
  }

  /** The records of a view, in the order of the list, exactly as the service gets them. */
  async lines(view: string): Promise<string[]> {
    const texts = await this.column(`SELECT row_to_json(t)::text FROM ${view} t ORDER BY t.id`);
    return texts.map(String);
  }

  async records(view: string): Promise<Row[]> {
    return (await this.lines(view)).map((line) => v.parse(Row, JSON.parse(line)));
  }

  async close(): Promise<void> {
    await this.database.close();
  }

  async #columnIn(session: Session, sql: string): Promise<Text[]> {
    try {
      return await columnOf(session, sql);
    } finally {
      await session.release();
    }
  }
}

async function columnOf(session: Session, sql: string): Promise<Text[]> {
  return (await session.query(sql)).rows.map(([value]) => value ?? null);
}
