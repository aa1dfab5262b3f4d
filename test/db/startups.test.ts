import * as v from 'valibot';

import { Startup } from '../../contract/startup.ts';
import { databases } from '../support/database/databases.ts';
import { PortalDatabase, type Row, rowsOf, startupId } from './portal-database.ts';

let portal: PortalDatabase;
let startups: readonly Row[];

describe.each(databases())('on $name', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run('select portal.load_test_data()');
    startups = await portal.records('directory.startups');
  });

  afterAll(() => portal.close());

  test('lists startups with an active enrollment and graduated alumni, and no others', async () => {
    const enrollments = await portal.records('portal.enrollments');
    const expected = enrollments
      .filter(({ status, graduated }) => status === 'active' || graduated === true)
      .map((enrollment) => String(enrollment['startup_id']));

    expect(startups.map(({ id }) => id)).toEqual([...new Set(expected)].toSorted(byBytes));
  });

  test.each([
    [205, 'one whose only enrollment ended without graduation'],
    [405, 'one that was never enrolled'],
    [605, 'one whose only enrollment is pending'],
  ])('leaves out startup %i, %s', async (number) => {
    const all = await portal.records('portal.startups');

    expect(all.map(({ id }) => id)).toContain(startupId(number));
    expect(startups.map(({ id }) => id)).not.toContain(startupId(number));
  });

  test.each(['completed', 'withdrawn', 'pending'])(
    'lists a graduated alumnus with the status %s, whether its enrollment has an end or not',
    async (status) => {
      await portal.run(`update portal.enrollments set status = '${status}', ended_date = null
        where startup_id = '${startupId(20)}'`);
      const ids = await portal.column('select id from directory.startups');
      await portal.run('select portal.load_test_data()');

      expect(ids).toContain(startupId(20));
    },
  );

  test('gives every record as the contract has it, fields in its order', () => {
    for (const record of startups) {
      const checked = v.safeParse(Startup, record);
      expect(checked.issues).toBeUndefined();
      expect(Object.keys(record)).toEqual(Object.keys(Startup.entries));
    }
  });

  test('gives enrollments in the order of their acceptance, fields in the order of the contract', () => {
    expect(enrollmentsOf(10).map(({ graduated, status }) => [status, graduated])).toEqual([
      ['completed', true],
      ['active', false],
    ]);
    expect(enrollmentsOf(30).map(({ status }) => status)).toEqual(['withdrawn', 'active']);
    for (const record of startups) {
      const dates = rowsOf(record['enrollments']).map((enrollment) =>
        String(enrollment['accepted_date']),
      );
      expect(dates).toEqual(dates.toSorted(byBytes));
    }
    expect(Object.keys(enrollmentsOf(10)[0] ?? {})).toEqual([
      'status',
      'graduated',
      'accepted_date',
      'ended_date',
      'program_name',
      'cohort_name',
    ]);
  });

  test('gives the days of an enrollment as they are stored', async () => {
    const stored = await portal.records('portal.enrollments');

    for (const { id, enrollments } of startups) {
      const days = stored
        .filter((enrollment) => enrollment['startup_id'] === id)
        .map(({ accepted_date: from, ended_date: to }) => [from, to === 'infinity' ? null : to]);
      const given = rowsOf(enrollments).map((each) => [each['accepted_date'], each['ended_date']]);
      expect(given.map(String).toSorted(byBytes)).toEqual(days.map(String).toSorted(byBytes));
    }
  });

  test('orders enrollments of one day by their id, and not as they are stored', async () => {
    await portal.run(`
      insert into portal.enrollments (id, startup_id, cohort_id, status, accepted_date)
      select id, '${startupId(40)}', (select min(id::text)::uuid from portal.cohorts), status, '2030-01-01'
      from (values
        (1, uuid 'ffffffff-0000-4000-8000-000000000003', 'third'),
        (2, uuid 'ffffffff-0000-4000-8000-000000000001', 'first'),
        (3, uuid 'ffffffff-0000-4000-8000-000000000002', 'second')
      ) as enrollment (place, id, status)
      order by place`);
    const [text] = await portal.column(
      `select enrollments from directory.startups where id = '${startupId(40)}'`,
    );
    await portal.run('select portal.load_test_data()');

    const statuses = rowsOf(JSON.parse(String(text))).map(({ status }) => status);
    expect(statuses.slice(-3)).toEqual(['first', 'second', 'third']);
  });

  test('gives an infinite date or moment as null', async () => {
    const [text] = await portal.column(
      `select json_build_array(created_at, enrollments -> 0 -> 'ended_date')
     from directory.startups where id = '${startupId(40)}'`,
    );
    expect(JSON.parse(String(text))).toEqual([expect.any(String), null]);

    await portal.run(`
    update portal.enrollments set ended_date = 'infinity' where startup_id = '${startupId(40)}';
    update portal.startups set created_at = 'infinity' where id = '${startupId(40)}';`);
    const changed = (await portal.records('directory.startups')).find(
      ({ id }) => id === startupId(40),
    );
    await portal.run('select portal.load_test_data()');

    expect(changed?.['created_at']).toBeNull();
    expect(changed?.['enrollments']).toMatchObject([{ ended_date: null }]);
  });

  test('counts the jobs that the jobs view lists', async () => {
    const jobs = await portal.records('directory.jobs');
    const counted = startups.map(({ id }) => jobs.filter((job) => job['startup_id'] === id).length);

    expect(startups.map((startup) => startup['open_jobs_count'])).toEqual(counted);
    expect(startupOf(10)['open_jobs_count']).toBeGreaterThan(1);
    expect(startupOf(20)['open_jobs_count']).toBe(0);
  });

  test.each([50, 60])(
    'gives null for the texts of startup %i, which are null or blank',
    (number) => {
      expect(startupOf(number)).toMatchObject({
        industry: [],
        blurb: null,
        description: null,
        logo_url: null,
        website_url: null,
        linkedin_url: null,
      });
    },
  );

  test('flattens tags and drops empty ones rather than fail', async () => {
    await portal.run(
      `update portal.startups set industry = '{{AI,""},{NULL,Food}}' where id = '${startupId(40)}'`,
    );
    const changed = (await portal.records('directory.startups')).find(
      ({ id }) => id === startupId(40),
    );
    await portal.run('select portal.load_test_data()');

    expect(changed?.['industry']).toEqual(['AI', 'Food']);
  });

  test('gives the same text whatever the time zone and the date style of the session', async () => {
    const sql = 'select row_to_json(t)::text from directory.startups t order by t.id';
    const elsewhere = await portal.column(sql, { before: `set timezone = 'Pacific/Chatham'` });
    const german = await portal.column(sql, { before: `set datestyle = 'German'` });

    expect(startupOf(10)['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(elsewhere).toEqual(await portal.lines('directory.startups'));
    expect(german).toEqual(elsewhere);
  });
});

function startupOf(number: number): Row {
  const found = startups.find(({ id }) => id === startupId(number));
  if (found === undefined) throw new Error(`startup ${number} is not listed`);
  return found;
}

function enrollmentsOf(number: number): readonly Row[] {
  return rowsOf(startupOf(number)['enrollments']);
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
