import { directories } from '../../contract/directories.ts';
import { failureOf } from '../../lambda/directory/failure.ts';
import { readRecords } from '../../lambda/directory/read.ts';
import type { LocalDatabase } from '../../local/database/local-database.ts';
import { databases } from '../support/database/databases.ts';
import { type ThroughDataApi, throughDataApi } from '../support/database/data-api-client.ts';

/**
 * A view of any size instead of the portal: what is read is only a matter of its columns and its bytes.
 * `blurb` is small and numbered; `description` is what the table says.
 */
const view = `
CREATE SCHEMA directory;
CREATE TABLE directory.source (id uuid PRIMARY KEY, slug text, description text);
CREATE VIEW directory.startups AS
SELECT id, slug, 'Name' AS name, array['Tag'] AS industry, '2026-01-01T00:00:00.000Z' AS created_at,
  0 AS open_jobs_count, '[]'::json AS enrollments, 'Blurb' AS blurb, description,
  NULL::text AS logo_url, NULL::text AS website_url, NULL::text AS linkedin_url, 'ada@example.com' AS email
FROM directory.source;`;

const MIB = 1024 * 1024;

describe.each(databases())('reading a list on $name', ({ open }) => {
  let seen: ThroughDataApi;

  beforeAll(async () => {
    seen = await throughDataApi(open);
    await seen.local.runScript(view);
  }, 30_000);

  beforeEach(async () => {
    await seen.local.runScript('TRUNCATE directory.source');
    seen.calls.length = 0;
  });

  afterAll(async () => seen.close());

  const read = async () =>
    readRecords(seen.database, directories.startups, new AbortController().signal);

  /** `count` startups, each with the description that the SQL expression makes from its number `i`. */
  const fill = async (count: number, description: string) => {
    await seen.local.runScript(`INSERT INTO directory.source
      SELECT ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'startup-' || i, ${description}
      FROM generate_series(1, ${count}) AS i`);
  };

  const operations = (): readonly string[] => seen.calls.map(({ operation }) => operation);
  const biggestAnswer = (): number => Math.max(...seen.calls.map(({ bytes }) => bytes));

  it('that fits a response costs one round trip', async () => {
    await fill(120, "repeat('x', 2000)");

    const rows = await read();

    expect(rows).toHaveLength(120);
    expect(operations()).toEqual(['ExecuteStatement']);
  });

  it('that is empty costs one round trip', async () => {
    expect(await read()).toEqual([]);
    expect(operations()).toEqual(['ExecuteStatement']);
  });

  it('asks for the columns of the contract and no others, and keeps their types', async () => {
    await fill(1, 'NULL');

    expect(await read()).toEqual([
      {
        id: '00000000-0000-4000-8000-000000000001',
        slug: 'startup-1',
        name: 'Name',
        industry: ['Tag'],
        created_at: '2026-01-01T00:00:00.000Z',
        open_jobs_count: 0,
        enrollments: [],
        blurb: 'Blurb',
        description: null,
        logo_url: null,
        website_url: null,
        linkedin_url: null,
      },
    ]);
  });

  it('comes in the order of the ids, whatever the order of the table', async () => {
    await fill(50, "'x'");
    await seen.local.runScript(
      `UPDATE directory.source SET slug = 'moved' WHERE slug = 'startup-7'`,
    );

    const ids = (await read()).map((row) => (row as { id: string }).id);

    expect(ids).toEqual(ids.toSorted());
    expect(ids).toHaveLength(50);
  });

  it('that does not fit comes in pages of one transaction, each within the limits', async () => {
    await fill(1200, "repeat('x', 1000 + i)");

    const rows = await read();

    expect(new Set(rows.map((row) => (row as { slug: string }).slug)).size).toBe(1200);
    expect(operations().slice(0, 3)).toEqual([
      'ExecuteStatement',
      'BeginTransaction',
      'ExecuteStatement',
    ]);
    expect(operations().at(-1)).toBe('CommitTransaction');
    expect(biggestAnswer()).toBeLessThan(MIB);
  });

  it('of more records than a first page looks at comes whole', async () => {
    await fill(2000, "'x'");
    expect(await read()).toHaveLength(2000);

    await seen.local.runScript('TRUNCATE directory.source');
    await fill(2001, "'x'");
    expect(await read()).toHaveLength(2001);
  });

  it.each([
    ['quotes and backslashes, which double on the wire', `repeat('"\\', 1000)`],
    ['control characters, which grow sixfold', 'repeat(chr(1), 2000)'],
    ['characters of four bytes', 'repeat(chr(128640), 3000)'],
  ])('stays within a response for %s', async (_, description) => {
    await fill(400, description);

    expect(await read()).toHaveLength(400);
    expect(biggestAnswer()).toBeLessThan(MIB);
  });

  it.each([
    ['just below a piece', 14_000],
    ['a piece and a bit', 15_100],
    ['larger than a row may be', 80_000],
    ['larger than a response may be', 1_500_000],
  ])('has a record whole that is %s, and its neighbours too', async (_, length) => {
    await fill(
      5,
      `CASE WHEN i = 3 THEN left(repeat((SELECT string_agg(chr(8364 + n), '') FROM generate_series(0, 498) AS n), ${length} / 499 + 1), ${length}) ELSE 'small' END`,
    );

    const rows = (await read()) as { slug: string; description: string }[];

    expect(rows.map(({ slug }) => slug)).toEqual([1, 2, 3, 4, 5].map((i) => `startup-${i}`));
    const long = Array.from({ length }, (_each, i) => String.fromCodePoint(8364 + (i % 499))).join(
      '',
    );
    expect(rows[2]?.description === long).toBe(true); // a diff of it is of no use
    expect(rows[3]?.description).toBe('small');
    expect(biggestAnswer()).toBeLessThan(MIB);
  });

  it('of records that are all too large for a row comes whole', async () => {
    await fill(40, 'repeat(chr(65 + (i % 26)::integer), 70000)');

    const rows = (await read()) as { description: string }[];

    expect(rows.map(({ description }) => description.length)).toEqual(
      Array.from({ length: 40 }, () => 70_000),
    );
  });

  it('says so when the view has an id twice, however large its records are', async () => {
    await fill(30, "repeat('x', 30000)");
    await seen.local.runScript(
      'ALTER TABLE directory.source DROP CONSTRAINT source_pkey; UPDATE directory.source SET id = (SELECT min(id::text)::uuid FROM directory.source);',
    );

    const reading = read();

    await expect(reading).rejects.toMatchObject({ reason: 'duplicate id in the view' });
    await seen.local.runScript(
      'TRUNCATE directory.source; ALTER TABLE directory.source ADD PRIMARY KEY (id);',
    );
  });

  it('says so too when one page would end between the two', async () => {
    const recordsOfAPage = 68; // of 14,000 characters each
    for (const number of [-1, 0, 1].map((off) => recordsOfAPage + off)) {
      await seen.local.runScript('TRUNCATE directory.source');
      await fill(100, "repeat('x', 14000)");
      await seen.local.runScript(
        `ALTER TABLE directory.source DROP CONSTRAINT source_pkey;
        UPDATE directory.source SET id = (SELECT id FROM directory.source WHERE slug = 'startup-${number}')
          WHERE slug = 'startup-${number + 1}'`,
      );

      const reading = read();

      await expect(reading).rejects.toMatchObject({ reason: 'duplicate id in the view' });
      await seen.local.runScript(
        'TRUNCATE directory.source; ALTER TABLE directory.source ADD PRIMARY KEY (id);',
      );
    }
  });

  it('takes no answer without rows for the end of a list', async () => {
    const answers = async () => [];
    const silent = { ...seen.database, execute: () => answers };

    const reading = readRecords(silent, directories.jobs, new AbortController().signal);

    await expect(reading).rejects.toMatchObject({ reason: 'an answer without rows' });
  });

  it('never mixes two moments: an edit between two pages does not show', async () => {
    await fill(1200, "repeat('x', 2000)");
    const editing = { ...seen.database };
    let edits = 0;
    editing.inTransaction = async (signal, work) =>
      seen.database.inTransaction(signal, async (select) =>
        work(async (sql, parameters) => {
          const rows = await select(sql, parameters);
          // What is seen is fixed by the first statement that reads.
          if (!sql.startsWith('SET ')) edits += await editFromOutside(seen.local, edits);
          return rows;
        }),
      );

    const rows = (await readRecords(
      editing,
      directories.startups,
      new AbortController().signal,
    )) as { slug: string }[];

    expect(rows).toHaveLength(1200);
    expect(rows.filter(({ slug }) => slug === 'edited')).toHaveLength(0);
  });

  it('may not write', async () => {
    await fill(1200, "repeat('x', 2000)");
    const writing = { ...seen.database };
    writing.inTransaction = async (signal, work) =>
      seen.database.inTransaction(signal, async (execute) =>
        work(async (sql, parameters) =>
          sql.startsWith('SET ')
            ? execute(sql, parameters)
            : execute('CREATE TABLE left_behind (id integer)'),
        ),
      );

    const reading = readRecords(writing, directories.startups, new AbortController().signal);

    await expect(reading.catch(failureOf)).resolves.toMatchObject({
      reason: 'DatabaseErrorException, SQLSTATE 25006',
    });
  });

  it('rolls back and fails whole when a page fails', async () => {
    await fill(1200, "repeat('x', 2000)");
    const failing = { ...seen.database };
    failing.inTransaction = async (signal, work) =>
      seen.database.inTransaction(signal, async (select) => {
        let pages = 0;
        return work(async (sql, parameters) => {
          pages += 1;
          return select(pages === 3 ? 'SELECT 1 / 0' : sql, pages === 3 ? {} : parameters);
        });
      });

    const reading = readRecords(failing, directories.startups, new AbortController().signal);

    await expect(reading).rejects.toMatchObject({ name: 'DatabaseErrorException' });
    expect(operations().at(-1)).toBe('RollbackTransaction');
  });
});

/**
 * Edits from another session while a transaction is open, once. PGlite has one session, so there the edit would wait for
 * the transaction to end: nothing can come between its pages.
 */
async function editFromOutside(local: LocalDatabase, edits: number): Promise<number> {
  if (edits > 0) return 0;
  const timeout = AbortSignal.timeout(100);
  try {
    const session = await local.session({ signal: timeout });
    await session.query(`UPDATE directory.source SET slug = 'edited'`);
    await session.release();
  } catch {
    // one session for all
  }
  return 1;
}
