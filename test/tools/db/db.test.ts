/** `npm run db` at a database: what it applies, and what it says of one that is not as it must be. */

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { dataApi } from '../../../lambda/aws/data-api.ts';
import { directories } from '../../../contract/directories.ts';
import { db } from '../../../tools/db.ts';
import { check, report } from '../../../tools/db/check.ts';
import { databases, takeReaderRole } from '../../support/database/databases.ts';
import {
  LocalSetUp,
  makePortalTables,
  ownerAddress,
  PASSWORD,
  sqlFolder,
} from '../../support/database/local-set-up.ts';
import { applyTarget, runDb, target } from '../../support/db-command.ts';

const OPEN_LIMIT_MS = 60_000;

describe.each(databases())('on $name', ({ open }) => {
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  let folder: string;
  beforeAll(async () => {
    local = await LocalSetUp.open(open);
    giveBackRole = await takeReaderRole();
    folder = await mkdtemp(path.join(tmpdir(), 'db-'));
  }, OPEN_LIMIT_MS);
  afterAll(async () => {
    await giveBackRole();
    await local.close();
    await rm(folder, { recursive: true });
  });

  async function makePortal(): Promise<void> {
    await local.database.runScript('DROP SCHEMA IF EXISTS directory, portal CASCADE');
    await makePortalTables(local.database);
  }

  describe('apply', () => {
    beforeEach(async () => {
      await cp(sqlFolder, folder, { recursive: true });
      await makePortal();
      await local.database.runScript(
        `INSERT INTO portal.startups (slug, name) VALUES ('real', 'Real')`,
      );
      local.forget();
    });

    const apply = async (...more: string[]) =>
      runDb(local, ['apply', ...applyTarget, ...more], { folder });

    const edit = async (file: string, from: string | RegExp, to: string): Promise<void> => {
      const name = path.join(folder, file);
      const before = await readFile(name, 'utf8');
      const after = before.replace(from, to);
      expect(after).not.toBe(before);
      await writeFile(name, after);
    };

    const hasDirectory = async () =>
      (await local.value(`SELECT to_regnamespace('directory') IS NOT NULL`)) === 't';

    test('it applies the directory, tells its progress, and checks', async () => {
      const { code, output, complaint } = await apply();

      expect(output.split('\n')).toEqual([
        expect.stringMatching(
          /^Applied: directory\/schema\.sql, .*; directory_reader can log in$/u,
        ),
        ...['.startups', '.founders', '.jobs', '_reader'].map((name): unknown =>
          expect.stringMatching(`^ok {4}directory${name} `),
        ),
        '',
        'The database gives the service what it needs',
      ]);
      expect([code, complaint]).toEqual([0, '']);
      expect(output).not.toContain(PASSWORD);
    });

    test('as a process it finds credentials and endpoints in the environment, and the region in the ARNs; a second time changes nothing', async () => {
      const permissions = `SELECT coalesce(datacl::text, 'default') FROM pg_database WHERE datname = current_database()`;
      const before = await local.value(permissions);
      jest.replaceProperty(process, 'env', {
        HOME: '/nonexistent',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_ENDPOINT_URL_RDS_DATA: local.api.url,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: local.secrets.url,
      });
      const again = async () => runDb(local, ['apply', ...applyTarget], db.dependencies?.());

      expect([(await again()).code, (await again()).code]).toEqual([0, 0]);

      // What is the portal's own stays as it was.
      expect(await local.value('SELECT name FROM portal.startups')).toBe('Real');
      expect(await local.value(`SELECT to_regproc('portal.load_test_data') IS NULL`)).toBe('t');
      expect(await local.value(permissions)).toBe(before);
    });

    test('views that do not keep the contract are applied as the folder has them, and the check says so', async () => {
      await edit('directory/portfolio.sql', 'where exists (', 'where false and exists (');
      await edit(
        'directory/jobs.sql',
        's.team_size as startup_team_size',
        's.team_size::text as startup_team_size',
      );

      const { code, output } = await apply();

      expect(code).toBe(1);
      expect(output).toContain('Applied: ');
      expect(output).toContain(
        'FAIL  directory.jobs      the column "startup_team_size" is text and may be smallint, integer or bigint',
      );
      expect(
        await local.value(`SELECT pg_get_viewdef('directory.members'::regclass) ~* 'false and'`),
      ).toBe('t');
    });

    test('a statement that fails undoes all of it and is named with its file', async () => {
      await edit('directory/founders.sql', 'f.job_title', 'f.role');

      const { code, complaint } = await apply();

      expect(code).toBe(1);
      expect(complaint).toMatch(
        /^directory\/founders\.sql, at "create or replace view directory\.founders [^"]*": ERROR: column f\.role does not exist .*SQLState: 42703\.$/u,
      );
      expect(await hasDirectory()).toBe(false);
    });

    test('a secret of somebody else stops it before anything is done', async () => {
      local.holdPassword('x', 'postgres');

      const { code, complaint } = await apply();
      local.holdPassword();

      expect(code).toBe(1);
      expect(complaint).toMatch(
        /does not hold JSON with the username directory_reader and a password of printable ASCII: name/u,
      );
      expect(local.calls).toEqual([]);
    });

    test('--dry-run prints the statements as a script that runs, and asks nobody', async () => {
      const { code, output } = await apply('--dry-run');

      expect(code).toBe(0);
      expect(output).toMatch(
        /^begin;\n\nset local lock_timeout = '3s';\n\n-- directory\/schema\.sql\n\ncreate schema if not exists/u,
      );
      expect(output).toMatch(/;\n\ncommit;$/u);
      expect(output).not.toContain('portal/migrations');
      expect(local.calls).toEqual([]);
      expect(await hasDirectory()).toBe(false);

      const script = output.replace(/alter role directory_reader login password '[^']*';/u, '');
      await local.database.runScript(script);
      expect(await local.value('SELECT count(*) FROM directory.jobs')).toBe('0');
    });
  });

  describe('check', () => {
    beforeAll(async () => {
      await makePortal();
      await runDb(local, ['apply', ...applyTarget]);
    });
    beforeEach(() => {
      local.forget();
    });

    /** The report on a database to which something was done, which is undone again. */
    async function after(change: string): Promise<string> {
      const { rdsData, signal } = local.dependencies;
      let found = '';
      const undone = dataApi(rdsData, ownerAddress).inTransaction(signal, async (execute) => {
        for (const statement of change.split(';')) if (statement.trim()) await execute(statement);
        found = report(await check(execute), false);
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      return found;
    }

    /** The lines that say what is not as it must be. */
    const failuresAfter = async (change: string): Promise<readonly string[]> =>
      (await after(change)).split('\n').filter((line) => line.startsWith('FAIL'));

    /** Another shape of a view: its columns as they are, but for these. */
    const jobsWith = (columns: Readonly<Record<string, string>>): string => {
      const expressions = Object.keys(directories.jobs.record.entries).map(
        (name) => `${columns[name] ?? name} AS ${name}`,
      );
      return `CREATE TABLE jobs_before AS SELECT * FROM directory.jobs;
        DROP VIEW directory.jobs CASCADE;
        CREATE VIEW directory.jobs AS SELECT ${expressions.join(', ')} FROM jobs_before;
        GRANT SELECT ON directory.jobs TO directory_reader`;
    };

    test('the database that apply makes is as it must be, and the check changes nothing', async () => {
      const { code, output, complaint } = await runDb(local, ['check', ...target]);

      expect(output).toBe(
        [
          'ok    directory.startups  its 12 columns are as the contract has them',
          'ok    directory.founders  its 10 columns are as the contract has them',
          'ok    directory.jobs      its 18 columns are as the contract has them',
          'ok    directory_reader    it can log in, read the views and nothing else',
          '',
          'The database gives the service what it needs',
        ].join('\n'),
      );
      expect([code, complaint]).toEqual([0, '']);
      expect(new Set(local.calls.map(({ operation }) => operation))).toEqual(
        new Set(['ExecuteStatement']),
      );
    });

    test('--json prints one object, in which the waiting for a database that wakes up is not', async () => {
      await local.database.runScript('ALTER VIEW directory.founders RENAME TO others');
      local.api.faults.set('resuming', { calls: 2 });

      const { code, output, complaint } = await runDb(local, ['check', ...target, '--json']);
      await local.database.runScript('ALTER VIEW directory.others RENAME TO founders');

      expect(code).toBe(1);
      expect(JSON.parse(output)).toMatchObject({
        failed: 2,
        notes: 0,
        findings: [
          { subject: 'directory.startups', result: 'ok' },
          { subject: 'directory.founders', result: 'fail' },
          { subject: 'directory.jobs', result: 'ok' },
          { subject: 'directory_reader', result: 'fail' },
        ],
      });
      expect(complaint).toMatch(
        /^the paused database is waking up; waited 0 s, asking again in 1 s/u,
      );
    });

    test('a schema that is missing is told once', async () => {
      const found = await after('DROP SCHEMA directory CASCADE');

      expect(found).toContain('FAIL  directory         the schema is missing: npm run db -- apply');
      expect(found).toContain('1 thing is not as the service needs it');
    });

    test('a view that is missing is told with the file to follow', async () => {
      expect(await failuresAfter('DROP VIEW directory.founders')).toEqual([
        'FAIL  directory.founders  the view is missing: write it like db/directory/founders.sql and apply it',
      ]);
    });

    test('a column that is missing is told with what it may be', async () => {
      const found = await after('ALTER VIEW directory.founders RENAME COLUMN job_title TO title');

      expect(found).toContain(
        'FAIL  directory.founders  the column "job_title" is missing; it may be text, varchar or an enum',
      );
      expect(found).toContain(
        'note  directory.founders  the column "title" is not part of the contract and is not published',
      );
      expect(found).toContain('1 thing is not as the service needs it; 1 to note');
    });

    test.each([
      [
        {
          id: `'x'::text`,
          startup_id: '1::bigint',
          title: '1::integer',
          location_cities: `'a,b'::text`,
          expires_at: 'current_date',
          created_at: 'now()::timestamp',
          startup_team_size: '1.5::numeric',
        },
        [
          '"id" is text and may be uuid',
          '"startup_id" is bigint and may be uuid or text',
          '"title" is integer and may be text, varchar or an enum',
          '"location_cities" is text and may be text[], varchar[], jsonb or json',
          '"expires_at" is date and may be timestamp with time zone or text',
          '"created_at" is timestamp without time zone and may be timestamp with time zone or text',
          '"startup_team_size" is numeric and may be smallint, integer or bigint',
        ],
      ],
      [
        { location_cities: `'{1}'::integer[]`, startup_team_size: `'12'::text` },
        [
          '"location_cities" is integer[] and may be text[], varchar[], jsonb or json',
          '"startup_team_size" is text and may be smallint, integer or bigint',
        ],
      ],
    ])('columns of other types are told with both types: %j', async (columns, flaws) => {
      const found = await failuresAfter(jobsWith(columns));

      expect(found.filter((line) => line.includes('directory.jobs'))).toEqual(
        flaws.map((flaw) => `FAIL  directory.jobs      the column ${flaw}`),
      );
    });

    test.each([
      {
        startup_id: `'x'::varchar(36)`,
        title: `'x'::char(3)`,
        job_type: `'full'::other.kind`,
        location_regions: `'{}'::varchar(20)[]`,
        location_cities: `'[]'::jsonb`,
        expires_at: `'2026-11-20T08:00:00Z'::text`,
        startup_name: `'x'::other.label`,
        startup_industry: `'{full}'::other.kind[]`,
        startup_team_size: '1::bigint',
      },
      { startup_team_size: '1::smallint', location_cities: `'{x}'::other.label[]` },
    ])('columns that read as the contract has them are accepted: %j', async (columns) => {
      const found = await after(
        `CREATE SCHEMA other;
        CREATE TYPE other.kind AS ENUM ('full');
        CREATE DOMAIN other.label AS text CHECK (value <> '');
        ${jobsWith(columns)}`,
      );

      expect(found).toContain('ok    directory.jobs      its 18 columns are as the contract');
    });

    test('records that are not published, or join none that is, are to note', async () => {
      const found = await after(`
        INSERT INTO portal.startups (slug, name, created_at) VALUES
          ('a', 'A', '2020-01-01'), ('a ', 'A', '2021-01-01'), ('b', ' ', '2020-01-01');
        INSERT INTO portal.enrollments (startup_id, status) SELECT id, 'active' FROM portal.startups;
        INSERT INTO portal.founders (startup_id, first_name, last_name, email, in_public_directory)
          SELECT id, 'Ada', 'Example', slug || '@example.com', true FROM portal.startups;
        INSERT INTO portal.jobs (startup_id, title, status) SELECT id, 'Job', 'published' FROM portal.startups;
        CREATE OR REPLACE VIEW directory.founders AS SELECT id, startup_id, first_name, last_name,
          job_title, linkedin_url, avatar_url, NULL AS startup_name, NULL AS startup_logo_url, NULL AS startup_slug
          FROM portal.founders;`);

      expect(found).toContain(
        'note  directory.startups  not published, because slug or name is missing or not usable: 2 (',
      );
      expect(found).toContain('note  directory.founders  belongs to no published startup: 2 (');
      expect(found).toContain('The database gives the service what it needs; 2 to note');
    });

    test.each([
      [
        'alter role directory_reader nologin createdb bypassrls; grant pg_read_all_data to directory_reader',
        [
          'it cannot log in: npm run db -- apply gives it a password',
          'it has the attribute CREATEDB: alter role directory_reader nocreatedb',
          'it has the attribute BYPASSRLS: alter role directory_reader nobypassrls',
          'it is a member of pg_read_all_data, whose permissions it has: revoke pg_read_all_data from directory_reader',
          'it can read directory.members, directory.portfolio, directory.white_space, portal.cohorts, portal.enrollments and 4 more: revoke that from directory_reader or from public',
        ],
      ],
      [
        'alter role directory_reader superuser',
        ['it is a superuser and may do everything: alter role … nosuperuser'],
      ],
      [
        'revoke usage on schema directory from directory_reader',
        ['founders', 'jobs', 'startups'].map(
          (name) => `it cannot read directory.${name}: apply db/directory/reader.sql`,
        ),
      ],
      [
        `revoke select on directory.jobs from directory_reader;
        grant update on directory.startups to directory_reader;
        create view directory.contacts as select email from portal.founders; grant select on directory.contacts to public`,
        [
          'it cannot read directory.jobs: apply db/directory/reader.sql',
          'it can read directory.contacts: revoke that from directory_reader or from public',
          'it may change directory.startups: revoke that from directory_reader or from public',
        ],
      ],
      [
        'grant usage on schema portal to public; grant select (email) on portal.founders to public',
        ['it can read portal.founders: revoke that from directory_reader or from public'],
      ],
      [
        'grant usage on schema portal to directory_reader; grant select on all tables in schema portal to directory_reader',
        [
          'it can read portal.cohorts, portal.enrollments, portal.founders, portal.jobs, portal.programs and 1 more: revoke that from directory_reader or from public',
        ],
      ],
      // A grant in a schema that it cannot enter is none.
      ['grant select on portal.founders to directory_reader', []],
    ])('of a reader after "%s" is told %j', async (change, flaws) => {
      expect(await failuresAfter(change)).toEqual(
        flaws.map((flaw) => `FAIL  directory_reader    ${flaw}`),
      );
    });
  });
});
