/** Tests how the three views turn a portal's rows into records. */

import * as v from 'valibot';

import { allDirectories } from '../../contract/directories.ts';
import { Startup } from '../../contract/records.ts';
import { databases } from '../support/databases.ts';
import { PortalDatabase } from './portal-database.ts';

/** Inserts two startups, each with an active enrollment, a founder who opted in, and a published job. */
const PORTAL = `
  insert into portal.programs (id, name) values ('${id(8)}', 'Incubator');
  insert into portal.cohorts (id, program_id, name) values ('${id(9)}', '${id(8)}', 'Spring');
  insert into portal.startups (id, slug, name, created_at)
    values ('${id(1)}', 'acme', 'Acme', '2020-01-01Z'), ('${id(2)}', 'bolt', 'Bolt', '2021-01-01Z');
  insert into portal.enrollments (id, startup_id, cohort_id, status, accepted_date)
    select id, id, '${id(9)}', 'active', '2020-01-01' from portal.startups;
  insert into portal.founders (id, startup_id, first_name, last_name, email, in_public_directory)
    select id, id, 'of', slug, slug || '@example.com', true from portal.startups;
  insert into portal.jobs (id, startup_id, title, status)
    select id, id, 'Engineer at ' || slug, 'published' from portal.startups;`;

// Each function returns a statement that changes a row of Acme, except `other`, which changes Bolt.
const startup = (change: string) => `update portal.startups set ${change} where id = '${id(1)}'`;
const enrollment = (change: string) =>
  `update portal.enrollments set ${change} where id = '${id(1)}'`;
const founder = (change: string) => `update portal.founders set ${change} where id = '${id(1)}'`;
const job = (change: string) => `update portal.jobs set ${change} where id = '${id(1)}'`;
const other = (change: string) => `update portal.startups set ${change} where id = '${id(2)}'`;

function id(number: number): string {
  return `00000000-0000-4000-8000-00000000000${number}`;
}

const BOTH = 'acme, bolt';

