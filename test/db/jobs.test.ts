import * as v from 'valibot';

import { Job } from '../../contract/job.ts';
import { databases } from '../support/database/databases.ts';
import { jobId, PortalDatabase, type Row, startupId } from './portal-database.ts';

let portal: PortalDatabase;
let jobs: readonly Row[];

describe.each(databases())('on $name', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run('select portal.load_test_data()');
    jobs = await portal.records('directory.jobs');
  });

  afterAll(() => portal.close());

  test('lists published, unexpired jobs at active startups, and no others', async () => {
    const enrollments = await portal.records('portal.enrollments');
    const active = new Set(
      enrollments.filter(({ status }) => status === 'active').map((e) => e['startup_id']),
    );
    const expected = (await portal.records('portal.jobs'))
      .filter(({ status }) => status === 'published')
      .filter((job) => active.has(job['startup_id']))
      .filter((job) => !String(job['expires_at']).startsWith('2020'));

    expect(jobs.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  test.each([
    [7, 'a draft'],
    [8, 'a closed one'],
    [9, 'an expired one'],
    [10, 'one at an alumnus'],
    [11, 'one at an inactive startup'],
  ])('leaves out job %i, %s', async (number) => {
    const all = await portal.records('portal.jobs');

    expect(all.map(({ id }) => id)).toContain(jobId(number));
    expect(jobs.map(({ id }) => id)).not.toContain(jobId(number));
  });

  test('leaves a job out from the very moment it expires at', async () => {
    // Within a transaction now() does not change.
    await portal.run(`
    create table portal.seen (moment text, listed boolean);
    begin;
    update portal.jobs set expires_at = now() where id = '${jobId(1)}';
    insert into portal.seen
      select 'end', exists (select from directory.jobs where id = '${jobId(1)}');
    update portal.jobs set expires_at = now() + interval '1 microsecond' where id = '${jobId(1)}';
    insert into portal.seen
      select 'before', exists (select from directory.jobs where id = '${jobId(1)}');
    commit;`);
    const listed = await portal.column('select moment from portal.seen where listed');
    await portal.run('drop table portal.seen; select portal.load_test_data();');

    expect(listed).toEqual(['before']);
  });

  test('gives every record as the contract has it, fields in its order', () => {
    for (const record of jobs) {
      expect(v.safeParse(Job, record).issues).toBeUndefined();
      expect(Object.keys(record)).toEqual(Object.keys(Job.entries));
    }
  });

  test('copies what it says of the startup from there', async () => {
    const startups = await portal.records('directory.startups');

    for (const job of jobs) {
      const startup = startups.find(({ id }) => id === job['startup_id']);
      expect(job).toMatchObject({
        startup_name: startup?.['name'],
        startup_logo_url: startup?.['logo_url'],
        startup_blurb: startup?.['blurb'],
        startup_industry: startup?.['industry'],
      });
    }
  });

  test('gives the end of a job in UTC, and null where it has none or an infinite one', () => {
    expect(jobOf(1)['expires_at']).toBeNull();
    expect(jobOf(2)['expires_at']).toBe('2099-12-31T23:59:59.999Z');
    expect(jobOf(3)['expires_at']).toBeNull();
  });

  test.each([4, 5])('gives null for the texts of job %i, which are null or blank', (number) => {
    expect(jobOf(number)).toMatchObject({
      job_type: null,
      role_category: null,
      work_arrangement: null,
      experience_level: null,
      external_url: null,
      location_regions: [],
      location_cities: number === 4 ? [] : ['Pune'],
    });
  });

  test('gives the same text whatever the time zone of the session', async () => {
    const elsewhere = await portal.column(
      'select row_to_json(t)::text from directory.jobs t order by t.id',
      { before: `set timezone = 'America/St_Johns'` },
    );

    expect(elsewhere).toEqual(await portal.lines('directory.jobs'));
  });

  test('is empty, and every count 0, while the job board has not launched', async () => {
    await portal.run('select portal.load_test_data(120, false)');
    const empty = await portal.records('directory.jobs');
    const startups = await portal.records('directory.startups');
    await portal.run('select portal.load_test_data()');

    expect(empty).toEqual([]);
    expect(startups).toHaveLength(120);
    expect(new Set(startups.map((startup) => startup['open_jobs_count']))).toEqual(new Set([0]));
    expect(jobs.map((job) => job['startup_id'])).toContain(startupId(10));
  });
});

function jobOf(number: number): Row {
  const found = jobs.find(({ id }) => id === jobId(number));
  if (found === undefined) throw new Error(`job ${number} is not listed`);
  return found;
}
