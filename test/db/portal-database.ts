/** A database to which the SQL files in db/ have been applied, except the files that create roles. */

import * as v from 'valibot';

import { allDirectories } from '../../contract/directories.ts';
import * as setUp from '../../lambda/deploy/set-up.ts';
import {
  type LocalDatabase,
  onSession,
  type Session,
  type Text,
} from '../../local/local-database.ts';
import type { TestDatabase } from '../support/databases.ts';
import { sqlFolder, textsOf } from '../support/data-api.ts';

/**
 * The files that create roles. All databases on a server share its roles, so a role that one test creates would also exist in
 * the databases of other tests. Therefore `PortalDatabase` does not execute these files. The tests of a role execute its file
 * themselves.
 */
export const READER_FILE = 'directory/reader.sql';
export const WRITER_FILE = 'portal/writer.sql';

const FILES = [
  setUp.migrationRecordFile,
  ...setUp.migrationFiles(sqlFolder),
  ...setUp.directoryFiles.filter((file) => file !== READER_FILE),
  ...setUp.ownDatabaseFiles.filter((file) => file !== WRITER_FILE),
  setUp.testDataFile,
];

const Row = v.record(v.string(), v.unknown());
type Row = v.InferOutput<typeof Row>;

export const views = allDirectories.map(({ name }) => `directory.${name}`);

export class PortalDatabase {
  readonly database: LocalDatabase;
  /** Set while a transaction is open. */
  #session: Session | undefined;

  private constructor(database: LocalDatabase) {
    this.database = database;
  }

  static async open(open: TestDatabase['open']): Promise<PortalDatabase> {
    const portal = new PortalDatabase(await open());
    await portal.run(textsOf(FILES).join('\n'));
    return portal;
  }

  /** Opens a transaction. All statements run in it until `rollBack` is called. */
  async begin(): Promise<void> {
    this.#session = await this.database.session();
    await this.#session.query('begin');
  }

  async rollBack(): Promise<void> {
    await this.#session?.release();
    this.#session = undefined;
  }

  async run(sql: string): Promise<void> {
    await (this.#session?.script(sql) ?? this.database.runScript(sql));
  }

  /**
   * Returns the first column of a statement's rows, as text in PostgreSQL's format.
   *
   * @param role - role that runs the statement. In a transaction, the role is ignored.
   */
  async column(sql: string, role?: string): Promise<Text[]> {
    const read = async (session: Session) => (await session.query(sql)).rows;
    const rows = await (this.#session === undefined
      ? onSession(this.database, read, role)
      : read(this.#session));
    return rows.map(([value]) => value ?? null);
  }

  /** Returns each record of a view as JSON text, in the order of the ids. The service uses the same form and order. */
  async lines(view: string): Promise<string[]> {
    const texts = await this.column(`SELECT row_to_json(t)::text FROM ${view} t ORDER BY t.id`);
    return texts.map(String);
  }

  async linesOf(relations: readonly string[]): Promise<string[]> {
    const lines: string[] = [];
    for (const relation of relations) lines.push(...(await this.lines(relation)));
    return lines;
  }

  async records(view: string): Promise<Row[]> {
    return (await this.lines(view)).map((line) => v.parse(Row, JSON.parse(line)));
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}
