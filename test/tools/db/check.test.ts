import { dataApi } from '../../../aws/data-api.ts';
import { splitStatements } from '../../../deploy/database/statements.ts';
import { check } from '../../../tools/db/check.ts';
import { report } from '../../../tools/db/findings.ts';
import { databases, takeReaderRole } from '../../support/database/databases.ts';
import { applyTarget, runDb, target } from '../../support/db-command.ts';
import { LocalSetUp, makePortalTables, ownerAddress } from '../../support/database/local-set-up.ts';

const OPEN_LIMIT_MS = 60_000;

describe.each(databases())('on $name', ({ open }) => {
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  beforeAll(async () => {
    local = await LocalSetUp.open(open);
    giveBackRole = await takeReaderRole();
    await makePortalTables(local.database);
    await runDb(local, ['apply', ...applyTarget]);
  }, OPEN_LIMIT_MS);
  beforeEach(() => {
    local.forget();
  });
  afterAll(async () => {
    await giveBackRole();
    await local.close();
  });

  /** The report on a database to which something was done, which is undone again. */
  async function after(change: string): Promise<string> {
    const { rdsData, signal } = local.dependencies;
    let found = '';
    const undone = dataApi(rdsData, ownerAddress).inTransaction(signal, async (execute) => {
      for (const statement of splitStatements(change)) await execute(statement);
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
    const expressions = Object.entries({ ...jobColumns, ...columns }).map(
      ([name, expression]) => `${expression} AS ${name}`,
    );
    return `DROP VIEW directory.jobs CASCADE;
      CREATE VIEW directory.jobs AS SELECT ${expressions.join(', ')};
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
    await local.api.faults.set('resuming', { calls: 2 });

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

const jobColumns = {
  id: 'gen_random_uuid()',
  startup_id: 'gen_random_uuid()',
  title: `'x'::text`,
  job_type: `'x'::text`,
  role_category: `'x'::text`,
  work_arrangement: `'x'::text`,
  experience_level: `'x'::text`,
  external_url: `'x'::text`,
  location_regions: `'{}'::text[]`,
  location_cities: `'{}'::text[]`,
  expires_at: 'now()',
  created_at: 'now()',
  startup_name: `'x'::text`,
  startup_logo_url: `'x'::text`,
  startup_blurb: `'x'::text`,
  startup_industry: `'{}'::text[]`,
  startup_team_size: '1',
  startup_product_stage: `'x'::text`,
};
