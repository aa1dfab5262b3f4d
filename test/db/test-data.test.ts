import { sitePaths } from '../../contract/site-paths.ts';
import { initialPictures } from '../../site/build.ts';
import { databases } from '../support/databases.ts';
import { PortalDatabase } from './portal-database.ts';

const tables = ['startups', 'programs', 'cohorts', 'enrollments', 'founders', 'jobs'];

let portal: PortalDatabase;

describe.each(databases())('on $name', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run('select portal.load_test_data()');
  });
  beforeEach(async () => portal.begin());
  afterEach(async () => portal.rollBack());
  afterAll(async () => portal.close());

  test.each([1, 21, 120])('has %i listed startups where so many are asked for', async (size) => {
    await portal.run(`select portal.load_test_data(${size})`);

    expect(await portal.column('select id from directory.startups')).toHaveLength(size);
  });

  test('has an empty job board where that is asked for', async () => {
    await portal.run('select portal.load_test_data(120, false)');

    expect(await portal.lines('directory.jobs')).toEqual([]);
    expect(new Set(await portal.column('select open_jobs_count from directory.startups'))).toEqual(
      new Set(['0']),
    );
  });

  test('stores the same bytes whenever and wherever it is loaded', async () => {
    const everything = async () => {
      const lines: string[][] = [];
      for (const table of tables) lines.push(await portal.lines(`portal.${table}`));
      return lines;
    };
    const before = await everything();

    await portal.run(`set local timezone = 'Asia/Kathmandu'; select portal.load_test_data();
      set local timezone = 'UTC'`);

    expect(await everything()).toEqual(before);
  });

  test('has no address that could be real, and pictures where the stage serves them', async () => {
    const origin = 'https://stage.example.com';
    await portal.run(`select portal.serve_test_pictures('${origin}')`);
    const lists = (await portal.lines('directory.startups'))
      .concat(await portal.lines('directory.founders'), await portal.lines('directory.jobs'))
      .join('\n');
    const own = new RegExp(`"(?:logo|avatar)_url":"${origin}${sitePaths.assets}([^"]+)"`, 'gu');

    for (const [, host] of lists.matchAll(/https?:\/\/([^/?"\\]+)/gu)) {
      expect(host).toMatch(/(?:\.example|\.test|example\.com)$/u);
    }
    const shown = new Set(Array.from(lists.matchAll(own), ([, file = '']) => file));
    expect(shown.size).toBeGreaterThan(15);
    expect([...shown].filter((file) => !(file in initialPictures))).toEqual([]);
  });
});
