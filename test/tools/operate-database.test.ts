/**
 * Tests `npm run operate -- apply` and `check` on a database: the objects that `apply` creates, and the problems that `check`
 * reports.
 */

import { RDSDataClient } from '@aws-sdk/client-rds-data';

import { directories } from '../../contract/directories.ts';
import { dataApi, type Database, type Execute } from '../../lambda/aws/data-api.ts';
import { exitCodeOf } from '../../local/command.ts';
import { operate } from '../../tools/operate.ts';
import { explain } from '../../tools/operate/explain.ts';
import { type Finding, findingsIn } from '../../tools/operate/database.ts';
import {
  cluster,
  LocalSetUp,
  makePortalTables,
  ownerAddress,
  ownerSecret,
  readerSecret,
} from '../support/data-api.ts';
import { databases, takeReaderRole } from '../support/databases.ts';

const OPEN_LIMIT_MS = 60_000;

const target = ['staging', '--cluster', cluster.clusterArn, '--secret', ownerSecret];
const applyTarget = [...target, '--reader-secret', readerSecret, '--yes'];

let output: string[];
let complaint: string[];
function listen(): void {
  output = [];
  complaint = [];
  jest.spyOn(console, 'log').mockImplementation((text: string) => output.push(text));
  jest.spyOn(console, 'error').mockImplementation((text: string) => complaint.push(text));
}
beforeEach(listen);

