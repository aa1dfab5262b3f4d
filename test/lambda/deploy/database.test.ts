/** Tests the set-up of a stage's own database, through the local Data API. */

import { randomBytes } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { scramVerifier } from '../../../lambda/deploy/role-login.ts';
import { migrationFiles } from '../../../lambda/deploy/set-up.ts';
import { openPostgres } from '../../../local/local-database.ts';
import { databases, takeReaderRole } from '../../support/databases.ts';
import { LocalSetUp, PASSWORD, readerSecret, sqlFolder } from '../../support/data-api.ts';
import { newFolder } from '../../support/run-folder.ts';

const OPEN_LIMIT_MS = 60_000;

/** Statements that undo an earlier set-up. They drop the two schemas, and grant permissions that the set-up revokes. */
const FORGET = `
  DROP SCHEMA IF EXISTS directory, portal CASCADE;
  DO $$ BEGIN EXECUTE format('GRANT CREATE, TEMPORARY ON DATABASE %I TO PUBLIC', current_database()); END $$;
  ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO PUBLIC`;

const small = { TestDataStartups: '3' };
const migrations = migrationFiles(sqlFolder).map((file) => path.basename(file, '.sql'));
const next = `${String(migrations.length + 1).padStart(3, '0')}-later_column`;

/** Statements that insert a startup with a founder and a job. */
const rows = `
  INSERT INTO portal.startups (id, slug, name) VALUES ('00000000-0000-4000-8000-000000000001', 'acme', 'Acme');
  INSERT INTO portal.enrollments (startup_id, status) SELECT id, 'active' FROM portal.startups;
  INSERT INTO portal.founders (startup_id, first_name, last_name, email, in_public_directory)
    SELECT id, 'Ada', 'Example', 'ada@example.org', true FROM portal.startups;
  INSERT INTO portal.jobs (startup_id, title, status) SELECT id, 'Engineer', 'published' FROM portal.startups`;

type Files = Readonly<Record<string, string | ((before: string) => string)>>;

/** Returns a folder that contains `db/` as in another release: the current files, with some added or changed. */
function otherRelease(files: Files): string {
  const folder = newFolder('db');
  cpSync(sqlFolder, folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, typeof text === 'string' ? text : text(readFileSync(file, 'utf8')));
  }
  return folder;
}

/**
 * A release with a migration that adds a column to the table of startups, and changes the type of another column, which views
 * read. The release also adds the new column to the view of startups.
 */
const later = otherRelease({
  [`portal/migrations/${next}.sql`]:
    'alter table portal.startups add column later_column text, alter column team_size type bigint;',
  'directory/startups.sql': (view) =>
    view.replace(
      /\nfrom directory\.portfolio s\n/u,
      ',\n  (select later_column from portal.startups where startups.id = s.id)$&',
    ),
});

