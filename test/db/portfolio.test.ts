import * as v from 'valibot';

import { allDirectories, type DirectoryName } from '../../contract/directories.ts';
import { Startup } from '../../contract/startup.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { databases } from '../support/database/databases.ts';
import { PortalDatabase, type Row, rowsOf, startupId } from './portal-database.ts';

/** Active, and without anything special; 10 is active too, and has founders and jobs. */
const OTHER = startupId(40);
const BUSY = startupId(10);

/** U+0085 and U+200B look like white space, and JavaScript does not trim them. */
const SLUGS = ['a', 'a-b_c.d~9', '...', '..a', '-', '.', '..', '', ' ', '\u00a0', 'a b', 'a/b', 'ä', 'a\n', '\u200b', '\u0085']; // prettier-ignore
const NAMES = [
  'A',
  ' A ',
  '',
  ' ',
  '\u00a0\u2003',
  '\u3000\ufeff',
  '\t\r\n\u000b\f',
  '\u200b',
  '\u0085',
  '"',
];

/** Values of a portal's columns with which a record cannot be published as it is. */
const NASTY = [
  ['slug', 'a b'],
  ['name', '\u00a0'],
  ['industry', '{NULL,""," "}'],
  ['created_at', '-infinity'],
  ['created_at', '12345-01-01'],
  ['team_size', '-7'],
  ['blurb', ' '],
  ['description', '\u0001'],
  ['logo_url', 'javascript:alert(1)'],
  ['website_url', 'n.a.'],
  ['linkedin_url', 'https://me:secret@example.com/'],
] as const;

let portal: PortalDatabase;

