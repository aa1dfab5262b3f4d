/** A page of a list costs its own rows, in whatever order the rows of the portal are stored. */

import * as v from 'valibot';

import { directories, type DirectoryName } from '../../contract/directories.ts';
import { READER } from '../../lambda/deploy/reader-login.ts';
import { databases } from '../support/database/databases.ts';
import { textsOf } from '../support/database/local-set-up.ts';
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

/** What the role has from its login on. */
const readerSettings = `select ${Array.from(textsOf([READER_FILE]).join('').matchAll(settingOf))
  .map(([, name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

describe.each(databases())('on $name', ({ open }) => {
  let portal: PortalDatabase;
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
  afterAll(async () => portal.close());

  /** Of a page in the middle, as the service asks for one. */
  async function planOf(view: DirectoryName): Promise<Plan> {
    const ids = await portal.column(`select id from directory.${view} order by id`);
    await portal.begin();
    await portal.column(readerSettings);
    const [text] = await portal.column(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON)
      SELECT row_to_json(page)::text FROM (
        SELECT * FROM directory.${view} WHERE id > '${ids[Math.floor(ids.length / 2)]}' ORDER BY id
        FETCH FIRST ${PAGE_ROWS} ROWS WITH TIES
      ) AS page`);
    await portal.rollBack();
    return v.parse(Explained, JSON.parse(String(text)))[0].Plan;
  }

  test.each(Object.keys(directories) as DirectoryName[])(
    'a page of %s walks the primary key and touches its own rows only',
    async (view) => {
      const nodes = flatten(await planOf(view));

      const walk = nodes.find((node) => node['Index Name'] === `${view}_pkey`);
      expect(walk?.['Node Type']).toBe('Index Scan');
      const read = (walk?.['Actual Rows'] ?? 0) + (walk?.['Rows Removed by Filter'] ?? 0);
      expect(read).toBeLessThan(10 * PAGE_ROWS);
      for (const node of nodes) {
        // What runs once per record, like the sort of a record's enrollments, stays small.
        expect(node['Actual Rows']).toBeLessThan(2 * PAGE_ROWS);
        expect(node['Actual Loops']).toBeLessThan(10 * PAGE_ROWS);
      }
    },
  );

  test('a page costs about the same in whatever order the rows are stored', async () => {
    const inAnyOrder = blocksOf(await planOf('startups'));
    await portal.run('cluster portal.startups using startups_pkey; analyze portal.startups');
    const inOrder = blocksOf(await planOf('startups'));

    expect(inAnyOrder / inOrder).toBeLessThan(2);
  });
});

function blocksOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...plan.Plans.flatMap((inner) => flatten(v.parse(Plan, inner)))];
}