describe.each(databases())('on $name,', ({ open }) => {
  let portal: PortalDatabase;
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run(PORTAL);
  });
  beforeEach(async () => portal.begin());
  afterEach(async () => portal.rollBack());
  afterAll(async () => portal.close());

  // The expected lists contain the slug of each startup, or `-` if the startup cannot be published. For each founder or job,
  // they contain the slug of its startup.
  // prettier-ignore
  test.each<[name: string, change: string, startups: string, founders?: string, jobs?: string]>([
    ['unchanged data', '', BOTH, BOTH, BOTH],
    ['a status with a space', enrollment(`status = 'active '`), BOTH, BOTH, BOTH],
    ['a status with a line break', enrollment(String.raw`status = E'active\n'`), BOTH, BOTH, BOTH],
    ['a status with a no-break space', enrollment(`status = U&'\\00a0active'`), BOTH, BOTH, BOTH],
    ['a status with a capital letter', enrollment(`status = 'Active'`), 'bolt'],
    ['a pending enrollment', enrollment(`status = 'pending'`), 'bolt'],
    ['an enrollment without a status', enrollment('status = null'), 'bolt'],
    ['a startup without an enrollment', `delete from portal.enrollments where id = '${id(1)}'`, 'bolt'],
    ['an alumnus', enrollment(`status = 'completed', graduated = true`), BOTH, 'bolt', 'bolt'],
    ['an alumnus without a status', enrollment('status = null, graduated = true'), BOTH, 'bolt', 'bolt'],
    ['an alumnus who is active again', enrollment('graduated = true'), BOTH, BOTH, BOTH],
    ['an enrollment without a cohort', enrollment('cohort_id = null, accepted_date = null'), BOTH, BOTH, BOTH],
    ['a withdrawn and an active enrollment', `insert into portal.enrollments (startup_id, status) values ('${id(1)}', 'withdrawn')`, BOTH, BOTH, BOTH],
    ['a founder who did not opt in', founder('in_public_directory = false'), BOTH, 'bolt', BOTH],
    ['a draft of a job', job(`status = 'draft'`), BOTH, BOTH, 'bolt'],
    ['a job that expires now', job('expires_at = now()'), BOTH, BOTH, 'bolt'],
    ['a job that expires later', job(`expires_at = now() + interval '1 microsecond'`), BOTH, BOTH, BOTH],
    ['a job that never expires', job(`expires_at = 'infinity'`), BOTH, BOTH, BOTH],
    ['a slug that is not URL-safe', startup(`slug = 'a b'`), '-, bolt', 'bolt', 'bolt'],
    ['a blank name', startup(String.raw`name = E'\u3000 '`), '-, bolt', 'bolt', 'bolt'],
    ['a slug that an earlier startup also has', other(`slug = ' acme'`), 'acme, -', 'acme', 'acme'],
    ['a slug that an earlier startup with a greater id also has', startup(`slug = 'bolt ', created_at = '2022-01-01Z'`), '-, bolt', 'bolt', 'bolt'],
    ['a slug that a startup with the same creation time also has', other(`slug = 'acme ', created_at = '2020-01-01Z'`), 'acme, -', 'acme', 'acme'],
    ['a slug that a startup without a date also has', `alter table portal.startups alter created_at drop not null; ${startup('created_at = null')}; ${other(`slug = 'acme '`)}`, '-, acme', 'acme', 'acme'],
    ['a slug that an earlier startup without a name also has', `${startup(`name = ' '`)}; ${other(`slug = 'acme '`)}`, '-, acme', 'acme', 'acme'],
    ['a slug that an earlier, unlisted startup also has', `${enrollment(`status = 'left'`)}; ${other(`slug = 'acme '`)}`, 'acme'],
  ])('the views show the expected startups, founders and jobs for %s', async (_, change, startups, founders = startups, jobs = startups) => {
    await portal.run(change);

    const listed = `case when name is null then '-' else coalesce(slug, '-') end`;
    const column = async (sql: string) => (await portal.column(sql)).join(', ');
    expect([
      await column(`select ${listed} from directory.startups order by id`),
      await column('select startup_slug from directory.founders order by id'),
      await column(`select slug from directory.jobs
        join directory.portfolio on portfolio.id = startup_id order by jobs.id`),
    ]).toEqual([startups, founders, jobs]);
  });

  // prettier-ignore
  test.each<[view: string, change: string, shown: Readonly<Record<string, unknown>>]>([
    ['startups', startup(`name = ' A ', slug = ' a '`), { name: 'A', slug: 'a' }],
    ['startups', startup(`industry = '{{AI,""},{NULL,Food}}'`), { industry: ['AI', '', null, 'Food'] }],
    ['startups', startup('industry = null'), { industry: [] }],
    ['startups', startup(`created_at = '2026-01-02T03:04:05.678901+02:00'`), { created_at: '2026-01-02T01:04:05.678Z' }],
    ['startups', startup(`created_at = '-infinity'`), { created_at: null }],
    ['startups', job(`title = ' '`), { open_jobs_count: 0 }],
    ['startups', job(`created_at = '10000-01-01Z'`), { open_jobs_count: 0 }],
    ['startups', `insert into portal.jobs (startup_id, title, status) values ('${id(1)}', 'Designer', 'published')`, { open_jobs_count: 2 }],
    ['startups', enrollment(`accepted_date = '-infinity', ended_date = '2020-02-03', status = null, graduated = true`), {
      enrollments: [{ status: null, graduated: true, accepted_date: null, ended_date: '2020-02-03', program_name: 'Incubator', cohort_name: 'Spring' }],
    }],
    ['startups', enrollment(`cohort_id = null`), {
      enrollments: [{ status: 'active', graduated: false, accepted_date: '2020-01-01', ended_date: null, program_name: null, cohort_name: null }],
    }],
    ['founders', startup(`logo_url = 'x', name = ' A '`), { startup_id: id(1), startup_name: 'A', startup_logo_url: 'x', startup_slug: 'acme' }],
    ['jobs', job(`title = ' ', location_regions = '{x}', location_cities = null`), { title: null, location_regions: ['x'], location_cities: [] }],
    ['jobs', job(`expires_at = 'infinity', created_at = '9999-12-31T23:59:59.9Z'`), { expires_at: null, created_at: '9999-12-31T23:59:59.900Z' }],
    ['jobs', job(`expires_at = '2099-01-01+02:00', created_at = '10000-01-01Z'`), { expires_at: '2098-12-31T22:00:00.000Z', created_at: null }],
    ['jobs', startup(`team_size = 3, product_stage = 'x', blurb = 'y', industry = '{AI}'`), { startup_team_size: 3, startup_product_stage: 'x', startup_blurb: 'y', startup_industry: ['AI'] }],
  ])('the view %s shows the expected values after: %s', async (view, change, shown) => {
    await portal.run(change);

    const [record] = await portal.records(`directory.${view}`);
    expect(record).toMatchObject(shown);
  });

  test('the startups view orders enrollments by their accepted date, then by id', async () => {
    await portal.run(`delete from portal.enrollments where id = '${id(1)}';
      insert into portal.enrollments (id, startup_id, status, accepted_date) values
        ('${id(4)}', '${id(1)}', 'third', '2020-01-01'), ('${id(3)}', '${id(1)}', 'active', '2020-01-01'),
        ('${id(5)}', '${id(1)}', 'first', '2019-12-31')`);

    const [record] = await portal.records('directory.startups');
    expect(record?.['enrollments']).toMatchObject(
      ['first', 'active', 'third'].map((status) => ({ status })),
    );
  });

  // prettier-ignore
  test.each([
    ['slug', ['a', 'a-b_c.d~9', '...', '..a', '-', '.', '..', '', ' ', '\u00a0', 'a b', 'a/b', 'ä', 'a\n', '\u200b', '\u0085']],
    ['name', ['A', ' A ', '', ' ', '\u00a0\u2003', '\u3000\ufeff', '\t\r\n\u000b\f', '\u200b', '\u0085', '"']],
  ] as const)('the startups view shows a %s if the contract accepts it, and null otherwise', async (field, values) => {
    for (const value of values) {
      await portal.run(startup(`${field} = '${value}'`));

      const [given] = await portal.column(`select ${field} from directory.startups order by id`);
      const isUsable = v.is(Startup.pipe[0].entries[field], value.trim());
      expect([value, given]).toEqual([value, isUsable ? value.trim() : null]);
    }
  });

  test('the views trim the same characters as JavaScript', async () => {
    const trimmed = await portal.column(`
      select code from generate_series(1, 65535) as code, directory.white_space
      where code not between 55296 and 57343 and btrim(chr(code), characters) = ''`);

    const codes = Array.from({ length: 65_535 }, (_, index) => index + 1);
    expect(trimmed.map(Number)).toEqual(
      codes.filter((code) => String.fromCharCode(code).trim() === ''),
    );
  });

  describe('with the test data,', () => {
    beforeEach(async () => portal.run('select portal.load_test_data()'));

    test.each(allDirectories)(
      'the view $name shows records that match the contract, regardless of the date settings of the session',
      async ({ name, record }) => {
        const lines = await portal.lines(`directory.${name}`);
        for (const line of lines) {
          const each: unknown = JSON.parse(line);
          expect(v.safeParse(record, each).issues).toBeUndefined();
          expect(Object.keys(Object(each) as object)).toEqual(Object.keys(record.entries));
        }

        await portal.run(`set local timezone = 'Pacific/Chatham'; set local datestyle = 'German'`);
        expect(await portal.lines(`directory.${name}`)).toEqual(lines);
      },
    );
  });
});
