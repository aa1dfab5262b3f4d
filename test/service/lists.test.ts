/**
 * Tests that the whole service fulfils the contract on each database, with fresh and stale lists, and that it publishes only
 * valid data.
 */

import { environment } from '../../contract/names.ts';
import { databases } from '../support/databases.ts';
import { type Answer, recordsOf } from '../support/ask.ts';
import { TestService } from '../support/test-service.ts';
import { conformance } from '../conformance/conformance.ts';

const PLANTED = ['jane.leak@acme.io', '+49 171 2345678'];

const COLUMNS = ['avatar_url', 'email', 'first_name', 'job_title', 'last_name', 'linkedin_url', 'phone']; // prettier-ignore

describe.each(databases())('on $name,', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ open, memorySeconds: 60 });
    await service.getAllKept();
  });
  afterAll(async () => service.close());

  describe('with a running database,', () => {
    conformance(() => `${service.url}/v1`);
  });

  describe('while the database is down,', () => {
    beforeAll(async () => {
      service.dataApi.faults.set('down');
      service.endEnvironments();
    });

    conformance(() => `${service.url}/v1`, { isStale: true });
  });

  describe('the data', () => {
    /** Whether the last test changed the data. If so, the test data is loaded again before the next test. */
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

    test('appears in the next answer after an edit', async () => {
      const before = await service.get('startups');
      await change(`UPDATE portal.startups SET name = 'Renamed' WHERE slug LIKE '%-500'`);

      const after = await service.get('startups');

      expect(after.headers['etag']).not.toBe(before.headers['etag']);
      expect(recordsOf(after).map(({ name }) => name)).toContain('Renamed');
    });

    test('refers only to listed startups if records are left out because of bad values', async () => {
      await change(
        // The bad values are another startup's slug followed by a space, a startup's blank name, a cohort's blank name, and a
        // job's blank title.
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
      expect(sourcesOf(answers)).toEqual(Array(3).fill('database'));
      expect([...founders, ...jobs].filter(({ startup_id: id }) => !listed.has(id))).toEqual([]);
    });

    test('is refused if all startups and founders suddenly disappear, but an empty list of jobs is published', async () => {
      const [startups, founders] = await service.getAllKept();
      await change('TRUNCATE portal.enrollments');
      service.logs.clear();

      const [staleStartups, staleFounders, jobs] = await service.getAll();

      expectStillThere(staleStartups, startups);
      expectStillThere(staleFounders, founders);
      expect(service.logs.answers).toEqual(
        expect.arrayContaining([
          expect.objectContaining(refusalOf('startups', 120)),
          expect.objectContaining(refusalOf('founders', recordsOf(founders as Answer).length)),
        ]),
      );
      expect(jobs).toMatchObject({ status: 200, headers: { 'x-data-source': 'database' } });
      expect(jobs?.body.toString()).toBe('[]');
    });

    test('comes from the last-good copy until a renamed column is repaired', async () => {
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

    test("leaks no contact from the founders' text columns into answers or logs", async () => {
      const rows = await service.rows(`SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'portal' AND table_name = 'founders' AND data_type IN ('text', 'character varying')
      ORDER BY 1`);
      expect(rows.map(([name]) => name)).toEqual(COLUMNS);

      // At the end, every column contains a contact, so all founders are left out, and the list is refused.
      const leaks: string[] = [];
      for (const column of COLUMNS) {
        for (const contact of PLANTED) {
          const value = column.endsWith('_url') ? `https://example.org/${contact}` : contact;
          const before = column === 'email' ? 'id ||' : ''; // e-mail addresses are unique
          await change(`UPDATE portal.founders SET ${column} = ${before} '${value}'`);
          leaks.push(...leaksOf([await service.get('founders')]));
        }
      }
      service.endEnvironments(); // new processes have no list in memory
      const answers = await service.getAll();

      expect([...leaks, ...leaksOf(answers)]).toEqual([]);
      expect(sourcesOf(answers)).toEqual(['database', 'last-good', 'database']);
      expect(service.logs.answers.at(-1)).toBeDefined();
    });

    function leaksOf(answers: readonly Answer[]): readonly string[] {
      const texts = answers.map(({ headers, body }) => JSON.stringify(headers) + body.toString());
      return [...texts, service.logs.text].filter((text) => /leak@|171.{0,3}2345678/iu.test(text));
    }
  });
});

function sourcesOf(answers: readonly Answer[]): readonly (string | undefined)[] {
  return answers.map(({ headers }) => headers['x-data-source']);
}

function refusalOf(list: string, before: number): object {
  const reason = `0 of ${before} records are left`;
  const failure: unknown = expect.objectContaining({ name: 'ListRefused', reason });
  return { service: list, level: 'ERROR', failures: [failure] };
}

function expectStillThere(after: Answer | undefined, was: Answer | undefined): void {
  expect([after?.status, after?.headers['x-data-source']]).toEqual([200, 'last-good']);
  expect(after?.headers['etag']).toBe(was?.headers['etag']);
  expect(was?.body.equals(after?.body ?? Buffer.alloc(0))).toBe(true);
}
