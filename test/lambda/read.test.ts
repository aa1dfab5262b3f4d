import type { Database, Execute } from '../../lambda/aws/data-api.ts';
import { directories } from '../../contract/directories.ts';
import { failureOf } from '../../lambda/directory/failure.ts';
import { readRecords } from '../../lambda/directory/read.ts';
import type { LocalDatabase } from '../../local/database/local-database.ts';
import { databases } from '../support/database/databases.ts';
import { type ThroughDataApi, throughDataApi } from '../support/database/data-api-client.ts';

/**
 * A view of any size instead of the portal: what is read is only a matter of its columns and its bytes.
 * `blurb` is small and numbered; `description` is what the table says. An id may be there twice.
 */
const view = `
CREATE SCHEMA directory;
CREATE TABLE directory.source (id uuid, slug text, description text);
CREATE VIEW directory.startups AS
SELECT id, slug, 'Name' AS name, array['Tag'] AS industry, '2026-01-01T00:00:00.000Z' AS created_at,
  0 AS open_jobs_count, '[]'::json AS enrollments, 'Blurb' AS blurb, description,
  NULL::text AS logo_url, NULL::text AS website_url, NULL::text AS linkedin_url, 'ada@example.com' AS email
FROM directory.source;`;

const MIB = 1024 * 1024;

