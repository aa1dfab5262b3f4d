import type { Answer } from '../support/http/ask.ts';
import { preparedDatabases } from '../support/database/databases.ts';
import { TestService } from '../support/service/service.ts';

const PLANTED = 'leak.example.org';

describe.each(preparedDatabases({ startups: 12, withJobs: true }))('over $name', ({ open }) => {
  let service: TestService;
  let columns: readonly string[];
  beforeAll(async () => {
    service = await TestService.start({ open, startups: 12 });
    const rows = await service.rows(`SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'portal' AND table_name = 'founders' AND data_type IN ('text', 'character varying')
      ORDER BY 1`);
    columns = rows.map(([name]) => String(name));
    await service.run('CREATE TABLE portal.before AS TABLE portal.founders');
    await service.getAll();
  });
  const restore = async () => service.run(setColumns(columns, (name) => `b.${name}`));
  afterEach(restore);
  afterAll(async () => service.close());

  const plant = async (names: readonly string[], who: string) =>
    service.run(`${setColumns(names, () => `f.id || '@${PLANTED}'`)} AND ${who}`);

  const one = 'f.id = (SELECT min(id::text)::uuid FROM directory.founders)';

  test('the table of the founders has the columns that these tests are about', () => {
    expect(columns).toEqual([
      'avatar_url',
      'email',
      'first_name',
      'job_title',
      'last_name',
      'linkedin_url',
      'phone',
    ]);
  });

  test('an e-mail address in any column of one founder is in no answer and in no log', async () => {
    for (const column of columns) {
      await plant([column], one);
      const answers = await service.getAll();

      expect(answers.map(({ headers }) => headers['x-data-source'])).toEqual(
        Array(3).fill('database'),
      );
      expect([column, leaksOf(answers)]).toEqual([column, []]);
      await restore();
    }
  });

  test('nor one in all of them at once, for a process that has just started as well', async () => {
    await plant(columns, 'true');

    const warm = await service.getAll();
    service.endEnvironments();
    const cold = await service.getAll();
    await service.deleteCopy('founders');
    service.endEnvironments();
    const withoutCopy = await service.getAll();

    expect(leaksOf([...warm, ...cold, ...withoutCopy])).toEqual([]);
    expect(withoutCopy.map(({ status }) => status)).toEqual([200, 503, 200]);
  });

  test('nor one in an error of the database', async () => {
    await service.run(`CREATE FUNCTION portal.failing(t text) RETURNS text LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'mail % is bad', t || '@${PLANTED}'; END $$;
      GRANT USAGE ON SCHEMA portal TO PUBLIC; GRANT EXECUTE ON FUNCTION portal.failing TO PUBLIC;
      ALTER VIEW directory.jobs RENAME TO jobs_before;
      CREATE VIEW directory.jobs AS SELECT id, startup_id, portal.failing(title) AS title, job_type, role_category,
        work_arrangement, experience_level, external_url, location_regions, location_cities, expires_at, created_at,
        startup_name, startup_logo_url, startup_blurb, startup_industry, startup_team_size, startup_product_stage
        FROM directory.jobs_before;
      GRANT SELECT ON directory.jobs TO directory_reader`);

    const answers = await service.getAll();

    expect(service.logs.answers.at(-1)).toBeDefined();
    expect(
      service.logs.answers.some(({ failure }) => failure?.reason.includes('P0001') === true),
    ).toBe(true);
    expect(leaksOf(answers)).toEqual([]);
  });

  function leaksOf(answers: readonly Answer[]): readonly string[] {
    const texts = answers.map(({ headers, body }) => JSON.stringify(headers) + body.toString());
    return [...texts, service.logs.text].filter((text) => text.toLowerCase().includes(PLANTED));
  }
});

function setColumns(names: readonly string[], value: (name: string) => string): string {
  const values = names.map((name) => `${name} = ${value(name)}`).join(', ');
  return `UPDATE portal.founders f SET ${values} FROM portal.before b WHERE b.id = f.id`;
}
