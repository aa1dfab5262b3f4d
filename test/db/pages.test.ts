import * as v from 'valibot';

import { directories, type DirectoryName } from '../../contract/directories.ts';
import type { Execute } from '../../lambda/aws/data-api.ts';
import { READER } from '../../lambda/deploy/database/reader-login.ts';
import { readSqlFiles } from '../../lambda/deploy/database/sql-files.ts';
import { readPage } from '../../lambda/directory/read.ts';
import { databases } from '../support/database/databases.ts';
import { sqlFolder } from '../support/database/local-set-up.ts';
import { PortalDatabase, READER_FILE } from './portal-database.ts';

const Plan = v.object({
  'Node Type': v.string(),
  'Index Name': v.optional(v.string()),
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  'Rows Removed by Filter': v.optional(v.number(), 0),
  'Shared Hit Blocks': v.number(),
  'Shared Read Blocks': v.number(),
  Plans: v.optional(v.array(v.unknown()), []),
});
type Plan = v.InferOutput<typeof Plan>;
const Explained = v.tuple([v.object({ Plan })]);

/** From here on, rows that are not stored in the order of their ids made the planner sort the whole table. */
const STARTUPS = 2000;
const PAGE_ROWS = 100;

const settingOf = new RegExp(`^alter role ${READER} set (\\w+) = '?([^';]*)'?;`, 'gmu');

let portal: PortalDatabase;

describe.each(databases())('on $name', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    // Jobs with random ids besides, of which most are not listed: a real portal's table.
    await portal.run(`
    select portal.load_test_data(${STARTUPS});
    insert into portal.jobs (startup_id, title, status)
      select id, 'Job', case when nth = 1 then 'published' else 'closed' end
      from portal.startups, generate_series(1, 5) as nth;
    analyze portal.jobs;`);
  });

  afterAll(() => portal.close());

  describe.each<DirectoryName>(['startups', 'founders', 'jobs'])('a page of %s', (view) => {
    test.each(['first', 'middle'])(
      'walks the primary key and touches its own rows only: %s',
      async (where) => {
        const after =
          where === 'first' ? '00000000-0000-0000-0000-000000000000' : await middleOf(view);
        const nodes = flatten(await planOf(view, after));

        const walk = nodes.find((node) => node['Index Name'] === `${view}_pkey`);
        expect(walk?.['Node Type']).toBe('Index Scan');
        const read = (walk?.['Actual Rows'] ?? 0) + (walk?.['Rows Removed by Filter'] ?? 0);
        expect(read).toBeLessThan(10 * PAGE_ROWS);
        for (const node of nodes) {
          // What runs once per record, like the sort of a record's enrollments, stays small.
          // The record behind the page is looked at too: it may have the id of the last one. So is the startup of a
          // founder or job that is not listed, once.
          expect(node['Actual Rows']).toBeLessThan(2 * PAGE_ROWS);
          expect(node['Actual Loops']).toBeLessThan(10 * PAGE_ROWS);
        }
      },
    );
  });

  test('pages join up to the whole list', async () => {
    const whole = await portal.column('select id from directory.startups order by id');
    const middle = await middleOf('startups');
    const first = await portal.column(
      `select id from directory.startups where id <= '${middle}' order by id`,
    );
    const second = await portal.column(
      `select id from directory.startups where id > '${middle}' order by id`,
    );

    expect(whole).toHaveLength(STARTUPS);
    expect([...first, ...second]).toEqual(whole);
  });

  // The last tests of a database: they store the rows in order, and load other sizes.
  const others = process.env['CI'] === 'true' ? [120, 1200, 12_000] : [];
  test.each([STARTUPS, ...others])(
    'a page of %i startups costs about the same in whatever order the rows are stored',
    async (startups) => {
      if (startups !== STARTUPS) await portal.run(`select portal.load_test_data(${startups})`);
      const after = await middleOf('startups');
      const inAnyOrder = blocksOf(await planOf('startups', after));
      await portal.run('cluster portal.startups using startups_pkey; analyze portal.startups');
      const inOrder = blocksOf(await planOf('startups', after));

      expect(inAnyOrder / inOrder).toBeLessThan(2);
    },
  );
});

async function middleOf(view: string): Promise<string> {
  const ids = await portal.column(`select id from directory.${view} order by id`);
  return String(ids[Math.floor(ids.length / 2)]);
}

async function planOf(view: DirectoryName, after: string): Promise<Plan> {
  const statement = await statementOf(view, after);
  await portal.begin();
  await portal.column(readerSettings);
  const [text] = await portal.column(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${statement}`,
  );
  await portal.rollBack();
  return v.parse(Explained, JSON.parse(String(text)))[0].Plan;
}

/** The handlers' own statement, with its parameters written into it. */
async function statementOf(view: DirectoryName, after: string): Promise<string> {
  let statement = '';
  const select: Execute = async (sql, parameters = {}) => {
    statement = sql.replace(
      /(?<!:):([a-z]+)/gu,
      (_, name: string) => `'${parameters[name] ?? ''}'`,
    );
    return [[null, null, null, '', true]];
  };
  await readPage(select, directories[view], { id: after, piece: 1, pieces: 1 }, PAGE_ROWS);
  return statement;
}

/** What the role has from its login on. */
const readerSettings = `select ${readSqlFiles(sqlFolder, [READER_FILE])
  .flatMap(({ text }) => Array.from(text.matchAll(settingOf)))
  .map(([, name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

function blocksOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...plan.Plans.flatMap((inner) => flatten(v.parse(Plan, inner)))];
}
