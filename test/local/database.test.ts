/** The database of this machine on each engine: its sessions, and how it is set up at a start. */

import { randomBytes } from 'node:crypto';

import { type LocalDatabase, onSession, type Session } from '../../local/local-database.ts';
import { openPreparedDatabase, type WantedDatabase } from '../../local/prepared-database.ts';
import { databases, withReaderRole } from '../support/database/databases.ts';

describe.each(databases())('on $name', ({ open }) => {
  let database: LocalDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => database.close());

  /** What the owner finds: the first value of the first row. */
  const value = async (sql: string): Promise<string | null | undefined> =>
    onSession(database, async (session) => (await session.query(sql)).rows[0]?.[0]);

  describe('a session', () => {
    const role = `role_${randomBytes(6).toString('hex')}`;
    beforeAll(async () =>
      database.runScript(`
        CREATE ROLE ${role};
        CREATE TABLE secret (n int); INSERT INTO secret VALUES (1);
        CREATE TABLE shown (n int); INSERT INTO shown VALUES (2);
        GRANT SELECT ON shown TO ${role};`),
    );
    afterAll(async () => database.runScript(`DROP OWNED BY ${role}; DROP ROLE ${role};`));

    test('may do as a role what that was granted', async () => {
      const query = async (session: Session) => session.query('SELECT n FROM shown');

      expect((await onSession(database, query, role)).rows).toEqual([['2']]);
    });

    test('plans as a role does after a login, so that plans are those of AWS', async () => {
      await database.runScript(`ALTER ROLE ${role} SET random_page_cost = 1.5`);
      const show = async (session: Session) => session.query('SHOW random_page_cost');

      expect((await onSession(database, show, role)).rows).toEqual([['1.5']]);
      expect(await value('SHOW random_page_cost')).toBe('4');
    });

    test('is the owner’s again after one of a role, after an error too', async () => {
      const owner = await value('SELECT current_user');
      const failing = onSession(
        database,
        async (session) => {
          await session.query('BEGIN');
          await session.query('SELECT 1 / 0');
        },
        role,
      );

      await expect(failing).rejects.toMatchObject({ sqlState: '22012' });
      expect(await value('SELECT current_user')).toBe(owner);
    });
  });

  describe('at a start', () => {
    const small = { startups: 3, withJobs: true };
    const dropAll = async () =>
      database.runScript('DROP SCHEMA IF EXISTS directory, portal CASCADE');

    /** Prepares the database of the test, which stays open whatever becomes of it. */
    const prepare = async (wanted: Partial<WantedDatabase> = {}) => {
      const kept = { ...database, close: async () => undefined };
      return withReaderRole(async () =>
        openPreparedDatabase({ open: async () => kept, ...wanted }),
      );
    };

    const startups = async () => Number(await value('SELECT count(*) FROM directory.startups'));

    const edit = async () => database.runScript(`UPDATE portal.startups SET name = 'Edited'`);
    const edited = async () =>
      Number(await value(`SELECT count(*) FROM directory.startups WHERE name = 'Edited'`));

    describe('after another, in the same database', () => {
      test('an empty one is given what was asked for', async () => {
        await prepare({ testData: small });

        expect(await startups()).toBe(3);
      });

      test('it finds its data, with every edit', async () => {
        await edit();

        await prepare({ testData: small });

        expect(await edited()).toBe(3);
      });

      test('a fresh one loads the same data anew', async () => {
        await prepare({ testData: small, fresh: true });

        expect([await startups(), await edited()]).toEqual([3, 0]);
      });
    });

    describe('with a directory of somebody else', () => {
      beforeEach(async () => {
        await dropAll();
        await database.runScript(`
          CREATE SCHEMA directory;
          CREATE VIEW directory.startups AS SELECT 1 AS id;
          CREATE VIEW directory.founders AS SELECT 2 AS id;
          CREATE VIEW directory.jobs AS SELECT 3 AS id`);
      });

      test('it is used as it is', async () => {
        await prepare();

        expect(await startups()).toBe(1);
      });

      test.each([
        ['--scale or --empty-jobs', { testData: small }],
        ['--fresh', { fresh: true }],
      ])('%s is refused in one sentence, and nothing is dropped', async (_, wanted) => {
        await expect(prepare(wanted)).rejects.toThrow(
          /^The database contains data that is not test data\. [^\n]+$/,
        );
        expect(await startups()).toBe(1);
      });
    });

    test.each(['portal', 'directory'])(
      'a schema %s without the views is refused and not dropped',
      async (schema) => {
        await dropAll();
        await database.runScript(
          `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.precious (id int)`,
        );

        await expect(prepare()).rejects.toThrow(
          /^The database has a schema named portal or directory but not the views/,
        );
        await expect(prepare({ fresh: true })).rejects.toThrow(/^The database has a schema/u);
        expect(await value(`SELECT count(*) FROM ${schema}.precious`)).toBe('0');
      },
    );
  });
});
