import { sitePaths } from '../../contract/site.ts';
import { initialPictures } from '../../site/build.ts';
import { databases } from '../support/databases.ts';
import { PortalDatabase, views } from './portal-database.ts';

const tables = ['startups', 'programs', 'cohorts', 'enrollments', 'founders', 'jobs'];

let portal: PortalDatabase;

describe.each(databases())('on $name,', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run('select portal.load_test_data()');
  });
  beforeEach(async () => portal.begin());
  afterEach(async () => portal.rollBack());
  afterAll(async () => portal.close());

  test.each([1, 21, 120])('load_test_data(%i) creates that many listed startups', async (size) => {
    await portal.run(`select portal.load_test_data(${size})`);

    expect(await portal.column('select id from directory.startups')).toHaveLength(size);
  });

  test('load_test_data(120, false) does not create jobs', async () => {
    await portal.run('select portal.load_test_data(120, false)');

    expect(await portal.lines('directory.jobs')).toEqual([]);
    expect(await portal.column('select sum(open_jobs_count) from directory.startups')).toEqual([
      '0',
    ]);
  });

  test('load_test_data() creates the same data each time, even in another time zone', async () => {
    const everything = async () => portal.linesOf(tables.map((table) => `portal.${table}`));
    const before = await everything();

    await portal.run(`set local timezone = 'Asia/Kathmandu'; select portal.load_test_data();
      set local timezone = 'UTC'`);

    expect(await everything()).toEqual(before);
  });

  test('the test data contains no real web addresses, and uses pictures that the stage serves', async () => {
    const origin = 'https://stage.example.com';
    await portal.run(`select portal.serve_test_pictures('${origin}')`);
    const lists = (await portal.linesOf(views)).join('\n');
    const own = new RegExp(`"(?:logo|avatar)_url":"${origin}${sitePaths.assets}([^"]+)"`, 'gu');

    for (const [, host] of lists.matchAll(/https?:\/\/([^/?"\\]+)/gu)) {
      expect(host).toMatch(/(?:\.example|\.test|example\.com)$/u);
    }
    const shown = new Set(Array.from(lists.matchAll(own), ([, file = '']) => file));
    expect(shown.size).toBeGreaterThan(15);
    expect([...shown].filter((file) => !(file in initialPictures))).toEqual([]);
  });
});
