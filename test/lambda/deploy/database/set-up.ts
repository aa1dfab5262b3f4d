/** The step of a deployment that sets up a stage's own database. */

import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { awake } from '../../../../lambda/aws/retry.ts';
import { MARKER } from '../../../../lambda/deploy/database/set-up.ts';
import {
  allFiles,
  migrationFiles,
  readSqlFiles,
} from '../../../../lambda/deploy/database/sql-files.ts';
import { awsError } from '../../../support/aws/aws-error.ts';
import { readerSecret } from '../../../support/database/data-api-client.ts';
import { LocalSetUp, PASSWORD, sqlFolder } from '../../../support/database/local-set-up.ts';

const testData = { TestDataStartups: '3' };

/** Everything that db/ can make, in words. */
const CATALOG = `
  select string_agg(line, E'\\n' order by line) from (
    select format('%s %s %s', relkind, oid::regclass, relacl) from pg_class
      where relnamespace in ('portal'::regnamespace, 'directory'::regnamespace)
    union all
    select format('column %s.%s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull) from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace in ('portal'::regnamespace, 'directory'::regnamespace))
    union all
    select format('view %s.%s %s', schemaname, viewname, definition) from pg_views where schemaname in ('portal', 'directory')
    union all
    select format('constraint %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'portal'::regnamespace
    union all
    select format('function %s %s %s', oid::regprocedure, proacl, pg_get_functiondef(oid)) from pg_proc
      where pronamespace in ('portal'::regnamespace, 'directory'::regnamespace)
    union all
    select format('schema %s %s', nspname, nspacl) from pg_namespace where nspname in ('portal', 'directory', 'public')
    union all
    select format('defaults %s', defaclacl) from pg_default_acl
    union all
    select format('database %s', datacl) from pg_database where datname = current_database()
    union all
    select format('setting %s', setconfig) from pg_db_role_setting where setrole = 'directory_reader'::regrole
  ) as lines (line)`;

/** What db/ leaves outside of its two schemas. */
export const FORGET = `
  DROP SCHEMA IF EXISTS directory, portal CASCADE;
  DO $$ BEGIN
    EXECUTE format('GRANT CREATE, TEMPORARY ON DATABASE %I TO PUBLIC', current_database());
  END $$;
  ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO PUBLIC`;

