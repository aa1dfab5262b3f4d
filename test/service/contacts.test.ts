import type { Answer } from '../support/http/ask.ts';
import { preparedDatabases } from '../support/database/databases.ts';
import { TestService } from '../support/service/service.ts';

const PLANTED = ['jane.leak@acme.io', '+49 171 2345678'];

const COLUMNS = ['avatar_url', 'email', 'first_name', 'job_title', 'last_name', 'linkedin_url', 'phone']; // prettier-ignore

describe.each(preparedDatabases({ startups: 12, withJobs: true }))('over $name', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ open, startups: 12 });
  });
  afterAll(async () => service.close());

  test('a contact in any text column of the founders is in no answer and in no log', async () => {
    const rows = await service.rows(`SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'portal' AND table_name = 'founders' AND data_type IN ('text', 'character varying')
      ORDER BY 1`);
    expect(rows.map(([name]) => name)).toEqual(COLUMNS);

    // Column after column, so that in the end all have it: then nobody is left, and the list is published all the same.
    const leaks: string[] = [];
    for (const column of COLUMNS) {
      for (const contact of PLANTED) {
        const value = column.endsWith('_url') ? `https://example.org/${contact}` : contact;
        const before = column === 'email' ? 'id ||' : ''; // no two are the same
        await service.run(`UPDATE portal.founders SET ${column} = ${before} '${value}'`);
        leaks.push(...leaksOf(await service.getAll()));
      }
    }
    service.endEnvironments(); // so that nothing is answered from what a process has in memory
    const answers = await service.getAll();

    expect([...leaks, ...leaksOf(answers)]).toEqual([]);
    expect(answers.map(({ headers }) => headers['x-data-source'])).toEqual(
      Array(3).fill('database'),
    );
    expect(answers.map(({ body }) => JSON.parse(body.toString()) as unknown)[1]).toEqual([]);
    expect(service.logs.answers.at(-1)).toBeDefined();
  });

  function leaksOf(answers: readonly Answer[]): readonly string[] {
    const texts = answers.map(({ headers, body }) => JSON.stringify(headers) + body.toString());
    return [...texts, service.logs.text].filter((text) => /leak@|171.{0,3}2345678/iu.test(text));
  }
});
