/** Tests the local database on each engine: its sessions, and its set-up when the service starts. */

import { randomBytes } from 'node:crypto';

import { type LocalDatabase, onSession } from '../../local/local-database.ts';
import { openPreparedDatabase, type WantedDatabase } from '../../local/prepared-database.ts';
import { databases, withReaderRole } from '../support/databases.ts';

describe.each(databases())('on $name,', ({ open }) => {
  let database: LocalDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => database.close());

  /** Returns the first value of the first row, as the owner sees it. */
  const value = async (sql: string): Promise<string | null | undefined> =>
    onSession(database, async (session) => (await session.query(sql)).rows[0]?.[0]);

  test('a session has the permissions and planner settings of its role until the session ends', async () => {
    const role = `role_${randomBytes(6).toString('hex')}`;
    await database.runScript(`
      CREATE ROLE ${role};
      CREATE TABLE shown (n int); INSERT INTO shown VALUES (2); GRANT SELECT ON shown TO ${role};
      ALTER ROLE ${role} SET random_page_cost = 1.5`);
    const asRole = async (sql: string) =>
      onSession(database, async (session) => (await session.query(sql)).rows, role);
    const owner = await value('SELECT current_user');

    expect(await asRole('SELECT n FROM shown')).toEqual([['2']]);
    // In AWS, PostgreSQL applies the role's settings when the role logs in. On this machine, a different role logs in, so the
    // session must apply the planner settings itself. Otherwise, the query plans would differ from those in AWS.
    expect(await asRole('SHOW random_page_cost')).toEqual([['1.5']]);
    expect(await value('SHOW random_page_cost')).toBe('4');
    await expect(asRole('SELECT 1 / 0')).rejects.toMatchObject({ sqlState: '22012' });
    expect(await value('SELECT current_user')).toBe(owner);
    await database.runScript(`DROP OWNED BY ${role}; DROP ROLE ${role};`);
  });

  const small = { startups: 3, withJobs: true };
  const count = async (relation: string) => value(`SELECT count(*) FROM ${relation}`);
  const makeAnother = async (sql: string) =>
    database.runScript(`DROP SCHEMA IF EXISTS directory, portal CASCADE; ${sql}`);

  /** Prepares the database of the test and keeps it open. */
  const prepare = async (wanted: Partial<WantedDatabase> = {}) => {
    const kept = { ...database, close: async () => undefined };
    return withReaderRole(async () => openPreparedDatabase({ open: async () => kept, ...wanted }));
  };

  test('an empty database gets the test data, and edits to this data survive until `fresh` is set', async () => {
    const edited = `directory.startups WHERE name = 'Edited'`;
    await prepare({ testData: small });
    expect(await count('directory.startups')).toBe('3');

    await database.runScript(`UPDATE portal.startups SET name = 'Edited'`);
    await prepare({ testData: small });
    expect(await count(edited)).toBe('3');

    await prepare({ testData: small, fresh: true });
    expect(await count('directory.startups')).toBe('3');
    expect(await count(edited)).toBe('0');
  });

  test('data that is not test data stays unchanged, and options that would replace it are refused', async () => {
    await makeAnother(`
      CREATE SCHEMA directory;
      CREATE VIEW directory.startups AS SELECT 1 AS id;
      CREATE VIEW directory.founders AS SELECT 2 AS id;
      CREATE VIEW directory.jobs AS SELECT 3 AS id`);

    await prepare();
    for (const wanted of [{ testData: small }, { fresh: true }]) {
      const sentence = /^The database contains data that is not test data\. [^\n]+$/;
      await expect(prepare(wanted)).rejects.toThrow(sentence);
    }
    expect(await count('directory.startups')).toBe('1');
  });

  test.each(['portal', 'directory'])(
    'a %s schema without the views is refused and not dropped',
    async (schema) => {
      await makeAnother(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.precious (id int)`);

      for (const fresh of [false, true]) {
        await expect(prepare({ fresh })).rejects.toThrow(
          /^The database has a portal or directory schema, but lacks at least one of the views/,
        );
      }
      expect(await count(`${schema}.precious`)).toBe('0');
    },
  );
});