export function setUpTests(opened: () => LocalSetUp): void {
  let local: LocalSetUp;
  beforeAll(() => {
    local = opened();
  });

  const listed = async () => local.value('SELECT count(*) FROM directory.startups');
  const is = async (condition: string) => (await local.value(`SELECT ${condition}`)) === 't';
  const hasLoader = `to_regproc('portal.load_test_data') IS NOT NULL`;

  // On Aurora nobody is a superuser: what an owner with CREATEROLE cannot do would fail there first. The first test, because
  // the owner makes the reader where there is none.
  test('an owner who is no superuser can set the database up, and again', async () => {
    const owner = `owner_${randomBytes(6).toString('hex')}`;
    await local.database.runScript(`
      CREATE ROLE ${owner} CREATEROLE;
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I OWNER TO ${owner}', current_database());
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'directory_reader') THEN
          GRANT directory_reader TO ${owner} WITH ADMIN OPTION;
        END IF;
      END $$`);
    const shared = { ...local.database, close: async () => undefined };
    const ofOwner = await LocalSetUp.open(async () => shared, owner);

    await ofOwner.setUp(testData);
    await ofOwner.setUp(testData);

    expect(await listed()).toBe('3');
    expect(await is(`rolcanlogin FROM pg_roles WHERE rolname = 'directory_reader'`)).toBe(true);
    await ofOwner.close();
    await local.database.runScript(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO CURRENT_USER', current_database()); END $$;
      DROP OWNED BY ${owner}; REVOKE directory_reader FROM ${owner}; DROP ROLE ${owner}`,
    );
  });

  test('without test data the tables are there and empty, and the reader can log in', async () => {
    await local.setUp();

    expect(await local.value('SELECT count(*) FROM portal.startups')).toBe('0');
    expect(await local.value('SELECT count(*) FROM directory.jobs')).toBe('0');
    expect(
      await is(
        `rolcanlogin AND rolpassword LIKE 'SCRAM-SHA-256$4096:%' FROM pg_authid WHERE rolname = 'directory_reader'`,
      ),
    ).toBe(true);
    expect(await is(hasLoader)).toBe(false);
  });

  test('empty tables are given test data, and other test data replaces it', async () => {
    await local.setUp();

    await local.setUp(testData);
    expect(await listed()).toBe('3');

    await local.setUp({ TestDataStartups: '5' });
    expect(await listed()).toBe('5');
    expect(await local.value(`SELECT obj_description('portal'::regnamespace)`)).toContain(MARKER);
  });

  test('rows that are not ours stop it, and stay', async () => {
    await local.setUp();
    await local.database.runScript(`INSERT INTO portal.programs (name) VALUES ('Real')`);

    await expect(local.setUp(testData)).rejects.toThrow(
      /: The portal tables hold rows that are not test data, .*: deploy this stage without test data/,
    );

    expect(await local.value(`SELECT count(*) FROM portal.programs`)).toBe('1');
    expect(await is(hasLoader)).toBe(false);
  });

  test('it says what it does, and never the password, and all of it is one transaction', async () => {
    await local.setUp(testData);

    expect(local.lines).toEqual([
      'previous views: 1 statement',
      'portal/schema-migrations.sql: 2 statements',
      ...[
        ...migrationFiles(sqlFolder),
        ...['schema', 'portfolio', 'jobs', 'startups', 'founders', 'reader'].map(
          (name) => `directory/${name}.sql`,
        ),
        'own-database.sql',
        'portal/test-data.sql',
      ].map((file) => expect.stringMatching(new RegExp(`^${file}: \\d+ statements?$`)) as unknown),
      'the test data of 3 startups is loaded',
      'directory_reader: logs in with the password of its secret',
    ]);
    expect(local.lines.join('\n')).not.toContain(PASSWORD);

    const operations = local.calls.map(({ operation }) => operation);
    expect(operations.slice(0, 2)).toEqual(['ExecuteStatement', 'BeginTransaction']);
    expect(operations.at(-1)).toBe('CommitTransaction');
    expect(operations.filter((operation) => operation !== 'ExecuteStatement')).toHaveLength(2);
  });

  test('statement by statement db/ makes what it makes as whole files', async () => {
    for (const { text } of readSqlFiles(sqlFolder, allFiles(sqlFolder))) {
      await local.database.runScript(text);
    }
    const whole = await local.value(CATALOG);
    await local.database.runScript(FORGET);

    await local.setUp(testData);

    const cut = await local.value(CATALOG);
    expect(cut?.split('\n')).toEqual(whole?.split('\n'));
    expect(cut).toContain('view directory.startups');
    expect(cut).toContain('function portal.load_test_data');
  });

  test('a statement that fails rolls everything back and is named with its file', async () => {
    await local.database.runScript('CREATE SCHEMA portal; CREATE TABLE portal.founders (id uuid)');

    await expect(local.setUp()).rejects.toMatchObject({
      message: expect.stringMatching(
        /: portal\/migrations\/001-tables\.sql, at "create index if not exists founders_of_startup .*": ERROR: column "startup_id" does not exist.*SQLState: 42703/,
      ) as unknown,
    });

    expect(await is(`to_regnamespace('directory') IS NULL`)).toBe(true);
    expect(await is(`to_regclass('portal.startups') IS NULL`)).toBe(true);
    expect(local.calls.at(-1)?.operation).toBe('RollbackTransaction');
  });

  test('a service that reads meanwhile meets the lists whole, every time', async () => {
    await local.setUp(testData);
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

    const setting = local.setUp(testData).finally(() => {
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

    await expect(local.setUp()).rejects.toThrow(
      /: previous views, at "drop view if exists directory\.startups, directory\.founders, directory\.jobs, [^"]*": ERROR: "founders" is not a view/,
    );

    expect(await local.value('SELECT count(*) FROM directory.founders')).toBe('0');
  });

  test('a database that wakes up is asked again, at growing intervals', async () => {
    await local.api.faults.set('resuming', { calls: 6 });

    await local.setUp();

    expect(local.pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(local.lines.slice(0, 2)).toEqual([
      'the paused database is waking up; waited 0 s, asking again in 1 s',
      'the paused database is waking up; waited 1 s, asking again in 2 s',
    ]);
    expect(await is(`to_regnamespace('directory') IS NOT NULL`)).toBe(true);
  });

  test.each([
    'DatabaseUnavailableException',
    'DatabaseNotFoundException',
    'HttpEndpointNotEnabledException',
    'StatementTimeoutException',
  ])('%s on the first call is waited out too', async (name) => {
    const error = awsError(name, 'not yet');
    const execute = jest.fn().mockRejectedValueOnce(error).mockRejectedValueOnce(error);

    await awake(execute, local.dependencies);

    expect(local.pauses).toEqual([1000, 2000]);
  });

  test('a database that never wakes up is given three minutes', async () => {
    await local.api.faults.set('resuming');

    await expect(local.setUp()).rejects.toMatchObject({
      cause: { name: 'DatabaseResumingException' },
    });

    const waited = local.pauses.reduce((sum, pause) => sum + pause, 0);
    expect(waited).toBeGreaterThan(170_000);
    expect(waited).toBeLessThanOrEqual(180_000);
  });

  test.each([
    [JSON.stringify({ username: 'postgres', password: 'x' }), /belongs to the user postgres and/],
    [JSON.stringify({ username: 'directory_reader' }), /does not hold JSON with a username and/],
    ['not json', /does not hold JSON with a username and a password/],
    [undefined, /Secrets Manager can't find the specified secret/],
  ])('a secret that is not the reader’s is refused: %s', async (secret, message) => {
    local.secrets.secrets.clear();
    if (secret !== undefined) local.secrets.secrets.set(readerSecret, secret);

    await expect(local.setUp()).rejects.toThrow(message);

    expect(local.calls).toEqual([]);
  });

  test.each(['0', '-1', '1.5', 'many', '10001', '1; drop schema portal'])(
    'so many startups are refused: %s',
    async (startups) => {
      await expect(local.setUp({ TestDataStartups: startups })).rejects.toThrow(
        `TestDataStartups takes a whole number from 1 to 10000, or nothing, and not "${startups}"`,
      );
      expect(local.calls).toEqual([]);
    },
  );

  test('a property that is missing is named', async () => {
    await expect(local.setUp({ ReaderSecretArn: undefined })).rejects.toThrow(
      /^The property ReaderSecretArn of the custom resource is missing or wrong: /u,
    );
  });

  test.each([
    ['denied', 'AWS does not allow this: the caller needs rds-data:ExecuteStatement'],
    ['SecretsErrorException', 'The secret cannot be used: name one'],
  ])('%s is a sentence with what to do, and is not waited for', async (fault, sentence) => {
    await local.api.faults.set(fault);

    await expect(local.setUp()).rejects.toThrow(`The database was not set up: ${sentence}`);

    expect(local.pauses).toEqual([]);
  });

  test('a database that is not there is named', async () => {
    await expect(local.setUp({ DatabaseName: 'portals' })).rejects.toThrow(
      'The database was not set up: There is no database "portals" in the cluster arn:aws:rds:',
    );
  });
}