describe.each(databases())('on $name', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run('select portal.load_test_data()');
  });
  beforeEach(async () => portal.begin());
  afterEach(async () => portal.rollBack());
  afterAll(async () => portal.close());

  test('trims what JavaScript trims, and nothing else', async () => {
    const trimmed = await portal.column(`
      select code from generate_series(1, 65535) as code, directory.white_space
      where code not between 55296 and 57343 and btrim(chr(code), characters) = ''`);

    const expected = Array.from({ length: 65_535 }, (_, index) => index + 1).filter(
      (code) => String.fromCharCode(code).trim() === '',
    );
    expect(trimmed.map(Number)).toEqual(expected);
  });

  test.each([
    ['slug', SLUGS],
    ['name', NAMES],
  ] as const)('gives a %s exactly where the contract takes it', async (field, values) => {
    for (const value of values) {
      await set(OTHER, { [field]: value });

      const [given] = await portal.column(
        `select ${field} from directory.startups where id = '${OTHER}'`,
      );
      const isUsable = v.is(Startup.pipe[0].entries[field], value.trim());
      expect([value, given]).toEqual([value, isUsable ? value.trim() : null]);
    }
  });

  test.each([
    ['a slug that is not URL-safe', { slug: 'not usable' }],
    ['a blank name', { name: '\u3000 ' }],
    ['the slug of another, but for a space', { slug: 'earlier ' }],
  ])('shows no founder and no job of a startup with %s', async (_, fields) => {
    await set(OTHER, { slug: 'earlier', created_at: '2000-01-01' });
    await set(BUSY, fields);

    const { startups, founders, jobs } = await published();

    expect(startups.leftOut.map(({ id }) => id)).toEqual([BUSY]);
    for (const { records, leftOut } of [founders, jobs]) {
      expect(leftOut).toEqual([]);
      expect(records.length).toBeGreaterThan(0);
      expect(records.filter((record) => record['startup_id'] === BUSY)).toEqual([]);
    }
  });

  test.each([
    ['created earlier keeps', '2000-01-01', BUSY],
    ['created later loses', '2050-01-01', OTHER],
  ])('of two with one slug, the one that was %s it', async (_, createdAt, keeper) => {
    await set(OTHER, { slug: '\u00a0the-same', created_at: '2030-01-01' });
    await set(BUSY, { slug: 'the-same ', created_at: createdAt });

    const { startups } = await published();

    const holders = startups.records.filter(({ slug }) => slug === 'the-same');
    expect(holders.map(({ id }) => id)).toEqual([keeper]);
    expect(startups.leftOut).toEqual([{ id: keeper === BUSY ? OTHER : BUSY, field: 'slug' }]);
  });

  test.each([
    ['has left', `delete from portal.enrollments where startup_id = '${OTHER}'`],
    ['has no name', `update portal.startups set name = '' where id = '${OTHER}'`],
  ])('the slug of an earlier startup that %s is free', async (_, change) => {
    await set(OTHER, { slug: 'the-same', created_at: '2000-01-01' });
    await set(BUSY, { slug: 'the-same ' });
    await portal.run(change);

    const { startups } = await published();

    expect(startups.records).toContainEqual(
      expect.objectContaining({ id: BUSY, slug: 'the-same' }),
    );
  });

  test('lists a startup whose enrollment lacks everything that it can lack', async () => {
    await portal.run(`
      update portal.programs set name = rpad('', length(name), chr(160));
      update portal.cohorts set name = rpad('', right(name, 1)::integer);
      update portal.enrollments set accepted_date = 'infinity', status = ' '
        where startup_id = '${startupId(20)}';`);

    const { startups } = await published();

    expect(startups.leftOut).toEqual([]);
    const alumnus = startups.records.find(({ id }) => id === startupId(20));
    expect(rowsOf(alumnus?.['enrollments'])).toMatchObject([
      { program_name: null, cohort_name: null, accepted_date: null, status: null, graduated: true },
    ]);
  });

  test('lists a startup whose enrollment has no cohort', async () => {
    await portal.run(
      `update portal.enrollments set cohort_id = null where startup_id = '${OTHER}'`,
    );
    const [enrollments] = await portal.column(
      `select enrollments from directory.startups where id = '${OTHER}'`,
    );

    expect(JSON.parse(String(enrollments))).toMatchObject([
      { program_name: null, status: 'active' },
    ]);
  });

  test.each([
    ['a blank title', `title = E'\\u00a0 '`],
    ['an infinite moment of creation', `created_at = 'infinity'`],
    ['the year 10000', `created_at = '10000-01-01T00:00:00Z'`],
  ])('does not count a job that is left out for %s', async (_, change) => {
    await portal.run(`update portal.jobs set ${change}
      where id in (select id from directory.jobs where startup_id = '${BUSY}' order by id limit 1)`);

    const { startups, jobs } = await published();

    expect(jobs.leftOut).toHaveLength(1);
    expect(countsOf(startups.records)).toEqual(jobsOf(startups.records, jobs.records));
  });

  test('joins the lists, whatever one column of each startup holds', async () => {
    const rows = await portal.records('directory.startups');
    const changes = rows.map(({ id }, index) => {
      const [column, value] = NASTY[index % NASTY.length] ?? ['name', ''];
      // A slug is unique in the portal, but for white space around it.
      const text = column === 'slug' ? `${value}${'\u2003'.repeat(index)}` : value;
      return `update portal.startups set ${column} = '${text}' where id = '${String(id)}';`;
    });
    await portal.run(changes.join('\n'));

    const { startups, founders, jobs } = await published();

    const bad = rows.filter((_, index) =>
      /^(?:slug|name)$/u.test(NASTY[index % NASTY.length]?.[0] ?? ''),
    );
    expect(startups.records).toHaveLength(rows.length - bad.length);
    const ids = new Set(startups.records.map(({ id }) => id));
    for (const { records } of [founders, jobs]) {
      expect(records.length).toBeGreaterThan(5);
      expect(records.filter((record) => !ids.has(record['startup_id']))).toEqual([]);
    }
    expect(countsOf(startups.records)).toEqual(jobsOf(startups.records, jobs.records));
  });
});

async function set(id: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const changes = Object.entries(fields).map(([column, value]) => `${column} = '${value}'`);
  await portal.run(`update portal.startups set ${changes.join(', ')} where id = '${id}'`);
}

/** What the service publishes and leaves out of each view. */
async function published() {
  const checked = await Promise.all(
    allDirectories.map(async (directory) => [
      directory.name,
      checkRecords(directory, await portal.records(`directory.${directory.name}`)),
    ]),
  );
  return Object.fromEntries(checked) as Record<DirectoryName, ReturnType<typeof checkRecords>>;
}

function countsOf(startups: readonly Row[]) {
  return startups.map((startup) => startup['open_jobs_count']);
}

function jobsOf(startups: readonly Row[], jobs: readonly Row[]) {
  return startups.map(({ id }) => jobs.filter((job) => job['startup_id'] === id).length);
}
