import { directories } from '../../contract/directories.ts';
import type { Database, Execute } from '../../lambda/aws/data-api.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { failureOf } from '../../lambda/directory/failure.ts';
import { readRows } from '../../lambda/directory/read.ts';
import { type ThroughDataApi, throughDataApi } from '../support/data-api.ts';
import { databases } from '../support/databases.ts';

const columns = Object.keys(directories.startups.record.entries);

/** SQL expressions for some columns of the view. All other columns are null. */
const expressions: Readonly<Record<string, string>> = {
  id: 'id',
  slug: 'slug',
  name: `'Name'`,
  industry: `array['Tag']`,
  created_at: `'2026-01-01T00:00:00.000Z'`,
  open_jobs_count: '0',
  enrollments: `'[]'::json`,
  blurb: `'Blurb'`,
  description: 'description',
};

/**
 * SQL that creates a simple view in place of the real view of startups. This is enough, because a read depends only on the
 * columns of the view and on the number and the size of its rows. Each test fills the table behind the view with the rows that
 * it needs.
 */
const view = `
CREATE SCHEMA directory;
CREATE TABLE directory.source (id uuid, slug text, description text);
CREATE VIEW directory.startups AS
SELECT ${columns.map((name) => `${expressions[name] ?? 'NULL::text'} AS "${name}"`).join(', ')}, 'ada@example.com' AS email
FROM directory.source;`;

