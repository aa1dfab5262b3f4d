/**
 * Tests the queries that read a page of a list. A page is a part of a list that fits into one response of the Data API. For
 * each page, the database must read fewer than ten times as many rows as the page has, regardless of the order in which the
 * table stores the rows.
 */

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

/**
 * Number of startups. It is large enough for the tests to fail if the reader lacks its setting for `random_page_cost`. The
 * planner would then sort the whole table for each page, because the rows are not stored in the order of their ids.
 */
const STARTUPS = 2000;
const PAGE_ROWS = 100;

const START = '00000000-0000-0000-0000-000000000000';

let portal: PortalDatabase;

describeInCi('the query plans for pages').each(databases())('on $name,', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    // Adds jobs with random ids. Most of them are not listed, as in a real portal.
    await portal.run(`
    select portal.load_test_data(${STARTUPS});
    insert into portal.jobs (startup_id, title, status)
      select id, 'Job', case when nth = 1 then 'published' else 'closed' end
      from portal.startups, generate_series(1, 5) as nth;
    analyze portal.jobs;`);
  });

  afterAll(() => portal.close());

  describe.each<DirectoryName>(['startups', 'founders', 'jobs'])('a query for %s', (view) => {
    test.each(['first', 'middle'])(
      'uses the primary key, and reads fewer than ten times as many rows as the %s page has',
      async (where) => {
        const nodes = flatten(await planOf(view, where === 'first' ? START : await middleOf(view)));

        const walk = nodes.find((node) => node['Index Name'] === `${view}_pkey`);
        expect(walk?.['Node Type']).toBe('Index Scan');
        const read = (walk?.['Actual Rows'] ?? 0) + (walk?.['Rows Removed by Filter'] ?? 0);
        expect(read).toBeLessThan(10 * PAGE_ROWS);
        for (const node of nodes) {
          // A node is allowed to run once per record if it returns few rows each time, for example if it sorts the enrollments of
          // a record. The limits leave room for looking up the startups of unlisted founders and jobs.
          expect(node['Actual Rows']).toBeLessThan(2 * PAGE_ROWS);
          expect(node['Actual Loops']).toBeLessThan(10 * PAGE_ROWS);
        }
      },
    );
  });

  // This must be the last test on each database, because it stores the rows in the order of their ids.
  test('storing the rows in the order of their ids saves less than half of the blocks that a page needs', async () => {
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

/** Returns the query plan of the statement with which the service reads a page. Literals replace the statement's parameters. */
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

/** Statement that applies the reader's login settings to a transaction. */
const readerSettings = `select ${Array.from(textsOf([READER_FILE]).join('').matchAll(settingOf))
  .map(([, name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

function blocksOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