describe.each(databases())('on $name,', ({ name, open }) => {
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  beforeAll(async () => {
    giveBackRole = await takeReaderRole();
    local = await LocalSetUp.open(open);
  }, OPEN_LIMIT_MS);
  beforeEach(async () => {
    await local.database.runScript(FORGET);
    local.api.faults.set('up');
    local.holdPassword();
    local.forget();
    local.onPause = async () => {};
    jest.spyOn(console, 'log').mockImplementation((...words) => local.lines.push(words.join(' ')));
  });
  afterAll(async () => {
    await local.close();
    await giveBackRole();
  });

  const is = async (condition: string) => (await local.value(`SELECT ${condition}`)) === 't';
  const all = async (sql: string) =>
    (await local.value(
      `SELECT string_agg(row::text, ', ' ORDER BY row) FROM (${sql}) AS r (row)`,
    )) ?? '';
  const listed = async () =>
    all(`SELECT name FROM directory.startups UNION ALL SELECT first_name FROM directory.founders
      UNION ALL SELECT title FROM directory.jobs`);
  const recorded = async () => all('SELECT name FROM portal.schema_migrations');
  const blurbs = async () => all('SELECT DISTINCT blurb FROM portal.startups');
  const edit = async () => local.database.runScript(`UPDATE portal.startups SET blurb = 'Edited'`);

  // In the other tests, the database's owner is a superuser, but Aurora has no superusers. Without this test, a statement that
  // only a superuser may run would fail only in AWS. This test runs first, so that its owner also creates the roles if the
  // server does not have them yet.
  test('an owner without superuser rights can set up the database', async () => {
    const owner = `owner_${randomBytes(6).toString('hex')}`;
    await local.database.runScript(`
      CREATE ROLE ${owner} CREATEROLE;
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I OWNER TO ${owner}', current_database());
        EXECUTE (SELECT coalesce(string_agg(format('GRANT %I TO ${owner} WITH ADMIN OPTION', rolname), ';'), 'SELECT')
          FROM pg_roles WHERE rolname IN ('directory_reader', 'portal_writer'));
      END $$`);
    const shared = { ...local.database, close: async () => undefined };
    const ofOwner = await LocalSetUp.open(async () => shared, owner);

    await ofOwner.setUp(small);

    expect(await is('count(*) = 3 FROM directory.startups')).toBe(true);
    expect(await is(`rolcanlogin FROM pg_roles WHERE rolname = 'directory_reader'`)).toBe(true);
    await ofOwner.close();
    await local.database.runScript(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO CURRENT_USER', current_database()); END $$;
      DROP OWNED BY ${owner}; REVOKE directory_reader, portal_writer FROM ${owner}; DROP ROLE ${owner}`,
    );
  });

  test('a set-up runs in one transaction, and its log does not contain the password', async () => {
    await local.setUp(small);

    const [first, ...others] = local.operations;
    expect([first, others.pop()]).toEqual(['BeginTransaction', 'CommitTransaction']);
    expect(new Set(others)).toEqual(new Set(['ExecuteStatement']));
    expect(local.lines).toEqual([
      `Set up: {"migrations":${JSON.stringify(migrations)},"isTestDataLoaded":true}`,
    ]);
    expect(
      await is(`rolcanlogin AND rolpassword LIKE 'SCRAM-SHA-256$4096:%' FROM pg_authid
        WHERE rolname = 'directory_reader'`),
    ).toBe(true);
    expect(local.lines.join()).not.toContain(PASSWORD);
  });

  test('a set-up loads test data into empty tables, and a later set-up replaces the rows only if the test data or the number of startups has changed', async () => {
    await local.setUp();
    await local.setUp(small);
    const original = await blurbs();
    await edit();

    await local.setUp(small);
    expect(await blurbs()).toBe('Edited');

    const other = otherRelease({ 'portal/test-data.sql': (text) => `${text}\n-- x` });
    await local.setUp(small, other);
    expect(await blurbs()).toBe(original);
    await local.setUp({ TestDataStartups: '4' }, other);
    expect(await is('count(*) = 4 FROM directory.startups')).toBe(true);
  });

  test('a set-up with test data fails and changes nothing if the tables contain rows that are not test data', async () => {
    await local.setUp();
    await local.database.runScript(`INSERT INTO portal.programs (name) VALUES ('Real')`);

    await expect(local.setUp(small)).rejects.toThrow(
      /^The database was not set up: The portal tables contain rows that are not test data, .*: deploy this stage without test data/,
    );

    expect(await all('SELECT name FROM portal.programs')).toBe('Real');
    expect(await is(`to_regproc('portal.load_test_data') IS NULL`)).toBe(true);
  });

  test('the rows are kept while a release with a new column is set up, rolled back and set up again', async () => {
    await local.setUp();
    await local.database.runScript(rows);
    const appliedAt = await all('SELECT applied_at FROM portal.schema_migrations');
    await local.setUp();
    expect(await all('SELECT applied_at FROM portal.schema_migrations')).toBe(appliedAt);

    await local.setUp({}, later);
    await local.database.runScript(`UPDATE portal.startups SET later_column = 'Onwards'`);
    expect(await all('SELECT later_column FROM directory.startups')).toBe('Onwards');
    await local.setUp();
    expect(await listed()).toBe('Acme, Ada, Engineer');
    await local.setUp({}, later);

    expect(await recorded()).toBe([...migrations, next].join(', '));
    expect(await all('SELECT later_column FROM directory.startups')).toBe('Onwards');
  });

  // prettier-ignore
  test.each<[name: string, files: Files, message: RegExp]>([
    ['a migration that fails', { [`portal/migrations/${next}.sql`]: 'create table portal.x ();\nalter table portal.y\n  add z text;' },
      new RegExp(`: portal/migrations/${next}\\.sql, at "alter table portal.y": ERROR: relation "portal.y" does not exist.*SQLState: 42P01`, 'u')],
    ['a file that cannot be split into statements', { 'directory/jobs.sql': 'select 1' }, /: directory\/jobs\.sql cannot be split into statements after ""/u],
    ['a view that fails', { 'directory/jobs.sql': (view) => view.replace('j.title', 'j.motto') },
      /: directory\/jobs\.sql, at "create or replace view directory\.jobs .*column j\.motto does not exist/u],
  ])('with %s, a set-up is rolled back, and the error message names the file', async (_, files, message) => {
    await local.setUp();

    await expect(local.setUp({}, otherRelease(files))).rejects.toThrow(message);

    expect(await recorded()).toBe(migrations.join(', '));
    expect(await is(`to_regclass('portal.x') IS NULL`)).toBe(true);
    expect(await is(`to_regclass('directory.jobs') IS NOT NULL`)).toBe(true);
    expect(local.operations.at(-1)).toBe('RollbackTransaction');
  });

  test('a migration is refused if a different migration with the same number has already been applied', async () => {
    await local.setUp({}, later);
    const other = next.replace('later_column', 'motto');
    const folder = otherRelease({ [`portal/migrations/${other}.sql`]: 'select 1;' });

    await expect(local.setUp({}, folder)).rejects.toThrow(
      `This database already has the migration ${next}, but db/ contains ${other} with the same number: restore ${next}.sql, and give ${other} the next free number`,
    );
  });

  test('a set-up waits for a paused database to resume', async () => {
    local.api.faults.set('resuming');
    local.onPause = async () => {
      if (local.pauses.length === 3) local.api.faults.set('up');
    };

    await local.setUp();

    expect(local.pauses).toEqual([1000, 2000, 4000]);
    expect(local.lines[0]).toMatch(/^the paused database is resuming; waited 0 s/u);
    expect(await is(`to_regnamespace('directory') IS NOT NULL`)).toBe(true);
  });

  test.each([
    '{"username":"postgres","password":"x"}',
    '{"username":"directory_reader"}',
    '{"username":"directory_reader","password":""}',
    '{"username":"directory_reader","password":"pässword"}',
    String.raw`{"username":"directory_reader","password":"line\nbreak"}`,
    'not json',
  ])('an invalid secret of the reader is refused: %s', async (secret) => {
    local.secrets.secrets.set(readerSecret, secret);

    await expect(local.setUp()).rejects.toThrow(
      /does not contain JSON with the username directory_reader and a password of printable ASCII/u,
    );
    expect(local.operations).toEqual([]);
  });

  test.each(['0', '-1', '1.5', 'many', '10001', '1; drop schema portal'])(
    'TestDataStartups is refused if it is %s',
    async (startups) => {
      await expect(local.setUp({ TestDataStartups: startups })).rejects.toThrow(
        'TestDataStartups must be 1 to 10000',
      );
      expect(local.operations).toEqual([]);
    },
  );

  test('for each password, the set-up computes the same verifier as PostgreSQL', async () => {
    await local.setUp();
    for (const password of ['correct horse', `it's; "quoted" $$ \\ :name`, 'x'.repeat(300)]) {
      const quoted = password.replaceAll(/['\\]/gu, String.raw`\$&`);
      await local.database.runScript(`ALTER ROLE directory_reader PASSWORD E'${quoted}'`);
      const stored = await all(`SELECT rolpassword FROM pg_authid
        WHERE rolname = 'directory_reader'`);
      const salt = /^SCRAM-SHA-256\$4096:([^$]+)\$/u.exec(stored)?.[1] ?? '';

      expect(scramVerifier(password, Buffer.from(salt, 'base64'))).toBe(stored);
      expect(scramVerifier(password)).not.toBe(stored);
    }
  });

  // These tests need a second session or a login. PGlite has only one session and no logins.
  (name === 'PGlite' ? describe.skip : describe)('with other sessions,', () => {
    test('concurrent set-ups take turns', async () => {
      await Promise.all([local.setUp(), local.setUp()]);

      expect(await recorded()).toBe(migrations.join(', '));
    });

    test('a set-up that finds a locked table starts again from the beginning', async () => {
      await local.setUp();
      const portal = await local.database.session();
      await portal.query('BEGIN');
      await portal.query('LOCK TABLE portal.startups IN ACCESS SHARE MODE');
      local.onPause = async () => portal.release();

      await local.setUp({}, later);

      expect(local.pauses).toEqual([1000]);
      expect(local.lines).toContain(
        'another transaction holds a lock on the tables or views; waited 0 s, retrying in 1 s',
      );
      expect(await recorded()).toBe([...migrations, next].join(', '));
    });

    test('the reader can log in with the password in the secret', async () => {
      await local.setUp();
      const address = new URL(process.env['TEST_DATABASE_URL'] ?? '');
      Object.assign(address, {
        username: 'directory_reader',
        password: encodeURIComponent(PASSWORD),
      });
      const database = await openPostgres(address.href);
      const session = await database.session();

      expect((await session.query('SELECT current_user')).rows).toEqual([['directory_reader']]);

      await session.release();
      await database.close();
      await local.database.runScript('ALTER ROLE directory_reader NOLOGIN PASSWORD NULL');
    });
  });
});
