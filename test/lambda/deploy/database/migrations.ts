/** Releases that follow one another on a database: the portal's tables change, and their rows stay. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { migrationFiles } from '../../../../lambda/deploy/database/sql-files.ts';
import { type LocalSetUp, sqlFolder } from '../../../support/database/local-set-up.ts';

const release100 = readFileSync(path.join(__dirname, '../../../db/releases/1.0.0.sql'), 'utf8');
const names = migrationFiles(sqlFolder).map((file) => path.basename(file, '.sql'));
const next = `${String(names.length + 1).padStart(3, '0')}-tagline`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** `db/` of another release: today's with these files added or, where there is one already, changed. */
function otherRelease(
  files: Readonly<Record<string, string | ((before: string) => string)>>,
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'db-'));
  folders.push(folder);
  cpSync(sqlFolder, folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, typeof text === 'string' ? text : text(readFileSync(file, 'utf8')));
  }
  return folder;
}

const withTagline = (): string =>
  otherRelease({
    // A type can only change while no view reads the column.
    [`portal/migrations/${next}.sql`]:
      'alter table portal.startups add column tagline text, alter column team_size type bigint;',
    'directory/startups.sql': (view) =>
      view.replace(
        /\nfrom directory\.portfolio s\n/u,
        ',\n  (select tagline from portal.startups where startups.id = s.id)$&',
      ),
  });

test.each([
  ['a gap', '900-later.sql'],
  ['a duplicate number', '001-again.sql'],
  ['a name without a number', 'later.sql'],
  ['a file that is no SQL', `${next}.txt`],
])('%s among the migrations is refused in one sentence', (_, file) => {
  const folder = otherRelease({ [`portal/migrations/${file}`]: 'select 1;' });

  expect(() => migrationFiles(folder)).toThrow(
    /^db\/portal\/migrations\/\S+ is not migration \d{3}: name the files \d{3}-[^\n]+$/u,
  );
});

export function migrationTests(opened: () => LocalSetUp): void {
  let local: LocalSetUp;
  beforeAll(() => {
    local = opened();
  });

  const query = async (sql: string, role?: string) => {
    const session = await local.database.session({ role });
    try {
      return (await session.query(sql)).rows.flat();
    } finally {
      await session.release();
    }
  };

  const listed = async () =>
    query(
      `SELECT name FROM directory.startups UNION ALL SELECT first_name FROM directory.founders
      UNION ALL SELECT title FROM directory.jobs`,
      'directory_reader',
    );

  const recorded = async () => query('SELECT name FROM portal.schema_migrations ORDER BY version');

  /** All rows of a table, and when each migration was applied: what a set-up must not touch. */
  const stored = async () =>
    query(
      `SELECT s::text FROM portal.startups s UNION ALL SELECT m::text FROM portal.schema_migrations m`,
    );

  test('a database as version 1.0.0 left it becomes this release’s, with its rows, and once', async () => {
    await local.database.runScript(release100);

    await local.setUp();
    const before = await stored();
    await local.setUp();

    expect(await listed()).toEqual(['Acme', 'Globex', 'Ada', 'Engineer']);
    expect(await recorded()).toEqual(names);
    expect(await stored()).toEqual(before);
  });

  test('a release that adds a column is set up, rolled back and set up again, and rows stay', async () => {
    const later = withTagline();
    await local.database.runScript(release100);
    await local.setUp();
    await local.database.runScript(
      `UPDATE portal.startups SET blurb = 'Edited' WHERE slug = 'acme'`,
    );

    await local.setUp({}, later);
    await local.database.runScript(
      `UPDATE portal.startups SET tagline = 'Onwards' WHERE slug = 'acme'`,
    );
    const published = await query('SELECT tagline FROM directory.startups', 'directory_reader');
    local.forget();
    await local.setUp();
    const rolledBack = await listed();
    const lines = [...local.lines];
    await local.setUp({}, later);

    expect(published).toEqual(['Onwards', null]);
    expect(rolledBack).toEqual(['Acme', 'Globex', 'Ada', 'Engineer']);
    expect(lines).toContain(`${next}: of a later release, and stays`);
    expect(await recorded()).toEqual([...names, next]);
    expect(
      await query(`SELECT blurb, tagline FROM directory.startups WHERE slug = 'acme'`),
    ).toEqual(['Edited', 'Onwards']);
  });

  test('a migration that fails is not recorded and leaves nothing', async () => {
    await local.setUp();
    const failing = otherRelease({
      [`portal/migrations/${next}.sql`]:
        'alter table portal.startups add column tagline text; alter table portal.missing add column x text;',
    });

    await expect(local.setUp({}, failing)).rejects.toThrow(
      `portal/migrations/${next}.sql, at "alter table portal.missing`,
    );

    expect(await recorded()).toEqual(names);
    await local.setUp({}, withTagline());
    expect(await recorded()).toEqual([...names, next]);
  });

  test('another migration under a recorded number is refused in one sentence', async () => {
    await local.setUp({}, withTagline());
    const other = next.replace('tagline', 'motto');
    const folder = otherRelease({ [`portal/migrations/${other}.sql`]: 'select 1;' });

    await expect(local.setUp({}, folder)).rejects.toThrow(
      `This database has had the migration ${next}, and db/ holds ${other} under its number: put ${next}.sql back and give yours the next free number`,
    );
  });

  test('two set-ups at once take turns', async () => {
    await Promise.all([local.setUp(), local.setUp()]);

    expect(await recorded()).toEqual(names);
  });

  describe('with test data', () => {
    const small = { TestDataStartups: '3' };
    const changedData = () =>
      otherRelease({ 'portal/test-data.sql': (text) => `${text}\n-- changed` });
    const edit = async () =>
      local.database.runScript(`UPDATE portal.startups SET blurb = 'Edited'`);
    const edits = async () =>
      query(`SELECT count(*)::text FROM directory.startups WHERE blurb = 'Edited'`);

    test('a migration and another view keep every edit', async () => {
      await local.setUp(small);
      await edit();

      await local.setUp(small, withTagline());

      expect(await edits()).toEqual(['3']);
      expect(local.lines).toContain(
        'the test data of 3 startups is there already: nothing to load',
      );
    });

    test('rows that were edited since stay, and the log says how to lose them', async () => {
      await local.setUp(small);
      await edit();
      const before = await stored();

      await local.setUp(small, changedData());

      expect(await stored()).toEqual(before);
      expect(local.lines).toContainEqual(
        expect.stringMatching(
          /^the test data of 3 startups is not loaded, because rows were [^\n]+/u,
        ),
      );
    });
  });
}
