/** What is published of the data, and what is not, over each database; each rule by itself is in test/lambda and test/contract. */

import { allDirectories } from '../../contract/directories.ts';
import { preparedDatabases } from '../support/database/databases.ts';
import { type Answer, ask, recordsOf, type ServedRecord } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';

describe.each(preparedDatabases())('over $name', ({ open }) => {
  let service: TestService;
  /** Whether a test has changed the data, which every test finds as it was loaded. */
  let isChanged = false;
  const change = async (...statements: readonly string[]): Promise<void> => {
    isChanged = true;
    for (const sql of statements) await service.run(sql);
  };
  beforeAll(async () => {
    service = await TestService.start({ open });
  });
  beforeEach(async () => {
    if (isChanged) await service.run('SELECT portal.load_test_data(120, true)');
    isChanged = false;
    await service.heal();
  });
  afterAll(async () => service.close());

  test('an edit shows in the next answer', async () => {
    const before = await service.get('startups');
    await change(`UPDATE portal.startups SET name = 'Renamed' WHERE slug LIKE '%-500'`);

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

  test('a startup whose name is blank is left out, and the other 119 are served', async () => {
    const before = await service.get('startups');
    const [[id = null] = []] = await service.rows(
      `SELECT id FROM portal.startups WHERE slug LIKE '%-500'`,
    );
    await change(`UPDATE portal.startups SET name = E'\\u00a0' WHERE id = '${id}'`);

    const after = await service.get('startups');

    expect([after.status, after.headers['x-data-source']]).toEqual([200, 'database']);
    expect(recordsOf(after)).toEqual(recordsOf(before).filter((record) => record['id'] !== id));
    expect(recordsOf(after)).toHaveLength(119);
    expect(service.logs.last).toMatchObject({ level: 'WARN', leftOut: [{ id, field: 'name' }] });
  });

  test('with bad values everywhere the lists join', async () => {
    await change(
      // A slug that is another’s but for a space, a blank name, enrollments in a nameless cohort, a job without a title.
      `UPDATE portal.startups SET created_at = now(),
        slug = (SELECT slug || ' ' FROM portal.startups WHERE slug LIKE '%-500') WHERE slug LIKE '%-10'`,
      `UPDATE portal.startups SET name = ' ' WHERE slug LIKE '%-20'`,
      `UPDATE portal.cohorts SET name = ' ' WHERE id =
        (SELECT cohort_id FROM portal.enrollments GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`,
      `UPDATE portal.jobs SET title = ' ' WHERE id IN
        (SELECT id FROM directory.jobs ORDER BY id LIMIT 1)`,
    );

    const answers = await service.getAll();
    const [startups = [], founders = [], jobs = []] = answers.map(recordsOf);

    const listed = new Set(startups.map(({ id }) => id));
    const isOfNobody = ({ startup_id: id }: ServedRecord) => !listed.has(id);
    expect(answers.map(({ headers }) => headers['x-data-source'])).toEqual(
      Array(3).fill('database'),
    );
    expect([...founders, ...jobs].filter(isOfNobody)).toEqual([]);
  });

  test('lists that are suddenly empty are not published; jobs may be empty', async () => {
    const [startups, founders] = await service.getAllKept();
    await change('TRUNCATE portal.enrollments');
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

  test('a renamed column is a defect, and the last-good copy is served until it is repaired', async () => {
    const before = await service.getKept('startups');
    await service.run('ALTER VIEW directory.startups RENAME blurb TO tagline');
    const stale = await service.get('startups');
    await service.run('ALTER VIEW directory.startups RENAME tagline TO blurb');
    const repaired = await service.get('startups');

    expectStillThere(stale, before);
    expect(service.logs.answers.at(-2)).toMatchObject({
      level: 'ERROR',
      failures: [{ kind: 'defect', name: 'DatabaseDefect' }],
    });
    expect(repaired.headers['x-data-source']).toBe('database');
  });

  function refusals(): readonly string[] {
    return service.logs.answers
      .filter(({ failures }) => failures?.[0]?.name === 'ListRefused')
      .map(({ service: list, level, failures }) => `${list} ${level}: ${failures?.[0]?.reason}`)
      .toSorted((a, b) => a.localeCompare(b));
  }
});

function expectStillThere(after: Answer | undefined, was: Answer | undefined): void {
  expect([after?.status, after?.headers['x-data-source']]).toEqual([200, 'last-good']);
  expect(after?.headers['etag']).toBe(was?.headers['etag']);
  expect(was?.body.equals(after?.body ?? Buffer.alloc(0))).toBe(true);
}
