import { readFileSync } from 'node:fs';
import path from 'node:path';

import { MARKER } from '../../../deploy/database/test-data.ts';
import type { LocalDatabase } from '../../../local/database/local-database.ts';
import {
  openPreparedDatabase,
  type PreparedDatabase,
  type WantedDatabase,
} from '../../../local/database/open-database.ts';
import { databases, withReaderRole } from '../../support/database/databases.ts';

const OPEN_LIMIT_MS = 60_000;
const small = { startups: 30, withJobs: true };

describe.each(databases())('on $name', ({ open }) => {
  let database: LocalDatabase;
  beforeAll(async () => {
    database = await open();
  }, OPEN_LIMIT_MS);
  beforeEach(async () => database.runScript('DROP SCHEMA IF EXISTS directory, portal CASCADE'));
  afterAll(async () => database.close());

  /** Prepares the database of the test, which stays open whatever becomes of it. */
  const prepare = async (wanted: Partial<WantedDatabase> = {}): Promise<PreparedDatabase> => {
    const kept = { ...database, close: async () => undefined };
    return withReaderRole(async () => openPreparedDatabase({ open: async () => kept, ...wanted }));
  };

  const value = async (sql: string): Promise<string | null | undefined> => {
    const session = await database.session();
    try {
      return (await session.query(sql)).rows[0]?.[0];
    } finally {
      await session.release();
    }
  };

  const startups = async () => Number(await value('SELECT count(*) FROM directory.startups'));

  const edit = async () => database.runScript(`UPDATE portal.startups SET name = 'Edited'`);
  const edited = async () =>
    Number(await value(`SELECT count(*) FROM directory.startups WHERE name = 'Edited'`));

  test('an empty database is given 120 startups, and jobs', async () => {
    const { isNew } = await prepare();

    expect([isNew, await startups()]).toEqual([true, 120]);
    expect(Number(await value('SELECT count(*) FROM directory.jobs'))).toBeGreaterThan(0);
  });

  test('a second start finds its data, with every edit', async () => {
    await prepare({ testData: small });
    await edit();

    const { isNew } = await prepare({ testData: small });

    expect([isNew, await edited()]).toEqual([false, 30]);
  });

  test('a database of version 1.0.0 is migrated, keeps what was edited, and a line says so', async () => {
    await database.runScript(
      readFileSync(path.join(__dirname, '../../db/releases/1.0.0.sql'), 'utf8'),
    );
    await database.runScript(`COMMENT ON SCHEMA portal IS '${MARKER}${'0'.repeat(64)}'`);
    await edit();
    const lines: string[] = [];

    const { isNew } = await prepare({ log: (line) => lines.push(line) });

    expect([isNew, await edited()]).toEqual([false, 2]);
    expect(lines).toEqual([
      expect.stringMatching(
        /^Database: migration 001-tables is applied; .*the test data of 120 startups is not loaded, because/u,
      ),
    ]);
  });

  test('a start without options goes back to 120 startups', async () => {
    await prepare({ testData: small });

    const { isNew } = await prepare();

    expect([isNew, await startups()]).toEqual([true, 120]);
  });

  test('other options load the data anew', async () => {
    await prepare({ testData: small });

    const more = await prepare({ testData: { startups: 40, withJobs: true } });
    const count = await startups();
    const withoutJobs = await prepare({ testData: { startups: 40, withJobs: false } });

    expect([more.isNew, count, withoutJobs.isNew]).toEqual([true, 40, true]);
    expect(await value('SELECT count(*) FROM directory.jobs')).toBe('0');
  });

  test('a fresh start loads the same data anew', async () => {
    await prepare({ testData: small });
    await edit();

    const { isNew } = await prepare({ testData: small, fresh: true });

    expect([isNew, await startups(), await edited()]).toEqual([true, 30, 0]);
  });

  test('a load that fails changes nothing', async () => {
    await prepare({ testData: small });
    await edit();
    // The comment with the marker is the last thing that a load writes.
    await database.runScript(`CREATE FUNCTION public.refuse() RETURNS event_trigger
      LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
      CREATE EVENT TRIGGER refusing ON ddl_command_end WHEN TAG IN ('COMMENT') EXECUTE FUNCTION public.refuse()`);
    try {
      await expect(prepare({ testData: small, fresh: true })).rejects.toThrow('refused');
    } finally {
      await database.runScript('DROP EVENT TRIGGER refusing');
    }

    expect([await startups(), await edited()]).toEqual([30, 30]);
  });

  describe('with a directory of somebody else', () => {
    beforeEach(async () => {
      await database.runScript(`
        CREATE SCHEMA directory;
        CREATE VIEW directory.startups AS SELECT 1 AS id;
        CREATE VIEW directory.founders AS SELECT 2 AS id;
        CREATE VIEW directory.jobs AS SELECT 3 AS id`);
    });

    test('it is used as it is', async () => {
      const { isNew } = await prepare();

      expect([isNew, await startups()]).toEqual([false, 1]);
    });

    test.each([
      ['--scale or --empty-jobs', { testData: small }],
      ['--fresh', { fresh: true }],
    ])('%s is refused in one sentence, and nothing is dropped', async (_, wanted) => {
      await expect(prepare(wanted)).rejects.toMatchObject({
        name: 'DatabaseNotOurs',
        message: expect.stringMatching(
          /^The database has a directory that is not made of test data: [^\n]+$/,
        ) as unknown,
      });
      expect(await startups()).toBe(1);
    });
  });

  test.each(['portal', 'directory'])(
    'a schema %s without the views is refused and not dropped',
    async (schema) => {
      await database.runScript(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.precious (id int)`);

      await expect(prepare()).rejects.toThrow(
        /^The database has a schema named portal or directory but not the views/,
      );
      await expect(prepare({ fresh: true })).rejects.toMatchObject({ name: 'DatabaseNotOurs' });
      expect(await value(`SELECT count(*) FROM ${schema}.precious`)).toBe('0');
    },
  );

  test('a database that cannot be prepared is closed', async () => {
    await database.runScript('CREATE SCHEMA portal');
    const close = jest.fn(async () => undefined);

    const opening = openPreparedDatabase({
      open: async () => ({ ...database, close }),
    });

    await expect(opening).rejects.toMatchObject({ name: 'DatabaseNotOurs' });
    expect(close).toHaveBeenCalledTimes(1);
  });
});
