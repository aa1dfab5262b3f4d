import { setImmediate as nextTurn } from 'node:timers/promises';

import { type OwnDatabase, setUpOwnDatabase } from '../../deploy/database.ts';
import { migrationFiles } from '../../deploy/database/sql-files.ts';
import { MARKER } from '../../deploy/database/test-data.ts';
import { readerSecret } from '../support/database/data-api-client.ts';
import { databases, takeReaderRole } from '../support/database/databases.ts';
import { LocalSetUp, ownerAddress, PASSWORD, sqlFolder } from '../support/database/local-set-up.ts';

const OPEN_LIMIT_MS = 60_000;
const small = { startups: 3, withJobs: true };

describe.each(databases())('on $name', ({ open }) => {
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  beforeAll(async () => {
    local = await LocalSetUp.open(open);
  }, OPEN_LIMIT_MS);
  beforeEach(async () => {
    giveBackRole = await takeReaderRole();
    await local.database.runScript('DROP SCHEMA IF EXISTS directory, portal CASCADE');
    await local.api.faults.set('up');
    local.holdPassword();
    local.forget();
  });
  afterEach(async () => giveBackRole());
  afterAll(async () => local.close());

  const setUp = async (options: Partial<OwnDatabase> = {}): Promise<void> =>
    setUpOwnDatabase(
      { address: ownerAddress, readerSecretArn: readerSecret, folder: sqlFolder, ...options },
      local.dependencies,
    );

  const startups = async () => Number(await local.value('SELECT count(*) FROM portal.startups'));
  const hasSchema = async (name: string) =>
    (await local.value(`SELECT to_regnamespace('${name}') IS NOT NULL`)) === 't';

  test('without test data the tables are there and empty, and the reader can log in', async () => {
    await setUp();

    expect(await startups()).toBe(0);
    expect(await local.value('SELECT count(*) FROM directory.jobs')).toBe('0');
    expect(
      await local.value(
        `SELECT rolcanlogin AND rolpassword LIKE 'SCRAM-SHA-256$4096:%' FROM pg_authid WHERE rolname = 'directory_reader'`,
      ),
    ).toBe('t');
    expect(await local.value(`SELECT to_regproc('portal.load_test_data') IS NULL`)).toBe('t');
  });

  test('it says what it does, and never the password', async () => {
    await setUp({ testData: small });

    expect(local.lines).toEqual([
      'previous views: 1 statement',
      'portal/schema-migrations.sql: 2 statements',
      ...migrationFiles(sqlFolder).map(
        (file) => expect.stringMatching(new RegExp(`^${file}: \\d+ statements?$`)) as unknown,
      ),
      'directory/schema.sql: 2 statements',
      expect.stringMatching(/^directory\/portfolio\.sql: /),
      expect.stringMatching(/^directory\/jobs\.sql: /),
      expect.stringMatching(/^directory\/startups\.sql: /),
      expect.stringMatching(/^directory\/founders\.sql: /),
      expect.stringMatching(/^directory\/reader\.sql: /),
      expect.stringMatching(/^own-database\.sql: /),
      expect.stringMatching(/^portal\/test-data\.sql: /),
      'the test data of 3 startups is loaded',
      'directory_reader: logs in with the password of its secret',
    ]);
    expect(local.lines.join('\n')).not.toContain(PASSWORD);
  });

  test('all of it is one transaction', async () => {
    await setUp({ testData: small });

    const operations = local.calls.map(({ operation }) => operation);
    expect(operations.slice(0, 2)).toEqual(['ExecuteStatement', 'BeginTransaction']);
    expect(operations.at(-1)).toBe('CommitTransaction');
    expect(operations.filter((operation) => operation !== 'ExecuteStatement')).toHaveLength(2);
  });

  test('a second run loads nothing, keeps every edit and says so', async () => {
    await setUp({ testData: small });
    await local.database.runScript(`UPDATE portal.startups SET name = 'Edited'`);
    const count = await startups();
    local.forget();

    await setUp({ testData: small });

    expect(local.lines).toContain('the test data of 3 startups is there already: nothing to load');
    expect(await local.value(`SELECT count(*) FROM portal.startups WHERE name = 'Edited'`)).toBe(
      String(count),
    );
  });

  test('other test data replaces ours', async () => {
    await setUp({ testData: small });
    const before = await startups();

    await setUp({ testData: { startups: 5, withJobs: true } });

    expect(await startups()).toBeGreaterThan(before);
    expect(await local.value(`SELECT obj_description('portal'::regnamespace)`)).toContain(MARKER);
  });

  test('empty tables that were there before are given test data', async () => {
    await setUp();

    await setUp({ testData: small });

    expect(await local.value('SELECT count(*) FROM directory.startups')).toBe('3');
  });

  test.each([
    ['startups', `INSERT INTO portal.startups (slug, name) VALUES ('real', 'Real')`],
    ['programs', `INSERT INTO portal.programs (name) VALUES ('Real')`],
  ])('rows in %s that are not ours stop it, and stay', async (table, insert) => {
    await setUp();
    await local.database.runScript(insert);

    await expect(setUp({ testData: small })).rejects.toThrow(
      /^The portal tables hold rows that are not test data, .*: deploy this stage without test data/,
    );

    expect(await local.value(`SELECT count(*) FROM portal.${table}`)).toBe('1');
    expect(await local.value(`SELECT to_regproc('portal.load_test_data') IS NULL`)).toBe('t');
  });

  test('rows that are not ours do not stop it where no test data is asked for', async () => {
    await setUp();
    await local.database.runScript(
      `INSERT INTO portal.startups (slug, name) VALUES ('real', 'Real')`,
    );

    await setUp();

    expect(await startups()).toBe(1);
  });

  test('a statement that fails rolls everything back and is named with its file', async () => {
    await local.database.runScript('CREATE SCHEMA portal; CREATE TABLE portal.founders (id uuid)');

    await expect(setUp()).rejects.toMatchObject({
      name: 'StatementError',
      message: expect.stringMatching(
        /^portal\/migrations\/001-tables\.sql, at "create index if not exists founders_of_startup .*": ERROR: column "startup_id" does not exist.*SQLState: 42703/,
      ) as unknown,
    });

    expect(await hasSchema('directory')).toBe(false);
    expect(await local.value(`SELECT to_regclass('portal.startups') IS NULL`)).toBe('t');
    expect(local.calls.at(-1)?.operation).toBe('RollbackTransaction');
  });

  test('views of another version give way, so that a deployment can be rolled back', async () => {
    await setUp({ testData: small });
    await local.database.runScript(`
      DROP VIEW directory.founders;
      CREATE VIEW directory.founders AS SELECT 1 AS id, 'x' AS later_column`);

    await setUp({ testData: small });

    const session = await local.database.session({ role: 'directory_reader' });
    const { columns } = await session.query('SELECT * FROM directory.founders');
    await session.release();
    expect(columns.map(({ name }) => name)).not.toContain('later_column');
  });

  test('a service that reads meanwhile meets the lists whole, every time', async () => {
    await setUp({ testData: small });
    const progress = { isDone: false };
    const counts: unknown[] = [];
    const read = async (): Promise<void> => {
      while (!progress.isDone) {
        const session = await local.database.session({ role: 'directory_reader' });
        const { rows } = await session.query('SELECT count(*) FROM directory.startups');
        await session.release();
        counts.push(rows[0]?.[0]);
        await nextTurn(); // PGlite answers at once: without it the set-up's calls would never arrive
      }
    };

    const setting = setUp({ testData: small }).finally(() => {
      progress.isDone = true;
    });
    await Promise.all([setting, read(), read()]);

    expect(counts.length).toBeGreaterThan(1);
    expect(new Set(counts)).toEqual(new Set(['3']));
  });

  test('a table in the place of a view is not dropped', async () => {
    await local.database.runScript(
      'CREATE SCHEMA directory; CREATE TABLE directory.founders (id uuid)',
    );

    await expect(setUp()).rejects.toThrow(
      /^previous views, at "drop view if exists directory\.startups, directory\.founders, directory\.jobs, [^"]*": ERROR: "founders" is not a view/,
    );

    expect(await local.value('SELECT count(*) FROM directory.founders')).toBe('0');
  });

  test('a database that wakes up is asked again, at growing intervals', async () => {
    await local.api.faults.set('resuming', { calls: 6 });

    await setUp();

    expect(local.pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(local.lines.slice(0, 2)).toEqual([
      'the paused database is waking up; waited 0 s, asking again in 1 s',
      'the paused database is waking up; waited 1 s, asking again in 2 s',
    ]);
    expect(await hasSchema('directory')).toBe(true);
  });

  test.each([
    'DatabaseUnavailableException',
    'DatabaseNotFoundException',
    'HttpEndpointNotEnabledException',
    'StatementTimeoutException',
  ])('%s on the first call is waited out too', async (fault) => {
    await local.api.faults.set(fault, { calls: 2 });

    await setUp();

    expect(local.pauses).toEqual([1000, 2000]);
  });

  test('a database that never wakes up is given three minutes', async () => {
    await local.api.faults.set('resuming');

    await expect(setUp()).rejects.toMatchObject({ name: 'DatabaseResumingException' });

    const waited = local.pauses.reduce((sum, pause) => sum + pause, 0);
    expect(waited).toBeGreaterThan(170_000);
    expect(waited).toBeLessThanOrEqual(180_000);
  });

  test('what does not pass by itself is not waited for', async () => {
    await local.api.faults.set('InvalidSecretException');

    await expect(setUp()).rejects.toMatchObject({ name: 'InvalidSecretException' });

    expect(local.pauses).toEqual([]);
  });

  test.each([
    [JSON.stringify({ username: 'postgres', password: 'x' }), /belongs to the user postgres and/],
    [JSON.stringify({ username: 'directory_reader' }), /does not hold JSON with a username and/],
    ['not json', /does not hold JSON with a username and a password/],
  ])('a secret that is not the reader’s is refused: %s', async (secret, message) => {
    local.secrets.secrets.set(readerSecret, secret);

    await expect(setUp()).rejects.toThrow(message);

    expect(local.calls).toEqual([]);
  });

  test('a missing secret is told by its name', async () => {
    local.secrets.secrets.clear();

    await expect(setUp()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
