import * as v from 'valibot';

import { allDirectories, directories, type Directory } from '../../contract/directories.ts';
import { ask, recordsOf } from '../support/http/ask.ts';
import { preparedDatabases } from '../support/database/databases.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

const names = allDirectories.map(({ name }) => name);

describe.each(preparedDatabases())('over $name', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ open });
  }, START_LIMIT_MS);
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
    const before = Date.now();
    const { headers } = await service.get(name);

    const cachedAt = headers['x-cached-at'] ?? '';
    expect(new Date(cachedAt).toISOString()).toBe(cachedAt);
    expect(Date.parse(cachedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(cachedAt)).toBeLessThanOrEqual(Date.now());
  });

  test('founders and jobs join to the startups, and the job counts add up', async () => {
    const [startups = [], founders = [], jobs = []] = (await service.getAll()).map(recordsOf);
    const slugs = new Map(startups.map(({ id, slug }) => [id, slug]));
    const counted = startups.map(({ open_jobs_count: count }) => Number(count));

    expect(
      founders.filter((founder) => slugs.get(founder['startup_id']) !== founder['startup_slug']),
    ).toEqual([]);
    expect(jobs.filter((job) => !slugs.has(job['startup_id']))).toEqual([]);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(jobs.length);
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
    const { headers: before } = await service.get('startups');
    await service.run(`UPDATE portal.startups SET name = 'Renamed' WHERE slug LIKE '%-500'`);

    const after = await service.get('startups');

    expect(after.headers['etag']).not.toBe(before['etag']);
    expect(recordsOf(after).map(({ name }) => name)).toContain('Renamed');
  });

  test('each list is kept as its last-good copy, byte for byte', async () => {
    const served = await service.getAll();
    const kept = await Promise.all(
      allDirectories.map(async ({ path }) => ask(`${service.objectStore.url}/last-good${path}`)),
    );

    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200]);
    const lists = kept.map(({ body }) => body.toString().trimEnd()); // behind it stands its time
    expect(lists).toEqual(served.map(({ body }) => body.toString()));
  });
});

function satisfies(directory: Directory, record: unknown): boolean {
  const { success, output } = v.safeParse(v.strictObject(directory.record.entries), record);
  return success && JSON.stringify(output) === JSON.stringify(record);
}

test('the three directories are the ones of the contract', () => {
  expect(Object.keys(directories)).toEqual(['startups', 'founders', 'jobs']);
});
