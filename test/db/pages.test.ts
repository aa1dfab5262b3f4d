/** Any page of a list costs the database only its own rows, in any order of the table. */

import { type DirectoryName, directories } from '../../contract/directories.ts';
import { READER } from '../../contract/names.ts';
import { pageStatement } from '../../lambda/directory/read.ts';
import { databases } from '../support/databases.ts';
import { describeInCi } from '../support/programs.ts';
import { textsOf } from '../support/data-api.ts';
import { PortalDatabase, READER_FILE } from './portal-database.ts';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** From here on, rows that are not stored in the order of their ids made the planner sort the whole table. */
const STARTUPS = 2000;
const PAGE_ROWS = 100;

const START = '00000000-0000-0000-0000-000000000000';

let portal: PortalDatabase;

describeInCi('the plans of pages').each(databases())('on $name', ({ open }) => {
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
    test.each(['first', 'middle'])('reads only its rows, by the primary key: %s', async (where) => {
      const nodes = flatten(await planOf(view, where === 'first' ? START : await middleOf(view)));

      const walk = nodes.find((node) => node['Index Name'] === `${view}_pkey`);
      expect(walk?.['Node Type']).toBe('Index Scan');
      const read = (walk?.['Actual Rows'] ?? 0) + (walk?.['Rows Removed by Filter'] ?? 0);
      expect(read).toBeLessThan(10 * PAGE_ROWS);
      for (const node of nodes) {
        // What runs once per record, like the sort of a record's enrollments, stays small; so does what is looked up of the
        // startup of a founder or a job that is not listed.
        expect(node['Actual Rows']).toBeLessThan(2 * PAGE_ROWS);
        expect(node['Actual Loops']).toBeLessThan(10 * PAGE_ROWS);
      }
    });
  });

  // The last test of a database: it stores the rows in the order of their ids.
  test('a page costs about the same for any order of the rows', async () => {
    const after = await middleOf('startups');
    const inAnyOrder = blocksOf(await planOf('startups', after));
    await portal.run('cluster portal.startups using startups_pkey; analyze portal.startups');
    const inOrder = blocksOf(await planOf('startups', after));

    expect(inAnyOrder / inOrder).toBeLessThan(2);
  });
});

async function middleOf(view: string): Promise<string> {
  const ids = await portal.column(`select id from directory.${view} order by id`);
  return String(ids[Math.floor(ids.length / 2)]);
}

/** The function's own statement, with its parameters written into it. */
async function planOf(view: DirectoryName, id: string): Promise<Plan> {
  const parameters = { id, piece: 0, candidates: PAGE_ROWS, bytes: 1_000_000 };
  const statement = Object.entries(parameters).reduce(
    (sql, [name, value]) => sql.replaceAll(new RegExp(`(?<!:):${name}\\b`, 'gu'), `'${value}'`),
    pageStatement(directories[view]),
  );
  await portal.begin();
  await portal.column(readerSettings);
  const [text] = await portal.column(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${statement}`,
  );
  await portal.rollBack();
  const [{ Plan: plan }] = JSON.parse(String(text)) as [{ Plan: Plan }];
  return plan;
}

const settingOf = new RegExp(`^alter role ${READER} set (\\w+) = '?([^';]*)'?;`, 'gmu');

/** What the role has from its login on. */
const readerSettings = `select ${Array.from(textsOf([READER_FILE]).join('').matchAll(settingOf))
  .map(([, name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

function blocksOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