describe.each(databases())('on $name,', ({ open }) => {
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  beforeAll(async () => {
    local = await LocalSetUp.open(open);
    giveBackRole = await takeReaderRole();
    await makePortal();
    listen();
    await run('apply', ...applyTarget);
  }, OPEN_LIMIT_MS);
  afterAll(async () => {
    await giveBackRole();
    await local.close();
  });

  async function makePortal(): Promise<void> {
    await local.database.runScript('DROP SCHEMA IF EXISTS directory, portal CASCADE');
    await makePortalTables(local.database);
  }

  /** Runs a command. Its environment variables contain invented credentials and the addresses of the local stand-ins. */
  async function run(...args: readonly string[]): Promise<number> {
    jest.replaceProperty(process, 'env', {
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_RDS_DATA: local.api.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: local.secrets.url,
    });
    return exitCodeOf(operate({ clock: local.dependencies.clock }), args, explain);
  }

  test('check accepts a database that apply has set up, and a second apply keeps the data of the portal', async () => {
    const send = jest.spyOn(RDSDataClient.prototype, 'send');
    await local.database.runScript(`INSERT INTO portal.startups (slug, name) VALUES ('a', 'Acme')`);

    expect(await run('apply', ...applyTarget)).toBe(0);
    expect(complaint).toEqual([]);
    const said = output.join('\n');
    expect(said).toMatch(/^directory\/schema\.sql, .* will run in the database portal of arn:/u);
    const publishable = /^ok +directory\.\w+ +\d+ of \d+ records can be published/gmu;
    expect(said.match(publishable)).toHaveLength(3);
    expect(said).toContain('it can log in and read the views, and has no other access');
    expect(await local.value('SELECT name FROM portal.startups')).toBe('Acme');
    const sent = send.mock.calls.flatMap(([{ input }]) => ('sql' in input ? [input.sql] : []));
    expect(sent[0]).toBe(`set local lock_timeout = '3s'`);
    await local.database.runScript('DELETE FROM portal.startups');
  });

  test('apply undoes everything if a statement fails, and names the file that contains the statement', async () => {
    await local.database.runScript(
      'DROP SCHEMA directory CASCADE; ALTER TABLE portal.founders RENAME job_title TO role',
    );

    expect(await run('apply', ...applyTarget)).toBe(1);
    expect(complaint.join('\n')).toMatch(
      /^directory\/founders\.sql, at "create or replace view directory\.founders [^"]*": ERROR: .* SQLState: 42703\.$/u,
    );
    expect(await local.value(`SELECT to_regnamespace('directory') IS NULL`)).toBe('t');
    await makePortal();
    await run('apply', ...applyTarget);
  });

  test('apply --dry-run does not query or change the database', async () => {
    local.api.faults.set('denied');

    expect(await run('apply', ...applyTarget, '--dry-run')).toBe(0);
    local.api.faults.set('up');
    expect(output.at(-1)).toBe('Dry run: nothing was changed.');
  });

  test('check counts the failures, and waits for a paused database to resume', async () => {
    await local.database.runScript('ALTER VIEW directory.founders RENAME TO others');
    local.api.faults.set('resuming');
    local.onPause = async () => {
      local.api.faults.set('up');
    };

    expect(await run('check', ...target)).toBe(1);
    await local.database.runScript('ALTER VIEW directory.others RENAME TO founders');
    expect(output.map((line) => line.slice(0, 4))).toEqual(['FAIL', 'ok  ', 'ok  ', 'FAIL']);
    expect(complaint[0]).toMatch(/^the paused database is resuming; waited 0 s, retrying/u);
    expect(complaint[1]).toContain('failures: 2, notes: 0');
  });

  /** Returns the findings after a change, and undoes the change. */
  async function after(change: string): Promise<readonly Finding[]> {
    const { rdsData, signal } = local.dependencies;
    let found: readonly Finding[] = [];
    const undone = dataApi(rdsData, ownerAddress).inTransaction(signal, async (execute) => {
      for (const statement of change.split(';')) if (statement.trim()) await execute(statement);
      found = await findingsIn(databaseOf(execute));
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    return found;
  }

  /** Returns SQL that replaces columns of the jobs view. It also drops the startups view, which depends on the jobs view. */
  const jobsWith = (columns: Readonly<Record<string, string>>): string => {
    const expressions = Object.keys(directories.jobs.record.entries).map(
      (name) => `${columns[name] ?? name} AS ${name}`,
    );
    return `CREATE TABLE jobs_before AS SELECT * FROM directory.jobs;
      DROP VIEW directory.jobs CASCADE;
      CREATE VIEW directory.jobs AS SELECT ${expressions.join(', ')} FROM jobs_before;
      GRANT SELECT ON directory.jobs TO directory_reader`;
  };

  const twoJobs = `INSERT INTO portal.startups (slug, name) VALUES ('a', 'A');
      INSERT INTO portal.enrollments (startup_id, status) SELECT id, 'active' FROM portal.startups;
      INSERT INTO portal.jobs (startup_id, title, status)
        SELECT id, 'Job ' || n, 'published' FROM portal.startups, generate_series(1, 2) AS n`;

  const revoke = 'revoke this permission from directory_reader or from public';
  const withoutStartups =
    'directory.startups: the view is missing: create it, with db/directory/startups.sql as an example';
  const withoutUuid: unknown = expect.stringMatching(/SQLSTATE 42883: .*operator does not exist/u);

  test.each<[string, string, readonly unknown[]]>([
    [
      'a missing schema',
      'DROP SCHEMA directory CASCADE',
      ['directory: the schema is missing: create it with npm run operate -- apply'],
    ],
    [
      'a renamed column, a missing view and a time without a time zone',
      `ALTER VIEW directory.founders RENAME COLUMN job_title TO title;
      ${twoJobs}; ${jobsWith({ created_at: "replace(left(created_at, 19), 'T', ' ')" })}`,
      [
        withoutStartups,
        'directory.founders: the column "job_title" is missing: add it to the view',
        'directory.jobs: 2 of 2 records break the contract',
      ],
    ],
    ['an id that is not a uuid', jobsWith({ id: 'id::text' }), [withoutStartups, withoutUuid]],
    [
      'a role that cannot log in and has excess permissions',
      'ALTER ROLE directory_reader NOLOGIN CREATEDB; GRANT pg_read_all_data TO directory_reader',
      [
        `directory_reader: it can read directory.members, directory.portfolio, directory.white_space, portal.cohorts, portal.enrollments, portal.founders, portal.jobs, portal.programs, portal.startups: ${revoke}`,
        'directory_reader: it cannot log in: set its password with npm run operate -- apply',
        'directory_reader: it has the attribute CREATEDB: run alter role directory_reader nocreatedb',
        'directory_reader: it is a member of the role pg_read_all_data: run revoke pg_read_all_data from directory_reader',
      ],
    ],
    [
      "missing and excess grants, a function that runs with its owner's permissions, and a schema in which anyone can create objects",
      `REVOKE SELECT ON directory.jobs FROM directory_reader;
      GRANT UPDATE ON directory.startups TO directory_reader;
      GRANT USAGE ON SCHEMA portal TO PUBLIC; GRANT SELECT (email) ON portal.founders TO PUBLIC;
      CREATE FUNCTION public.emails() RETURNS SETOF text LANGUAGE sql SECURITY DEFINER AS 'SELECT email FROM portal.founders';
      GRANT CREATE ON SCHEMA public TO PUBLIC`,
      [
        'directory_reader: it can call emails() with the permissions of the owner: revoke execute from directory_reader and from public',
        `directory_reader: it can change directory.startups: ${revoke}`,
        'directory_reader: it can create objects in the schema public: run revoke create on schema public from directory_reader, public',
        `directory_reader: it can read portal.founders: ${revoke}`,
        'directory_reader: it cannot read directory.jobs: apply db/directory/reader.sql',
      ],
    ],
    [
      'nothing for a grant in a schema that the role cannot use',
      'GRANT SELECT ON portal.founders TO directory_reader',
      [],
    ],
  ])('check reports %s', async (_, change, flaws) => {
    const failed = (await after(change)).filter(({ result }) => result === 'FAIL');

    expect(failed.map(({ subject, detail }) => `${subject}: ${detail}`)).toEqual(flaws);
  });

  test('check adds a note about records and columns that are not published', async () => {
    const found = await after(`
      INSERT INTO portal.startups (slug, name, created_at) VALUES
        ('a', 'A', '2020-01-01'), ('a ', 'A', '2021-01-01'), ('b', ' ', '2020-01-01');
      INSERT INTO portal.startups (slug, name) SELECT 'other-' || n, 'Other' FROM generate_series(1, 20) AS n;
      INSERT INTO portal.enrollments (startup_id, status) SELECT id, 'active' FROM portal.startups;
      INSERT INTO portal.founders (startup_id, first_name, last_name, email, in_public_directory)
        SELECT id, 'Ada', 'Example', slug || '@example.com', true FROM portal.startups;
      CREATE OR REPLACE VIEW directory.founders AS SELECT id, startup_id, first_name, last_name,
        job_title, linkedin_url, avatar_url, 'A' AS startup_name, NULL AS startup_logo_url,
        'a' AS startup_slug, 1 AS more FROM portal.founders`);

    const notes = found.filter(({ result }) => result === 'note');
    expect(notes.map(({ subject, detail }) => `${subject}: ${detail.split('(')[0]}`)).toEqual([
      'directory.founders: the column "more" is not part of the contract and is not published',
      'directory.startups: records not published because name is invalid: 1 ',
      'directory.startups: records not published because slug is invalid: 1 ',
    ]);
  });
});

test('check fails if its SQL returns no rows', async () => {
  const findings = findingsIn(databaseOf(async () => []));

  await expect(findings).rejects.toThrow(/^The check returned no rows/u);
});

/**
 * Returns a `Database` that runs each statement with `execute`. It does not support transactions, because its lists fit in one
 * response of the Data API.
 */
function databaseOf(execute: Execute): Database {
  return {
    execute: () => execute,
    inTransaction: async () => Promise.reject(new Error('the list needs no transaction')),
    closeConnections: () => {},
  };
}