/** The id of the record of this number, which may be an expression. */
const idOf = (number: number | string) =>
  `('00000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

interface Read {
  readonly id: string;
  readonly slug: string;
  readonly description: string;
}

describe.each(databases())('reading a list on $name', ({ name: where, open }) => {
  let seen: ThroughDataApi;

  beforeAll(async () => {
    seen = await throughDataApi(open);
    await seen.local.runScript(view);
  }, 30_000);

  beforeEach(() => {
    seen.calls.length = 0;
  });

  afterEach(async () => seen.api.faults.set('up'));

  afterAll(async () => seen.close());

  const readFrom = async (database: Database) => {
    const { signal } = new AbortController();
    return (await readRecords(database, directories.startups, signal)) as readonly Read[];
  };
  const read = async () => readFrom(seen.database);

  /** Reads with a transaction in which each statement but the first, which sets it up, is replaced. */
  const readWith = async (replaced: (execute: Execute, nth: number) => Execute) => {
    let statements = 0;
    return readFrom({
      ...seen.database,
      inTransaction: async (signal, work) =>
        seen.database.inTransaction(signal, async (execute) =>
          work(async (sql, parameters) => {
            if (sql.startsWith('SET ')) return execute(sql, parameters);
            statements += 1;
            return replaced(execute, statements)(sql, parameters);
          }),
        ),
    });
  };

  /** `count` startups, each with the description that the SQL expression makes from its number `i`. */
  const fill = async (count: number, description: string) => {
    await seen.local.runScript(`TRUNCATE directory.source;
      INSERT INTO directory.source SELECT ${idOf('i')}, 'startup-' || i, ${description}
      FROM generate_series(1, ${count}) AS i`);
  };

  const operations = (): readonly string[] => seen.calls.map(({ operation }) => operation);
  const biggestAnswer = (): number => Math.max(...seen.calls.map(({ bytes }) => bytes));

  it('that fits a response costs one round trip', async () => {
    await fill(120, "repeat('x', 2000)");

    expect(await read()).toHaveLength(120);
    expect(operations()).toEqual(['ExecuteStatement']);
  });

  it('that is empty costs one round trip', async () => {
    await fill(0, "''");

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

    const ids = (await read()).map(({ id }) => id);

    expect(ids).toEqual(ids.toSorted());
    expect(ids).toHaveLength(50);
  });

  it('of more records than a first page looks at comes whole', async () => {
    await fill(2001, "'x'");

    expect(await read()).toHaveLength(2001);
  });

  it.each([
    ['quotes and backslashes, which double on the wire', `repeat('"\\', 1000)`],
    ['control characters, which grow sixfold', 'repeat(chr(1), 2000)'],
    ['characters of four bytes', 'repeat(chr(128640), 3000)'],
  ])('stays within a response for %s', async (_, description) => {
    await fill(130, description);

    expect(await read()).toHaveLength(130);
    expect(operations()).toContain('BeginTransaction');
    expect(biggestAnswer()).toBeLessThan(MIB);
  });

  it.each([
    ['just below a piece', 14_000],
    ['a piece and a bit', 15_100],
    ['larger than a row may be', 30_000],
    ['larger than a response may be', 350_000],
  ])('has a record whole that is %s, and its neighbours too', async (_, length) => {
    // Of three bytes a character, none of which repeats soon.
    const characters = `SELECT string_agg(chr(8364 + n), '') FROM generate_series(0, 498) AS n`;
    const long = `left(repeat((${characters}), ${length} / 499 + 1), ${length})`;
    await fill(5, `CASE WHEN i = 3 THEN ${long} ELSE 'small' END`);

    const rows = await read();

    expect(rows.map(({ slug }) => slug)).toEqual([1, 2, 3, 4, 5].map((i) => `startup-${i}`));
    const expected = Array.from({ length }, (_each, i) => String.fromCodePoint(8364 + (i % 499)));
    expect(rows[2]?.description === expected.join('')).toBe(true); // a diff of it is of no use
    expect(rows[3]?.description).toBe('small');
    expect(biggestAnswer()).toBeLessThan(MIB);
  });

  it('of records that are all too large for a row comes whole', async () => {
    await fill(12, 'repeat(chr(65 + (i % 26)::integer), 70000)');

    const lengths = (await read()).map(({ description }) => description.length);

    expect(lengths).toEqual(Array.from({ length: 12 }, () => 70_000));
  });

  it('says so when the view has an id twice, however large its records are', async () => {
    await fill(8, "repeat('x', 30000)");
    await seen.local.runScript(`UPDATE directory.source SET id = ${idOf(1)}`);

    await expect(read()).rejects.toMatchObject({ reason: 'duplicate id in the view' });
  });

  it('says so too when one page would end between the two', async () => {
    const recordsOfAPage = 68; // of 14,000 characters each
    await fill(100, "repeat('x', 14000)");
    for (const number of [-1, 0, 1].map((off) => recordsOfAPage + off)) {
      const giveNext = async (id: number) =>
        seen.local.runScript(
          `UPDATE directory.source SET id = ${idOf(id)} WHERE slug = 'startup-${number + 1}'`,
        );
      await giveNext(number);

      await expect(read()).rejects.toMatchObject({ reason: 'duplicate id in the view' });
      await giveNext(number + 1);
    }
  });

  describe('that does not fit a response', () => {
    const records = 180; // three pages

    beforeAll(async () => fill(records, 'repeat(i::text, 14000 / length(i::text))'));

    it('comes in pages of one transaction, each within the limits', async () => {
      const rows = await read();

      expect(new Set(rows.map(({ slug }) => slug)).size).toBe(records);
      const [seesThatItDoesNotFit, begins, ...rest] = operations();
      expect([seesThatItDoesNotFit, begins]).toEqual(['ExecuteStatement', 'BeginTransaction']);
      expect(rest.pop()).toBe('CommitTransaction');
      expect(new Set(rest)).toEqual(new Set(['ExecuteStatement']));
      // SET TRANSACTION and two pages; read from its start where another suite has written to the same server.
      expect(where === 'PGlite' ? [3] : [3, 5]).toContain(rest.length);
      expect(biggestAnswer()).toBeLessThan(MIB);
    });

    it('may not write', async () => {
      const reading = readWith(
        (execute) => async () => execute('CREATE TABLE left_behind (id integer)'),
      );

      await expect(reading.catch(failureOf)).resolves.toMatchObject({
        reason: 'DatabaseErrorException, SQLSTATE 25006',
      });
    });

    it('rolls back and fails whole when a page fails', async () => {
      const reading = readWith((execute, nth) =>
        nth === 2 ? async () => execute('SELECT 1 / 0') : execute,
      );

      await expect(reading).rejects.toMatchObject({ name: 'DatabaseErrorException' });
      expect(operations().at(-1)).toBe('RollbackTransaction');
    });

    it('never mixes two moments: an edit between two pages does not show', async () => {
      const rows = await readWith((execute, nth) => async (sql, parameters) => {
        const page = await execute(sql, parameters);
        // What is seen is fixed by the first statement that reads.
        if (nth === 1) await editFromOutside(seen.local);
        return page;
      });

      expect(rows).toHaveLength(records);
      expect(rows.filter(({ slug }) => slug === 'edited')).toHaveLength(0);
    });

    it('is read from its start where somebody writes after the first page', async () => {
      const rows = await readFrom({
        ...seen.database,
        inTransaction: async (signal, work) => {
          await seen.local.runScript(`UPDATE directory.source SET slug = 'edited'`);
          return seen.database.inTransaction(signal, work);
        },
      });

      expect(rows.map(({ slug }) => slug)).toEqual(Array.from({ length: records }, () => 'edited'));
      expect(operations().filter((name) => name === 'ExecuteStatement')).toHaveLength(6);
    });
  });

  // `test/local/data-api/faults.test.ts` shows how each exception arrives, and `failure.test.ts` what each means.
  it.each([
    ['resuming', { kind: 'outage', reason: 'DatabaseResumingException' }],
    ['throttled', { kind: 'outage', reason: 'ThrottlingException' }],
    ['denied', { kind: 'defect', reason: 'AccessDeniedException, HTTP 403' }],
    ['garbage', { kind: 'defect', reason: 'SyntaxError, HTTP 200' }],
  ])('fails as what it is when the Data API is %s', async (fault, failure) => {
    await seen.api.faults.set(fault);

    await expect(read().catch(failureOf)).resolves.toMatchObject(failure);
  });

  it.each([
    [
      'names the column that is missing, for the operator',
      'SELECT nope FROM pg_class',
      'SQLSTATE 42703: ERROR: column "nope" does not exist',
    ],
    [
      'never repeats a value that PostgreSQL quotes in its message',
      `SELECT 'ada@example.com'::integer`,
      'SQLSTATE 22P02',
    ],
  ])('%s', async (_, sql, reason) => {
    const selecting = seen.database.execute(new AbortController().signal)(sql);

    await expect(selecting.catch(failureOf)).resolves.toEqual({
      kind: 'defect',
      name: 'DatabaseDefect',
      reason: `DatabaseErrorException, ${reason}`,
    });
  });
});

/**
 * Edits from another session while a transaction is open. PGlite has one session, so there the edit would wait for the
 * transaction to end: nothing can come between its pages.
 */
async function editFromOutside(local: LocalDatabase): Promise<void> {
  try {
    const session = await local.session({ signal: AbortSignal.timeout(100) });
    await session.query(`UPDATE directory.source SET slug = 'edited'`);
    await session.release();
  } catch {
    // one session for all
  }
}
