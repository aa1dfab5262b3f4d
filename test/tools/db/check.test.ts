import { databases, takeReaderRole } from '../../support/database/databases.ts';
import { type CommandRun, applyTarget, runDb, target } from '../../support/db-command.ts';
import { LocalSetUp, makePortalTables } from '../../support/database/local-set-up.ts';

const OPEN_LIMIT_MS = 60_000;

describe.each(databases())('on $name', ({ open }) => {
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  beforeAll(async () => {
    local = await LocalSetUp.open(open);
  }, OPEN_LIMIT_MS);
  beforeEach(async () => {
    giveBackRole = await takeReaderRole();
    await local.database.runScript('DROP SCHEMA IF EXISTS directory, portal, other CASCADE');
    await makePortalTables(local.database);
    await runDb(local, ['apply', ...applyTarget]);
    local.forget();
  });
  afterEach(async () => giveBackRole());
  afterAll(async () => local.close());

  const check = async (): Promise<CommandRun> => runDb(local, ['check', ...target]);

  /** Checks a database to which something was done. */
  const checkAfter = async (change: string): Promise<CommandRun> => {
    await local.database.runScript(change);
    return check();
  };

  /** Another shape of a view: its columns as they are, but for these. */
  const jobsWith = (columns: Readonly<Record<string, string>>): string => {
    const expressions = Object.entries({ ...jobColumns, ...columns }).map(
      ([name, expression]) => `${expression} AS ${name}`,
    );
    return `DROP VIEW directory.jobs CASCADE;
      CREATE VIEW directory.jobs AS SELECT ${expressions.join(', ')};
      GRANT SELECT ON directory.jobs TO directory_reader`;
  };

  test('the database that apply makes is as it must be', async () => {
    const { code, output, complaint } = await check();

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
  });

  test('it changes nothing and needs no transaction', async () => {
    await check();

    expect(new Set(local.calls.map(({ operation }) => operation))).toEqual(
      new Set(['ExecuteStatement']),
    );
  });

  test('a schema that is missing is told once', async () => {
    const { code, output } = await checkAfter('DROP SCHEMA directory CASCADE');

    expect(code).toBe(1);
    expect(output).toContain('FAIL  directory         the schema is missing: npm run db -- apply');
    expect(output).toContain('1 thing is not as the service needs it');
  });

  test('a view that is missing is told with the file to follow', async () => {
    const { code, output } = await checkAfter('DROP VIEW directory.founders');

    expect(code).toBe(1);
    expect(output).toContain(
      'FAIL  directory.founders  the view is missing: write it like db/directory/founders.sql',
    );
    expect(output).not.toContain('cannot read directory.founders');
  });

  test('a column that is missing is told with what it may be', async () => {
    const { code, output } = await checkAfter(
      'ALTER VIEW directory.founders RENAME COLUMN job_title TO title',
    );

    expect(code).toBe(1);
    expect(output).toContain(
      'FAIL  directory.founders  the column "job_title" is missing; it may be text, varchar or an enum',
    );
    expect(output).toContain(
      'note  directory.founders  the column "title" is not part of the contract and is not published',
    );
    expect(output).toContain('1 thing is not as the service needs it; 1 to note');
  });

  test.each([
    [
      'created_at',
      'now()::timestamp',
      'timestamp without time zone',
      'timestamp with time zone or text',
    ],
    ['expires_at', 'current_date', 'date', 'timestamp with time zone or text'],
    ['startup_team_size', '1.5::numeric', 'numeric', 'smallint, integer or bigint'],
    ['startup_team_size', `'12'::text`, 'text', 'smallint, integer or bigint'],
    ['location_cities', `'a,b'::text`, 'text', 'text[], varchar[], jsonb or json'],
    ['location_cities', `'{1}'::integer[]`, 'integer[]', 'text[], varchar[], jsonb or json'],
    ['title', '1::integer', 'integer', 'text, varchar or an enum'],
    ['id', `'x'::text`, 'text', 'uuid'],
    ['startup_id', '1::bigint', 'bigint', 'uuid or text'],
  ])('the column %s as %s is told with both types', async (column, expression, is, may) => {
    const { code, output } = await checkAfter(jobsWith({ [column]: expression }));

    expect(code).toBe(1);
    expect(output).toContain(
      `FAIL  directory.jobs      the column "${column}" is ${is} and may be ${may}\n`,
    );
  });

  test.each([
    { id: 'gen_random_uuid()', startup_id: `'x'::varchar(36)` },
    { created_at: 'now()', expires_at: `'2026-11-20T08:00:00Z'::text` },
    { startup_team_size: '1::bigint', location_cities: `'[]'::jsonb` },
    { startup_team_size: '1::smallint', location_regions: `'{}'::varchar(20)[]` },
    { title: `'x'::char(3)`, job_type: `'full'::other.kind`, startup_name: `'x'::other.label` },
    { startup_industry: `'{full}'::other.kind[]`, location_cities: `'{x}'::other.label[]` },
  ])('columns that read as the contract has them are accepted: %j', async (columns) => {
    const { code, output } = await checkAfter(
      `CREATE SCHEMA other;
      CREATE TYPE other.kind AS ENUM ('full');
      CREATE DOMAIN other.label AS text CHECK (value <> '');
      ${jobsWith(columns)}`,
    );

    expect(output).toContain('ok    directory.jobs      its 18 columns are as the contract');
    expect(code).toBe(1); // the view of the startups went with the old one
  });

  test('records that are not published, or join none that is, are to note', async () => {
    const { code, output } = await checkAfter(`
      INSERT INTO portal.startups (slug, name, created_at) VALUES
        ('a', 'A', '2020-01-01'), ('a ', 'A', '2021-01-01'), ('b', ' ', '2020-01-01');
      INSERT INTO portal.enrollments (startup_id, status) SELECT id, 'active' FROM portal.startups;
      INSERT INTO portal.founders (startup_id, first_name, last_name, email, in_public_directory)
        SELECT id, 'Ada', 'Example', slug || '@example.com', true FROM portal.startups;
      INSERT INTO portal.jobs (startup_id, title, status) SELECT id, 'Job', 'published' FROM portal.startups;
      CREATE OR REPLACE VIEW directory.founders AS SELECT id, startup_id, first_name, last_name,
        job_title, linkedin_url, avatar_url, NULL AS startup_name, NULL AS startup_logo_url, NULL AS startup_slug
        FROM portal.founders;`);

    expect(code).toBe(0);
    expect(output).toContain(
      'note  directory.startups  not published, because slug or name is missing or not usable: 2 (',
    );
    expect(output).toContain('note  directory.founders  belongs to no published startup: 2 (');
    expect(output).toContain('The database gives the service what it needs; 2 to note');
  });

  test.each([
    [
      'alter role directory_reader nologin',
      'alter role directory_reader login',
      'it cannot log in: npm run db -- apply gives it a password',
    ],
    [
      'alter role directory_reader createdb bypassrls',
      'alter role directory_reader nocreatedb nobypassrls',
      'it has the attribute BYPASSRLS: alter role directory_reader nobypassrls',
    ],
    [
      'alter role directory_reader superuser',
      'alter role directory_reader nosuperuser',
      'it is a superuser and may do everything',
    ],
    [
      'grant pg_read_all_data to directory_reader',
      'revoke pg_read_all_data from directory_reader',
      'it is a member of pg_read_all_data, whose permissions it has: revoke pg_read_all_data from directory_reader',
    ],
  ])('a reader after %s is told', async (change, undo, sentence) => {
    const { code, output } = await checkAfter(change);
    await local.database.runScript(undo);

    expect(code).toBe(1);
    expect(output).toContain(`FAIL  directory_reader    ${sentence}`);
  });

  test.each([
    [
      'revoke select on directory.jobs from directory_reader',
      'it cannot read directory.jobs: apply db/directory/reader.sql',
    ],
    [
      'revoke usage on schema directory from directory_reader',
      'it cannot read directory.startups: apply db/directory/reader.sql',
    ],
    [
      'grant usage on schema portal to directory_reader; grant select on portal.founders to directory_reader',
      'it can read portal.founders: revoke that from directory_reader or from public',
    ],
    [
      'grant usage on schema portal to public; grant select (email) on portal.founders to public',
      'it can read portal.founders: revoke that from directory_reader or from public',
    ],
    [
      'create view directory.contacts as select email from portal.founders; grant select on directory.contacts to public',
      'it can read directory.contacts: revoke that from directory_reader or from public',
    ],
    [
      'grant update on directory.startups to directory_reader',
      'it may change directory.startups: revoke that from directory_reader or from public',
    ],
    [
      'grant usage on schema portal to directory_reader; grant select on all tables in schema portal to directory_reader',
      'it can read portal.cohorts, portal.enrollments, portal.founders, portal.jobs, portal.programs and 1 more: revoke',
    ],
  ])('a reader after "%s" is told', async (change, sentence) => {
    const { code, output } = await checkAfter(change);

    expect(code).toBe(1);
    expect(output).toContain(`FAIL  directory_reader    ${sentence}`);
  });

  test('a grant on a table in a schema that it cannot enter is none', async () => {
    const { code } = await checkAfter('grant select on portal.founders to directory_reader');

    expect(code).toBe(0);
  });

  test('--json prints one object', async () => {
    await local.database.runScript('DROP VIEW directory.founders');

    const { code, output } = await runDb(local, ['check', ...target, '--json']);

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      failed: 1,
      notes: 0,
      findings: [
        { subject: 'directory.startups', result: 'ok' },
        { subject: 'directory.founders', result: 'fail' },
        { subject: 'directory.jobs', result: 'ok' },
        { subject: 'directory_reader', result: 'ok' },
      ],
    });
  });

  test('a database that wakes up is waited for, and the waiting is not in the JSON', async () => {
    await local.api.faults.set('resuming', { calls: 2 });

    const { code, output, complaint } = await runDb(local, ['check', ...target, '--json']);

    expect(code).toBe(0);
    expect(JSON.parse(output)).toHaveProperty('failed', 0);
    expect(complaint).toMatch(
      /^the paused database is waking up; waited 0 s, asking again in 1 s/u,
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
