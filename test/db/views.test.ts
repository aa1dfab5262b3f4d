/** The three views on the test data: who is in them, and what they say. */

import * as v from 'valibot';

import { allDirectories, type DirectoryName } from '../../contract/directories.ts';
import { Enrollment } from '../../contract/startup.ts';
import { databases } from '../support/database/databases.ts';
import {
  founderId,
  jobId,
  PortalDatabase,
  type Row,
  rowsOf,
  startupId,
} from './portal-database.ts';

const idOf = { startups: startupId, founders: founderId, jobs: jobId };

const BLANK: Readonly<Record<DirectoryName, Row>> = {
  startups: {
    industry: [],
    blurb: null,
    description: null,
    logo_url: null,
    website_url: null,
    linkedin_url: null,
  },
  founders: { job_title: null, linkedin_url: null, avatar_url: null },
  jobs: {
    job_type: null,
    role_category: null,
    work_arrangement: null,
    experience_level: null,
    external_url: null,
    location_regions: [],
  },
};

describe.each(databases())('on $name', ({ open }) => {
  let portal: PortalDatabase;
  let lists: Readonly<Record<DirectoryName, readonly Row[]>>;

  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run('select portal.load_test_data()');
    lists = {
      startups: await portal.records('directory.startups'),
      founders: await portal.records('directory.founders'),
      jobs: await portal.records('directory.jobs'),
    };
  });
  beforeEach(async () => portal.begin());
  afterEach(async () => portal.rollBack());
  afterAll(async () => portal.close());

  const recordOf = (view: DirectoryName, number: number): Row => {
    const found = lists[view].find(({ id }) => id === idOf[view](number));
    if (found === undefined) throw new Error(`${view} do not list ${number}`);
    return found;
  };
  const enrollmentsOf = (number: number) => rowsOf(recordOf('startups', number)['enrollments']);

  /** The startup 40, as it is now. */
  const changedStartup = async () =>
    (await portal.records('directory.startups')).find(({ id }) => id === startupId(40));

  /** Of the startups with an active enrollment. */
  const activeIds = async () => {
    const enrollments = await portal.records('portal.enrollments');
    const active = enrollments.filter(({ status }) => status === 'active');
    return new Set(active.map((enrollment) => enrollment['startup_id']));
  };

  describe.each(allDirectories)('directory.$name', ({ name, record }) => {
    test('gives every record as the contract has it, fields in its order', () => {
      for (const each of lists[name]) {
        expect(v.safeParse(record, each).issues).toBeUndefined();
        expect(Object.keys(each)).toEqual(Object.keys(record.entries));
      }
    });

    test('gives the same text whatever the session says of dates and times', async () => {
      const before = await portal.lines(`directory.${name}`);

      await portal.run(`set local timezone = 'Pacific/Chatham'; set local datestyle = 'German'`);

      expect(await portal.lines(`directory.${name}`)).toEqual(before);
    });
  });

  test.each<[DirectoryName, number, string]>([
    ['startups', 205, 'one whose only enrollment ended without graduation'],
    ['startups', 405, 'one that was never enrolled'],
    ['startups', 605, 'one whose only enrollment is pending'],
    ['founders', 6, 'one who did not opt in'],
    ['founders', 7, 'one at an alumnus'],
    ['founders', 8, 'one at an inactive startup'],
    ['jobs', 7, 'a draft'],
    ['jobs', 8, 'a closed one'],
    ['jobs', 9, 'an expired one'],
    ['jobs', 10, 'one at an alumnus'],
    ['jobs', 11, 'one at an inactive startup'],
  ])('%s leave out number %i, %s', async (view, number) => {
    const all = await portal.column(`select id from portal.${view}`);

    expect(all).toContain(idOf[view](number));
    expect(lists[view].map(({ id }) => id)).not.toContain(idOf[view](number));
  });

  test.each<[DirectoryName, number, Row]>([
    ['startups', 50, {}],
    ['startups', 60, {}],
    ['founders', 1, {}],
    ['founders', 2, {}],
    ['jobs', 4, { location_cities: [] }],
    ['jobs', 5, { location_cities: ['Pune'] }],
  ])('%s give null for the texts of number %i, which are null or blank', (view, number, more) => {
    expect(recordOf(view, number)).toMatchObject({ ...BLANK[view], ...more });
  });

  test.each([
    ['founders', ['name', 'logo_url', 'slug']],
    ['jobs', ['name', 'logo_url', 'blurb', 'industry']],
  ] as const)('%s copy what they say of their startup from there: %j', (view, fields) => {
    const startups = new Map(lists.startups.map((startup) => [startup['id'], startup]));

    for (const record of lists[view]) {
      const startup = startups.get(record['startup_id']);
      expect(fields.map((field) => record[`startup_${field}`])).toEqual(
        fields.map((field) => startup?.[field]),
      );
    }
  });

  describe('startups', () => {
    test('are those with an active enrollment and graduated alumni, and no others', async () => {
      const enrollments = await portal.records('portal.enrollments');
      const expected = enrollments
        .filter(({ status, graduated }) => status === 'active' || graduated === true)
        .map((enrollment) => String(enrollment['startup_id']));

      expect(lists.startups.map(({ id }) => id)).toEqual([...new Set(expected)].toSorted(byBytes));
    });

    test.each(['completed', 'withdrawn', 'pending'])(
      'include a graduated alumnus with the status %s, whether its enrollment has an end or not',
      async (status) => {
        await portal.run(`update portal.enrollments set status = '${status}', ended_date = null
          where startup_id = '${startupId(20)}'`);

        expect(await portal.column('select id from directory.startups')).toContain(startupId(20));
      },
    );

    test('give enrollments in the order of their acceptance, fields in the order of the contract', () => {
      expect(enrollmentsOf(10).map(({ graduated, status }) => [status, graduated])).toEqual([
        ['completed', true],
        ['active', false],
      ]);
      expect(enrollmentsOf(30).map(({ status }) => status)).toEqual(['withdrawn', 'active']);
      for (const record of lists.startups) {
        const dates = rowsOf(record['enrollments']).map((each) => String(each['accepted_date']));
        expect(dates).toEqual(dates.toSorted(byBytes));
      }
      expect(Object.keys(enrollmentsOf(10)[0] ?? {})).toEqual(Object.keys(Enrollment.entries));
    });

    test('give the days of an enrollment as they are stored', async () => {
      const stored = await portal.records('portal.enrollments');

      for (const { id, enrollments } of lists.startups) {
        const days = stored
          .filter((enrollment) => enrollment['startup_id'] === id)
          .map(({ accepted_date: from, ended_date: to }) => [from, to === 'infinity' ? null : to]);
        const given = rowsOf(enrollments).map((each) => [
          each['accepted_date'],
          each['ended_date'],
        ]);
        expect(given.map(String).toSorted(byBytes)).toEqual(days.map(String).toSorted(byBytes));
      }
    });

    test('order enrollments of one day by their id, and not as they are stored', async () => {
      await portal.run(`
        insert into portal.enrollments (id, startup_id, cohort_id, status, accepted_date)
        select id, '${startupId(40)}', (select min(id::text)::uuid from portal.cohorts), status, '2030-01-01'
        from (values
          (1, uuid 'ffffffff-0000-4000-8000-000000000003', 'third'),
          (2, uuid 'ffffffff-0000-4000-8000-000000000001', 'first'),
          (3, uuid 'ffffffff-0000-4000-8000-000000000002', 'second')
        ) as enrollment (place, id, status)
        order by place`);

      const statuses = rowsOf((await changedStartup())?.['enrollments']).map(
        ({ status }) => status,
      );
      expect(statuses.slice(-3)).toEqual(['first', 'second', 'third']);
    });

    test('give an infinite date or moment as null', async () => {
      expect(recordOf('startups', 40)).toMatchObject({
        created_at: expect.any(String) as unknown,
        enrollments: [{ ended_date: null }],
      });

      await portal.run(`
        update portal.enrollments set ended_date = 'infinity' where startup_id = '${startupId(40)}';
        update portal.startups set created_at = 'infinity' where id = '${startupId(40)}';`);

      expect(await changedStartup()).toMatchObject({
        created_at: null,
        enrollments: [{ ended_date: null }],
      });
    });

    test('count the jobs that the jobs view lists', () => {
      const counted = lists.startups.map(
        ({ id }) => lists.jobs.filter((job) => job['startup_id'] === id).length,
      );

      expect(lists.startups.map((startup) => startup['open_jobs_count'])).toEqual(counted);
      expect(recordOf('startups', 10)['open_jobs_count']).toBeGreaterThan(1);
      expect(recordOf('startups', 20)['open_jobs_count']).toBe(0);
    });

    test('flatten tags and drop empty ones rather than fail', async () => {
      await portal.run(
        `update portal.startups set industry = '{{AI,""},{NULL,Food}}' where id = '${startupId(40)}'`,
      );

      expect((await changedStartup())?.['industry']).toEqual(['AI', 'Food']);
    });

    test('say when they were created in UTC, with milliseconds', () => {
      expect(recordOf('startups', 10)['created_at']).toMatch(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      );
    });
  });

  describe('founders', () => {
    test('are those at active startups who opted in, and no others', async () => {
      const active = await activeIds();
      const expected = (await portal.records('portal.founders')).filter(
        (founder) => founder['in_public_directory'] === true && active.has(founder['startup_id']),
      );

      expect(expected.length).toBeGreaterThan(100);
      expect(lists.founders.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    });

    test('include those of a startup that graduated and is active', async () => {
      await portal.run(`update portal.enrollments set graduated = true where status = 'active'`);

      expect(await portal.lines('directory.founders')).toHaveLength(lists.founders.length);
    });
  });

  test('no list shows an e-mail address or a phone number, though the portal has one of each', async () => {
    const hidden = await portal.column(
      `select unnest(array[email, phone]) from portal.founders where phone is not null`,
    );
    const shown = JSON.stringify(lists);

    expect(hidden.length).toBeGreaterThan(400);
    expect(hidden.filter((value) => shown.includes(String(value)))).toEqual([]);
    expect(shown).not.toContain('@');
  });

  describe('jobs', () => {
    test('are published, unexpired ones at active startups, and no others', async () => {
      const active = await activeIds();
      const expected = (await portal.records('portal.jobs'))
        .filter(({ status }) => status === 'published')
        .filter((job) => active.has(job['startup_id']))
        .filter((job) => !String(job['expires_at']).startsWith('2020'));

      expect(lists.jobs.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    });

    // Within a transaction now() does not change.
    test.each([
      ['leave one out from the very moment it expires at', `now()`, []],
      ['include one before', `now() + interval '1 microsecond'`, [jobId(1)]],
    ])('%s', async (_, expiresAt, listed) => {
      await portal.run(`update portal.jobs set expires_at = ${expiresAt} where id = '${jobId(1)}'`);

      expect(await portal.column(`select id from directory.jobs where id = '${jobId(1)}'`)).toEqual(
        listed,
      );
    });

    test('give the end of a job in UTC, and null where it has none or an infinite one', () => {
      expect([1, 2, 3].map((number) => recordOf('jobs', number)['expires_at'])).toEqual([
        null,
        '2099-12-31T23:59:59.999Z',
        null,
      ]);
    });

    test('are none, and every count is 0, while the job board has not launched', async () => {
      await portal.run('select portal.load_test_data(120, false)');

      const counts = await portal.column('select open_jobs_count from directory.startups');
      expect(await portal.records('directory.jobs')).toEqual([]);
      expect(counts).toHaveLength(120);
      expect(new Set(counts)).toEqual(new Set(['0']));
      expect(lists.jobs.map((job) => job['startup_id'])).toContain(startupId(10));
    });
  });
});

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
