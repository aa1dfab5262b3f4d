/** The whole service over each database: it is the documented one, fresh and stale, and publishes what it should of the data. */

import { allDirectories } from '../../contract/directories.ts';
import { environment } from '../../contract/names.ts';
import { databases } from '../support/databases.ts';
import { type Answer, ask, recordsOf, type ServedRecord } from '../support/ask.ts';
import { TestService } from '../support/test-service.ts';
import { conformance } from '../conformance/conformance.ts';

const PLANTED = ['jane.leak@acme.io', '+49 171 2345678'];

const COLUMNS = ['avatar_url', 'email', 'first_name', 'job_title', 'last_name', 'linkedin_url', 'phone']; // prettier-ignore

describe.each(databases())('over $name', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ open, memorySeconds: 60 });
    await service.getAllKept();
  });
  afterAll(async () => service.close());

  describe('fresh', () => {
    conformance(() => `${service.url}/v1`);
  });

  describe('while the database is down', () => {
    beforeAll(async () => {
      service.dataApi.faults.set('down');
      service.endEnvironments();
    });

    conformance(() => `${service.url}/v1`, { isStale: true });
  });

  describe('of the data', () => {
    /** Whether a test has changed the data, which every test finds as it was loaded. */
    let isChanged = false;
    const change = async (...statements: readonly string[]): Promise<void> => {
      isChanged = true;
      for (const sql of statements) await service.run(sql);
    };
    beforeAll(() => {
      service.configure({ [environment.memorySeconds]: '0' });
    });
    beforeEach(async () => {
      if (isChanged) await service.run('SELECT portal.load_test_data(120, true)');
      isChanged = false;
      await service.heal();
    });

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
      expect(kept.map(({ body }) => body.toString())).toEqual(
        served.map(({ body }) => body.toString()),
      );
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
      await service.run('ALTER VIEW directory.startups RENAME blurb TO later_column');
      const stale = await service.get('startups');
      await service.run('ALTER VIEW directory.startups RENAME later_column TO blurb');
      const repaired = await service.get('startups');

      expectStillThere(stale, before);
      expect(service.logs.answers.at(-2)).toMatchObject({
        level: 'ERROR',
        failures: [{ kind: 'defect', name: 'DatabaseDefect' }],
      });
      expect(repaired.headers['x-data-source']).toBe('database');
    });

    test('a contact in any text column of the founders is in no answer and in no log', async () => {
      const rows = await service.rows(`SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'portal' AND table_name = 'founders' AND data_type IN ('text', 'character varying')
      ORDER BY 1`);
      expect(rows.map(([name]) => name)).toEqual(COLUMNS);

      // Column after column, so that in the end all have it: then nobody is left, and the list is refused.
      const leaks: string[] = [];
      for (const column of COLUMNS) {
        for (const contact of PLANTED) {
          const value = column.endsWith('_url') ? `https://example.org/${contact}` : contact;
          const before = column === 'email' ? 'id ||' : ''; // no two are the same
          await change(`UPDATE portal.founders SET ${column} = ${before} '${value}'`);
          leaks.push(...leaksOf([await service.get('founders')]));
        }
      }
      service.endEnvironments(); // so that nothing is answered from what a process has in memory
      const answers = await service.getAll();

      expect([...leaks, ...leaksOf(answers)]).toEqual([]);
      expect(answers.map(({ headers }) => headers['x-data-source'])).toEqual([
        'database',
        'last-good',
        'database',
      ]);
      expect(service.logs.answers.at(-1)).toBeDefined();
    });

    function leaksOf(answers: readonly Answer[]): readonly string[] {
      const texts = answers.map(({ headers, body }) => JSON.stringify(headers) + body.toString());
      return [...texts, service.logs.text].filter((text) => /leak@|171.{0,3}2345678/iu.test(text));
    }

    function refusals(): readonly string[] {
      return service.logs.answers
        .filter(({ failures }) => failures?.[0]?.name === 'ListRefused')
        .map(({ service: list, level, failures }) => `${list} ${level}: ${failures?.[0]?.reason}`)
        .toSorted((a, b) => a.localeCompare(b));
    }
  });
});

function expectStillThere(after: Answer | undefined, was: Answer | undefined): void {
  expect([after?.status, after?.headers['x-data-source']]).toEqual([200, 'last-good']);
  expect(after?.headers['etag']).toBe(was?.headers['etag']);
  expect(was?.body.equals(after?.body ?? Buffer.alloc(0))).toBe(true);
}