/** Returns SQL for the id of a record. @param number - an SQL expression. */
const idOf = (number: number | string) =>
  `('00000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/** Returns SQL for a string of this many three-byte characters. The string repeats only after 499 characters. */
const longText = (characters: number) =>
  `left(repeat((SELECT string_agg(chr(8364 + n), '') FROM generate_series(0, 498) AS n), ${characters} / 499 + 1), ${characters})`;

interface Read {
  readonly slug: string;
  readonly description: string | null;
}

describe.each(databases())('on $name,', ({ name: engine, open }) => {
  let seen: ThroughDataApi;

  beforeAll(async () => {
    seen = await throughDataApi(open);
    await seen.local.runScript(view);
  });

  beforeEach(() => {
    seen.operations.length = 0;
  });

  afterAll(async () => seen.close());

  const rowsFrom = async (database: Database) =>
    readRows(database, directories.startups, new AbortController().signal);
  const read = async (database = seen.database) =>
    (await rowsFrom(database)).map((row) => JSON.parse(row) as Read);

  /**
   * Replaces all startups with new ones, numbered from 1.
   *
   * @param description - an SQL expression, which can contain the number `i`.
   */
  const fill = async (count: number, description: string) =>
    seen.local.runScript(`TRUNCATE directory.source;
      INSERT INTO directory.source SELECT ${idOf('i')}, 'startup-' || i, ${description}
      FROM generate_series(1, ${count}) AS i ORDER BY i % 7`);

  const slugs = (count: number) => Array.from({ length: count }, (_, i) => `startup-${i + 1}`);

  const isWhatTheTableHas = async (text: string) => {
    const session = await seen.local.session();
    const whole = `coalesce(string_agg(description, '' ORDER BY id), '')`;
    const { rows } = await session.query(`SELECT ${whole} = $1 FROM directory.source`, [text]);
    await session.release();
    return rows[0]?.[0];
  };

  /**
   * Returns the database with a hook before each statement of a transaction, except the first statement, which only sets the
   * isolation level and makes the transaction read-only.
   */
  const interrupted = (before: (execute: Execute, nth: number) => Promise<unknown>): Database => ({
    ...seen.database,
    inTransaction: async (signal, work) =>
      seen.database.inTransaction(signal, async (execute) => {
        let statements = 0;
        return work(async (sql, parameters) => {
          if (statements > 0) await before(execute, statements);
          statements += 1;
          return execute(sql, parameters);
        });
      }),
  });

  it.each([
    ['an empty list', 0, "''"],
    ['a list of typical length', 120, "repeat('x', 2000)"],
    ['a list of 399 short records', 399, 'NULL'],
  ])('%s is read in one call', async (_, count, description) => {
    await fill(count, description);

    expect((await read()).map(({ slug }) => slug)).toEqual(slugs(count));
    expect(seen.operations).toEqual(['ExecuteStatement']);
  });

  it('only the columns of the contract are read, and they keep their types', async () => {
    await fill(1, 'NULL');

    const [row = {}] = await read();
    expect(Object.keys(row)).toEqual(columns);
    expect(row).toMatchObject({
      industry: ['Tag'],
      open_jobs_count: 0,
      enrollments: [],
      blurb: 'Blurb',
      logo_url: null,
    });
  });

  const thirdOf = (text: string, others: string) => `CASE i WHEN 3 THEN ${text} ELSE ${others} END`;

  it.each([
    ['2,001 short records', 2001, "'x'"],
    ['control characters (six bytes each in JSON)', 130, 'repeat(chr(1), 2000)'],
    ['characters of four bytes', 130, 'repeat(chr(128640), 3000)'],
    ['records that need several result rows each', 20, 'repeat(chr(65 + i % 26), 70000)'],
    ['a record that needs two result rows', 80, thirdOf(longText(15_100), "repeat('x', 14000)")],
    ['a record that needs three responses', 12, thirdOf(longText(700_000), "'x'")],
    ['a last record that needs two responses', 3, thirdOf(longText(350_000), "'x'")],
  ])('a long list is read completely in one transaction: %s', async (_, count, description) => {
    await fill(count, description);

    const records = await read();

    expect(records.map(({ slug }) => slug)).toEqual(slugs(count));
    const text = records.map((record) => record.description ?? '').join('');
    expect(await isWhatTheTableHas(text)).toBe('t'); // compared in the database, because a failed comparison in Jest would print megabytes
    const [first, second, ...rest] = seen.operations;
    expect([first, second]).toEqual(['ExecuteStatement', 'BeginTransaction']);
    expect(rest.pop()).toBe('CommitTransaction');
    expect(new Set(rest)).toEqual(new Set(['ExecuteStatement']));
  });

  it('a read fills each response, so it makes few Data API calls', async () => {
    await fill(200, "repeat('x', 14000)"); // 67 of these records fit in a response of the Data API

    await read();

    expect(seen.operations.length).toBeLessThan(200 / 67 + 6);
  });

  it.each([
    ['two short records', 8, "'x'", 1, 2],
    ['two records that need several result rows each', 8, "repeat('x', 30000)", 1, 2],
    ['the last record of a response and the next record', 100, "repeat('x', 14000)", 67, 68],
    ['the last record of the second query and the next record', 600, "'x'", 502, 503],
    ['all records', 3000, "'x'", 1, 3000],
  ])('a read fails if the same id belongs to %s', async (_, count, description, from, to) => {
    await fill(count, description);
    await seen.local.runScript(`UPDATE directory.source SET id = ${idOf(from)}
      WHERE id BETWEEN ${idOf(from)} AND ${idOf(to)}`);

    const checked = read().then((rows) => checkRecords(directories.startups, rows));

    await expect(checked.catch(failureOf)).resolves.toMatchObject({ kind: 'defect' });
  });

  describe('a list that does not fit in one response of the Data API', () => {
    const records = 180; // three responses

    beforeEach(async () => fill(records, 'repeat(i::text, 14000 / length(i::text))'));

    it('is read from one snapshot, even if it changes between two responses', async () => {
      const database = interrupted(async (_, nth) => {
        // The first query of the list sets the snapshot, and this change comes before the second query. PGlite has only one
        // session, so there the list does not change.
        if (nth === 2 && engine !== 'PGlite') {
          await seen.local.runScript(`UPDATE directory.source SET slug = 'edited'`);
        }
      });

      const found = await read(database);

      expect(found.map(({ slug }) => slug)).toEqual(slugs(records));
    });

    it('is read again from its start after the first response, so changes since then are included', async () => {
      const found = await read({
        ...seen.database,
        inTransaction: async (signal, work) => {
          await seen.local.runScript(`UPDATE directory.source SET slug = 'edited'`);
          return seen.database.inTransaction(signal, work);
        },
      });

      expect(new Set(found.map(({ slug }) => slug))).toEqual(new Set(['edited']));
      expect(found).toHaveLength(records);
    });

    it('is read in a read-only transaction, which is rolled back if a statement fails', async () => {
      const writing = read(
        interrupted(async (execute) => execute('CREATE TABLE left_behind (id integer)')),
      );

      await expect(writing.catch(failureOf)).resolves.toMatchObject({
        reason: 'DatabaseErrorException, SQLSTATE 25006',
      });
      expect(seen.operations.at(-1)).toBe('RollbackTransaction');
    });
  });

  it.each([
    [
      'names the column that is missing',
      'nope',
      'SQLSTATE 42703: ERROR: column "nope" does not exist',
    ],
    ['does not repeat values', `'ada@example.com'::integer`, 'SQLSTATE 22P02'],
  ])('the reason given for a database error %s', async (_, expression, reason) => {
    const { signal } = new AbortController();
    const selecting = seen.database.execute(signal)(`SELECT ${expression} FROM pg_class`);

    await expect(selecting.catch(failureOf)).resolves.toEqual({
      kind: 'defect',
      name: 'DatabaseDefect',
      reason: `DatabaseErrorException, ${reason}`,
    });
  });
});
