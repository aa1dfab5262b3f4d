import { gzipSync } from 'node:zlib';

import { EXAMPLE_ORIGIN, sitePaths } from '../../contract/site.ts';
import { testDataFile } from '../../lambda/deploy/database/sql-files.ts';
import { pictures } from '../../page/pictures.ts';
import { databases } from '../support/database/databases.ts';
import { PortalDatabase, type Row } from './portal-database.ts';

const views = ['directory.startups', 'directory.founders', 'directory.jobs'];
const tables = ['startups', 'programs', 'cohorts', 'enrollments', 'founders', 'jobs'];

let portal: PortalDatabase;
let startups: readonly Row[];

describe.each(databases())('on $name', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run('select portal.load_test_data()');
    startups = await portal.records('directory.startups');
  });

  beforeEach(async () => portal.begin());
  afterEach(async () => portal.rollBack());
  afterAll(async () => portal.close());

  test('has 120 listed startups, and founders and jobs in proportion', async () => {
    const [founders, jobs] = await Promise.all(
      ['founders', 'jobs'].map(async (table) => portal.column(`select id from portal.${table}`)),
    );

    expect(startups).toHaveLength(120);
    expect(founders?.length).toBeGreaterThan(230);
    expect(founders?.length).toBeLessThan(290);
    expect(jobs?.length).toBeGreaterThan(30);
    expect(jobs?.length).toBeLessThan(50);
  });

  test.each([1, 21])('has %i listed startups where so many are asked for', async (size) => {
    await portal.run(`select portal.load_test_data(${size})`);

    expect(await portal.column('select id from directory.startups')).toHaveLength(size);
  });

  test('stores the same bytes whenever and wherever it is loaded', async () => {
    const everything = () => Promise.all(tables.map((table) => portal.lines(`portal.${table}`)));
    const before = await everything();

    await portal.run(`set local timezone = 'Asia/Kathmandu'; select portal.load_test_data();
      set local timezone = 'UTC'`);
    const again = await everything();

    expect(again).toEqual(before);
  });

  test('can be applied again without touching the data', async () => {
    const before = await portal.lines('directory.startups');

    await portal.apply([testDataFile]);

    expect(await portal.lines('directory.startups')).toEqual(before);
  });

  test('holds descriptions of 1 to 3 KB, one of about 20 KB and one of more than a row may have', () => {
    const sizes = startups
      .map(({ description }) => description)
      .filter((description) => typeof description === 'string')
      .map((description) => Buffer.byteLength(description))
      .toSorted((a, b) => b - a);

    expect(sizes[0]).toBeGreaterThan(65_536);
    expect(sizes[1]).toBeGreaterThan(18_000);
    expect(sizes[2]).toBeLessThan(3500);
    expect(sizes.at(-1)).toBeGreaterThan(900);
  });

  test('compresses as well as a list many times its size has to', () => {
    const body = JSON.stringify(startups);

    expect(body.length).toBeLessThan(600_000);
    expect(body.length / gzipSync(body, { level: 6 }).length).toBeGreaterThan(7.5);
  });

  test.each([
    ['Arabic', /\p{Script=Arabic}/u],
    ['Hebrew', /\p{Script=Hebrew}/u],
    ['direction marks', /[\u200E\u200F]/u],
    ['joined emoji', /👨‍👩‍👧‍👦/u],
    ['flags', /🇺🇳/u],
    ['combining characters', /e\u0301/u],
    ['Chinese', /\p{Script=Han}/u],
    ['Japanese', /\p{Script=Katakana}/u],
    ['Korean', /\p{Script=Hangul}/u],
    ['a character beyond the basic plane', /𠮷/u],
    ['quotes', /"Quote"/u],
    ['backslashes', /\\\\/u],
    ['markup', /<\/script><script>alert\(1\)<\/script>/u],
    ['line breaks', /\r\n/u],
    ['tabs', /\t/u],
    // oxlint-disable-next-line no-control-regex
    ['control characters', /\u0001/u],
    ['line separators', /\u2028/u],
    ['a website without a scheme', /^www\./u],
    ['a website with http', /^http:/u],
    ['an internationalised website', /^https:\/\/bücher/u],
  ])('holds %s', (_, pattern) => {
    const texts = startups
      .flatMap((startup) => Object.values(startup))
      .filter((value) => typeof value === 'string');

    expect(texts.filter((text) => pattern.test(text))).not.toEqual([]);
  });

  test('gives as logos and portraits the drawings that a site with test data serves', async () => {
    const founders = await portal.records('directory.founders');
    const addresses = [...startups, ...founders].flatMap((record) => [
      record['logo_url'] ?? record['startup_logo_url'] ?? null,
      record['avatar_url'] ?? null,
    ]);

    expect(new Set(addresses.filter((address) => address !== null))).toEqual(
      new Set(Object.keys(pictures).map((file) => `${EXAMPLE_ORIGIN}${sitePaths.assets}${file}`)),
    );
  });

  test('holds no address that could be real', async () => {
    const lists = await Promise.all(views.map((view) => portal.lines(view)));
    const hosts = lists
      .flat()
      .join('\n')
      .matchAll(/https?:\/\/([^/?"\\]+)/gu);

    for (const [, host] of hosts)
      expect(host).toMatch(/(?:\.example|\.test|example\.com|^directory\.example\.org)$/u);
  });
});
