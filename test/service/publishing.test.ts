/** What is published of the data, and what is not, over each database. */

import * as v from 'valibot';

import { allDirectories, directories, type Directory } from '../../contract/directories.ts';
import { conformance } from '../../tools/verify/conformance.ts';
import { preparedDatabases } from '../support/database/databases.ts';
import { type Answer, ask, recordsOf } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';

const names = allDirectories.map(({ name }) => name);

test('the three directories are the ones of the contract', () => {
  expect(Object.keys(directories)).toEqual(['startups', 'founders', 'jobs']);
});

describe.each(preparedDatabases())('over $name', ({ open }) => {
  let service: TestService;
  let before: Answer;
  beforeAll(async () => {
    service = await TestService.start({ open });
  });
  beforeEach(async () => {
    await service.run('SELECT portal.load_test_data(120, true)');
    await service.heal();
    before = await service.getKept('startups');
  });
  afterAll(async () => service.close());

  test.each(allDirectories)('$name come fresh and as the contract has them', async (directory) => {
    const answer = await service.get(directory.name);
    const records = recordsOf(answer);

    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'x-data-source': 'database',
      'access-control-allow-origin': '*',
    });
    expect(answer.headers['cache-control']).toMatch(
      /^public, max-age=3(?:600|599), stale-if-error=86400$/,
    );
    expect(records.length).toBeGreaterThan(10);
    expect(records.filter((record) => !satisfies(directory, record))).toEqual([]);
  });

  test('there are 120 startups', async () => {
    expect(recordsOf(await service.get('startups'))).toHaveLength(120);
  });

  test.each(names)('the time of %s is that of the read', async (name) => {
    const askedAt = Date.now();
    const { headers } = await service.get(name);

    const cachedAt = headers['x-cached-at'] ?? '';
    expect(new Date(cachedAt).toISOString()).toBe(cachedAt);
    expect(Date.parse(cachedAt)).toBeGreaterThanOrEqual(askedAt);
    expect(Date.parse(cachedAt)).toBeLessThanOrEqual(Date.now());
  });

  test('founders and jobs join to the startups, and the job counts add up', async () => {
    expectJoined(await service.getAll());
  });

  test.each(names)('%s cost one statement and no transaction', async (name) => {
    service.dataApi.calls.reset();

    await service.get(name);

    expect(service.dataApi.calls.of('ExecuteStatement')).toBe(1);
    expect(service.dataApi.calls.total).toBe(1);
  });

  test('the lists are the same bytes as long as the data is the same', async () => {
    const first = await service.getAll();
    service.endEnvironments();
    const second = await service.getAll();

    expect(second.map(({ headers }) => headers['etag'])).toEqual(
      first.map(({ headers }) => headers['etag']),
    );
    expect(second.map(({ body }, index) => first[index]?.body.equals(body))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('an edit shows in the next answer', async () => {
    await service.run(`UPDATE portal.startups SET name = 'Renamed' WHERE slug LIKE '%-500'`);

    const after = await service.get('startups');

    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect(recordsOf(after).map(({ name }) => name)).toContain('Renamed');
  });

  test('each list is kept as its last-good copy, byte for byte', async () => {
    const served = await service.getAllKept();
    const kept = await Promise.all(
      allDirectories.map(async ({ path }) => ask(`${service.objectStore.url}/last-good${path}`)),
    );

    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200]);
    const lists = kept.map(({ body }) => body.toString().trimEnd()); // its time follows it
    expect(lists).toEqual(served.map(({ body }) => body.toString()));
  });

  test.each([
    ['slug', `slug = ''`],
    ['name', `name = E'\\u00a0'`],
  ])('a startup whose %s is bad is left out, and the other 119 are served', async (field, bad) => {
    const [[id = null] = []] = await service.rows(
      `SELECT id FROM portal.startups WHERE slug LIKE '%-500'`,
    );
    await service.run(`UPDATE portal.startups SET ${bad} WHERE id = '${id}'`);

    const after = await service.get('startups');

    expect([after.status, after.headers['x-data-source']]).toEqual([200, 'database']);
    expect(recordsOf(after)).toEqual(recordsOf(before).filter((record) => record['id'] !== id));
    expect(recordsOf(after)).toHaveLength(119);
    expect(service.logs.last).toMatchObject({ level: 'WARN', leftOut: [{ id, field }] });
  });

  const changes = [
    ['a slug that is another’s but for a space', `UPDATE portal.startups SET created_at = now(),
      slug = (SELECT slug || ' ' FROM portal.startups WHERE slug LIKE '%-500') WHERE slug LIKE '%-10'`], // prettier-ignore
    ['a blank name', `UPDATE portal.startups SET name = ' ' WHERE slug LIKE '%-20'`],
    ['enrollments in a nameless cohort', `UPDATE portal.cohorts SET name = ' ' WHERE id =
      (SELECT cohort_id FROM portal.enrollments GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`], // prettier-ignore
    ['a job without a title', `UPDATE portal.jobs SET title = ' ' WHERE id IN
      (SELECT id FROM directory.jobs ORDER BY id LIMIT 1)`], // prettier-ignore
  ] as const;

  test.each(changes)('the lists are fresh and join with %s', async (_, change) => {
    await service.run(change);

    expectJoined(await service.getAll());
  });

  test('verify finds nothing wrong with all of that at once', async () => {
    for (const [, change] of changes) await service.run(change);
    expectJoined(await service.getAll());

    const { checks } = await conformance(`${service.url}/v1`, 10);

    expect(checks.filter(({ result }) => result === 'fail')).toEqual([]);
    expect(checks.filter(({ name }) => name.startsWith('joins every'))).toHaveLength(2);
  });

  test('a website is served with its scheme, or null where it is none for a link', async () => {
    const websites = [
      ['javascript:alert(1)', null],
      ['data:text/html,x', null],
      ['https://user:password@host.example/', null],
      ['www.host.example/about', 'https://www.host.example/about'],
      ['http://host.example', 'http://host.example/'],
      [' https://host.example/ ', 'https://host.example/'],
    ] as const;
    const numbers = [500, 510, 520, 530, 540, 550];
    for (const [index, [typed]] of websites.entries()) {
      await service.run(`UPDATE portal.startups SET website_url = '${typed}'
        WHERE slug LIKE '%-${numbers[index]}'`);
    }

    const records = recordsOf(await service.get('startups'));

    const served = numbers.map((number) =>
      records.find(({ slug }) => String(slug).endsWith(`-${number}`)),
    );
    expect(served.map((record) => record?.['website_url'])).toEqual(websites.map(([, url]) => url));
    expect(records).toHaveLength(120);
  });

  test('lists that are suddenly empty are not published; jobs may be empty', async () => {
    const [startups, founders] = await service.getAll();
    await service.run('TRUNCATE portal.enrollments');
    service.logs.clear();

    const [staleStartups, staleFounders, jobs] = await service.getAll();

    expectStillThere(staleStartups, startups);
    expectStillThere(staleFounders, founders);
    expect(refusals()).toEqual([
      `founders ERROR: 0 records are left of ${recordsOf(founders as Answer).length}`,
      'startups ERROR: 0 records are left of 120',
    ]);
    expect([jobs?.status, jobs?.headers['x-data-source'], jobs?.body.toString()]).toEqual([
      200,
      'database',
      '[]',
    ]);
  });

  test('nor does a process that has just started publish one', async () => {
    await service.run('DELETE FROM portal.startups');
    service.endEnvironments();

    expectStillThere(await service.get('startups'), before);
  });

  test('a list of less than half its size is not published, one of half its size is', async () => {
    const leave = async (count: number) =>
      service.run(`DELETE FROM portal.startups WHERE id NOT IN
        (SELECT id FROM directory.startups ORDER BY id LIMIT ${count})`);

    await leave(60);
    const half = await service.get('startups');
    await leave(29);
    const less = await service.get('startups');

    expect(recordsOf(half)).toHaveLength(60);
    expectStillThere(less, half);
    expect(refusals()).toEqual(['startups ERROR: 29 records are left of 60']);
  });

  test('a true large drop is published once the operator accepts it', async () => {
    await service.run('TRUNCATE portal.enrollments');
    const refused = await service.refresh('startups');
    await service.refresh('startups', true);

    const after = await service.get('startups');

    expect(refused).toMatchObject({ failure: { name: 'SnapshotRefused' }, copy: { records: 120 } });

    expect([after.headers['x-data-source'], after.body.toString()]).toEqual(['database', '[]']);
  });

  test('a list of which more than a tenth is bad is not published', async () => {
    await service.run(`UPDATE portal.startups SET name = '' WHERE id IN
      (SELECT id FROM directory.startups ORDER BY id LIMIT 13)`);

    expectStillThere(await service.get('startups'), before);
    expect(refusals()).toEqual(['startups ERROR: 13 of 120 records break the contract']);
  });

  test.each([
    [
      'renamed column',
      'ALTER VIEW directory.startups RENAME blurb TO tagline',
      'ALTER VIEW directory.startups RENAME tagline TO blurb',
    ],
    [
      'missing permission',
      'REVOKE SELECT ON directory.startups FROM directory_reader',
      'GRANT SELECT ON directory.startups TO directory_reader',
    ],
  ])(
    'a %s is a defect, and the last-good copy is served until it is repaired',
    async (_, breaking, repairing) => {
      await service.run(breaking);
      const stale = await service.get('startups');
      await service.run(repairing);
      const repaired = await service.get('startups');

      expectStillThere(stale, before);
      expect(service.logs.answers.at(-2)).toMatchObject({
        level: 'ERROR',
        failure: { kind: 'defect', name: 'DatabaseDefect' },
      });
      expect(repaired.headers['x-data-source']).toBe('database');
    },
  );

  function refusals(): readonly string[] {
    return service.logs.answers
      .filter(({ failure }) => failure?.name === 'SnapshotRefused')
      .map(({ directory, level, failure }) => `${directory} ${level}: ${failure?.reason}`)
      .toSorted((a, b) => a.localeCompare(b));
  }
});

function expectJoined(lists: readonly Answer[]): void {
  expect(lists.map(({ headers }) => headers['x-data-source'])).toEqual(Array(3).fill('database'));
  const [startups = [], founders = [], jobs = []] = lists.map(recordsOf);
  const slugs = new Map(startups.map(({ id, slug }) => [id, slug]));
  const counted = startups.map(({ open_jobs_count: count }) => Number(count));

  expect(
    founders.filter((founder) => slugs.get(founder['startup_id']) !== founder['startup_slug']),
  ).toEqual([]);
  expect(jobs.filter((job) => !slugs.has(job['startup_id']))).toEqual([]);
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(jobs.length);
}

function satisfies(directory: Directory, record: unknown): boolean {
  const { success, output } = v.safeParse(v.strictObject(directory.record.entries), record);
  return success && JSON.stringify(output) === JSON.stringify(record);
}

function expectStillThere(after: Answer | undefined, was: Answer | undefined): void {
  expect([after?.status, after?.headers['x-data-source']]).toEqual([200, 'last-good']);
  expect(after?.headers['etag']).toBe(was?.headers['etag']);
  expect(was?.body.equals(after?.body ?? Buffer.alloc(0))).toBe(true);
}
