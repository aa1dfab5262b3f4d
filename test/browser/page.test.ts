/** Tests the website in a real browser, with the whole service and its test data. */

import { readFile } from 'node:fs/promises';

import { parse } from 'csv-parse/sync';
import type { Browser } from 'playwright-core';

import { isActive } from '../../client/src/index.ts';
import type { Founder, Job, Startup } from '../../contract/records.ts';
import { fullName, humanized } from '../../site/text.ts';
import {
  accessibilityFindings,
  brokenText,
  type DirectoryPage,
  openBrowser,
  openPage,
  overflows,
  type PageOptions,
} from './browser.ts';
import { recordsOf } from '../support/ask.ts';
import { until } from '../support/until.ts';
import { describeInCi } from '../support/programs.ts';
import * as invented from '../support/records.ts';
import { TestService } from '../support/test-service.ts';

const sizes = [
  ['a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['a zoomed desktop', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
] as const;

const colorSchemes = ['light', 'dark'] as const;

describeInCi('the page in a browser', 'chromium')('the page', () => {
  let service: TestService;
  let browser: Browser;
  let startups: readonly Startup[];
  let founders: readonly Founder[];
  let jobs: readonly Job[];
  beforeAll(async () => {
    [service, browser] = await Promise.all([TestService.start({ startups: 12 }), openBrowser()]);
    startups = recordsOf(await service.get('startups')) as readonly Startup[];
    founders = recordsOf(await service.get('founders')) as readonly Founder[];
    jobs = recordsOf(await service.get('jobs')) as readonly Job[];
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  let opened: DirectoryPage;
  const open = async (route?: string, options?: PageOptions) => {
    opened = await openPage(browser, service.url, route, options);
    return opened.page;
  };
  const close = async () => opened.page.context().close();

  /** Opens a route of the explorer without loading the page again. */
  const show = async (route: string) => {
    const { page } = opened;
    await page.getByRole('link', { name: /^Jobs \d/u }).waitFor(); // all lists have been loaded
    const hash = JSON.stringify(route);
    await page.evaluate(`location.hash === ${hash} || new Promise((resolve) => {
      addEventListener('hashchange', () => resolve(), { once: true });
      location.hash = ${hash};
    })`);
    return page;
  };
  const allViews = () => [
    '#/startups',
    '#/founders',
    '#/jobs',
    `#/startups/${startups[0]?.slug}`,
    `#/founders/${founders[0]?.id}`,
    `#/jobs/${jobs[0]?.id}`,
    '#/startups?q=zzzz',
    '#/nonsense',
  ];
  const title = (name: string) => opened.page.getByRole('heading', { name, level: 1, exact: true });
  const cards = () => opened.page.locator('.page:not(.loading) :is(.grid, .rows) > li');
  const names = async () => cards().getByRole('heading').allTextContents();
  const hash = () => new URL(opened.page.url()).hash;
  /** Chooses a value of a filter. The filters are beside the list or, on a narrow screen, in a dialog. */
  const choose = async (facet: string, value: string) => {
    const { page } = opened;
    const filters = page.getByRole('button', { name: /^Filters/u });
    const isPhone = await filters.isVisible();
    if (isPhone) await filters.click();
    const values = page.getByRole('group', { name: facet, exact: true });
    const more = values.getByRole('button', { name: /^Show \d+ more/u });
    if (await more.isVisible()) await more.click();
    await values.getByLabel(value).first().click();
    if (isPhone) await page.locator('dialog .main').click();
  };

  describe.each(sizes)('on %s', (_, context) => {
    beforeAll(async () => {
      await open('', context);
    });
    afterAll(close);

    test('shows a startup without scrolling, and loads at most five small files', async () => {
      const { page, asked, complaints, failed } = opened;
      await page.getByText(/^Updated /u).waitFor();
      await title(`${startups.length} startups`).waitFor();
      const box = await cards().first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(context.viewport.height);

      await page.waitForLoadState('networkidle');
      const files = asked.filter((path) => !/^\/v1\/|json$|initial/u.test(path));
      const answers = await Promise.all(files.map(async (file) => service.ask(file)));
      expect(new Set(files).size).toBeLessThanOrEqual(5);
      const bytes = answers.reduce((sum, { body }) => sum + body.length, 0);
      expect(bytes).toBeLessThan(64_000); // uncompressed, without the lists
      expect([complaints, failed]).toEqual([[], []]);
    });

    test('can be used with the keyboard', async () => {
      const name = startups[0]?.name ?? '';
      const { page } = opened;
      const card = page.getByRole('link', { name, exact: true }).first();
      await card.waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id + location.hash')).toBe('main');

      await card.focus();
      await page.keyboard.press('Enter');
      await title(name).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe(name);
      expect(await page.title()).toBe(`${name} · Example Incubator`);

      await page.goBack();
      await page.keyboard.press('/');
      await page.keyboard.type('/');
      expect(await page.getByLabel('Search startups').inputValue()).toBe('/');
      await page.getByLabel('Search startups').fill('');
    });

    test('finds startups by name, by founder and by a word in their description', async () => {
      const page = await show('#/startups');
      const words = page.getByLabel('Search startups');
      const [first] = startups;
      await words.fill(first?.name ?? '');
      expect(await cards().first().getByRole('heading').textContent()).toBe(first?.name);
      expect(await page.getByLabel('Sort by').inputValue()).toBe('relevance');
      await words.fill('Blanca Spaceley');
      expect(await cards().count()).toBe(1);
      expect(await cards().locator('mark').textContent()).toBe('Blanca');
      const [word = ''] = /\w{9,}/u.exec(first?.description ?? '') ?? [];
      await words.fill(word);
      expect(await names()).toContain(first?.name);
      const place = await words.boundingBox();
      await words.fill('zzzz');
      await title(`0 of ${startups.length} startups`).waitFor();
      expect(await words.boundingBox()).toEqual(place);
      await page.locator('.empty').getByRole('button').click();
      expect(await cards().count()).toBe(startups.length);
    });

    test('filters startups, removes individual filters, and goes back to earlier filters', async () => {
      const page = await show('#/startups');
      const [industry = ''] = startups[0]?.industry ?? [];
      const inIndustry = startups.filter((one) => one.industry.includes(industry));
      await choose('Industry', industry);
      expect(await cards().count()).toBe(inIndustry.length);
      await title(`${inIndustry.length} of ${startups.length} startups`).waitFor();
      const active = inIndustry.filter(isActive);
      await choose('Status', 'Active');
      expect(await cards().count()).toBe(active.length);
      expect([await accessibilityFindings(page), await overflows(page)]).toEqual([[], false]);

      await page.getByRole('button', { name: `Remove ${industry}` }).click();
      expect(hash()).toBe('#/startups?status=active');
      await page.goBack();
      expect(await cards().count()).toBe(active.length);
      await page.goBack();
      expect(await cards().count()).toBe(inIndustry.length);
      await page.getByLabel('Sort by').selectOption('Newest');
      expect(await names()).toEqual(newestFirst(inIndustry).map(({ name }) => name));
      await page.getByRole('button', { name: 'Clear all' }).click();
      expect(hash()).toBe('#/startups?sort=newest');

      await choose('Open jobs', 'Has open jobs');
      const hiring = startups.filter(({ open_jobs_count: count }) => count > 0);
      expect(await cards().count()).toBe(hiring.length);
    });

    test('shows the newest jobs first, and disables filter values without results', async () => {
      const page = await show('#/jobs');
      expect(await names()).toEqual(newestFirst(jobs).map((job) => job.title));
      const found = jobs.find(
        (job) => job.role_category !== null && job.location_cities.length > 0,
      );
      await choose('Location', found?.location_cities[0] ?? '');
      await choose('Role', humanized(found?.role_category ?? ''));
      expect(await overflows(page)).toBe(false);
      expect(await names()).toContain(found?.title);
      const empty = page.locator('fieldset label').filter({ hasText: /\D0$/u });
      expect(await empty.locator('input:enabled:not(:checked)').count()).toBe(0);
      expect(await empty.count()).toBeGreaterThan(0);
    });

    test('opens a job and a founder at their own addresses', async () => {
      const page = await show('#/jobs');
      const job = jobs.find(({ external_url: url }) => url !== null);
      await page.locator(`a[href="#/jobs/${job?.id}"]`).click();
      await title(job?.title ?? '').waitFor();
      const apply = page.locator('header .do a[target="_blank"][rel="noopener noreferrer"]');
      expect(await apply.getAttribute('href')).toBe(job?.external_url);
      expect(await apply.textContent()).toMatch(/^Apply on /u);

      await show('#/founders');
      const [founder] = founders;
      await page.locator(`a[href="#/founders/${founder?.id}"]`).click();
      await title(founder === undefined ? '' : fullName(founder)).waitFor();
      await page.locator('.detail header p').getByRole('link').click();
      await title(founder?.startup_name ?? '').waitFor();
    });

    test('says that an address or a record does not exist, links to the list, and ignores unknown filters', async () => {
      const page = await show('#/nonsense');
      await title('Not found').waitFor();
      await page.getByRole('link', { name: 'All startups' }).click();
      await show('#/jobs/nobody');
      await page.getByText('“nobody” is not in the list of jobs.').waitFor();
      await page.getByRole('link', { name: 'All jobs' }).click();
      await show('#/startups?utm_source=mail');
      expect(await cards().count()).toBe(startups.length);
    });

    test('shows a card for each founder, grouped by startup', async () => {
      const page = await show('#/founders');
      const shown = await cards().locator('.end').allTextContents();
      expect(shown).toHaveLength(founders.length);
      expect(new Set(shown).size).toBe(shown.filter((name, at) => name !== shown[at - 1]).length);
      await page.getByLabel('Search founders').fill(founders[0]?.first_name ?? '');
      expect(await cards().count()).toBeLessThan(founders.length);
    });

    test('shows a startup, its founders and its jobs on a page whose address contains the slug', async () => {
      const startup = startups.find(({ open_jobs_count: count }) => count > 1);
      const ofStartup = <R extends { startup_id: string }>(records: readonly R[]) =>
        records.filter(({ startup_id: id }) => id === startup?.id);
      const page = await show(`#/startups/${startup?.slug}`);
      await title(startup?.name ?? '').waitFor();

      expect(await page.locator('aside .name').allTextContents()).toEqual(
        ofStartup(founders).map(fullName),
      );
      expect(await page.locator('.rows .name').allTextContents()).toEqual(
        ofStartup(jobs).map((job) => job.title),
      );
      expect(ofStartup(jobs)).toHaveLength(startup?.open_jobs_count ?? 0);
    });

    test('passes the accessibility checks in every view', async () => {
      for (const route of allViews()) {
        for (const colorScheme of colorSchemes) {
          const page = await show(route);
          await page.emulateMedia({ colorScheme });
          const found = await accessibilityFindings(page);
          expect({ route, colorScheme, found }).toEqual({ route, colorScheme, found: [] });
        }
      }
    });

    test('has loaded each list only once during these tests, and no code or data from other origins', () => {
      const { asked, outside, complaints } = opened;
      const lists = asked.filter((path) => path.startsWith('/v1/')).toSorted();
      expect(lists).toEqual(['/v1/founders', '/v1/jobs', '/v1/startups']);
      expect([outside, complaints]).toEqual([[], []]);
    });
  });

  describe.each(sizes.slice(0, 2))('with long lists on %s', (_, context) => {
    beforeAll(async () => {
      await open('', { ...context, lists: longLists() });
    });
    afterAll(close);

    /** Returns the scroll position, the number of cards and the text of the focused element. */
    const placeNow = async () =>
      opened.page.evaluate(`({
        y: scrollY,
        cards: document.querySelectorAll('.grid > li').length,
        focus: document.activeElement.textContent,
      })`);
    /** Opens a record from its card, and returns the position in the list before the click. */
    const leaveBy = async (name: string) => {
      const { page } = opened;
      const link = page.getByRole('link', { name, exact: true });
      await link.focus(); // the browser scrolls to it
      const place = await placeNow();
      await link.click();
      await title(name).waitFor();
      return place;
    };

    test('returns to the same position in a list, with the same cards and focus', async () => {
      const { page } = opened;
      await page.getByRole('button', { name: 'Show more' }).click();
      const place = await leaveBy('Startup 101');
      expect(place).toMatchObject({ cards: 120, focus: 'Startup 101' });
      await page.goBack();
      expect(await placeNow()).toEqual(place);

      await page.goForward();
      await title('Startup 101').waitFor();
      expect(await placeNow()).toMatchObject({ cards: 0, focus: 'Startup 101' });
      await page.getByRole('link', { name: 'All startups' }).click();
      expect(await placeNow()).toEqual(place);
      await page.reload();
      await page.getByRole('link', { name: 'Startup 101' }).waitFor();
      expect(await placeNow()).toEqual(place);
    });

    test('returns to the same position in a list after visits to another list and to an anchor', async () => {
      const page = await show('#/founders');
      const place = await leaveBy('Ada Example 40');
      await show('#/jobs');
      await page.evaluate("location.hash = '#main'");
      await page.goBack();
      await page.goBack();
      await page.goBack();

      expect(await placeNow()).toEqual(place);
    });

    test('downloads all search results as CSV, in the order of the list', async () => {
      const page = await show('#/startups?q=startup+1&sort=newest');
      const all = longLists().startups.map(({ name }) => name);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      const file = await readFile(await download.path());
      const rows = parse<Record<string, string>>(file, { bom: true, columns: true });

      expect(download.suggestedFilename()).toMatch(/^startups-\d{4}-\d\d-\d\d\.csv$/u);
      expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      expect(rows.map((row) => row['name'])).toEqual(
        all.filter((name) => name.includes(' 1')).toReversed(),
      );
      expect(rows[0]?.['enrollments']).toBe('Accelerator, Spring 2025, 2025-02-01, active');
    });
  });

  describe('with the test data', () => {
    beforeAll(async () => {
      await open('', { isMobile: true });
    });
    afterAll(close);

    test('does not break words, and does not scroll sideways at four widths', async () => {
      for (const route of allViews()) {
        const page = await show(route);
        for (const width of [320, 360, 390, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          expect({ width, broken: await brokenText(page) }).toEqual({ width, broken: [] });
          expect(await overflows(page)).toBe(false);
        }
      }
    });

    test('shows pictures in each list, and loads them only from the service', async () => {
      for (const route of ['#/startups', '#/founders', '#/jobs']) {
        const page = await show(route);
        const shown = await page.evaluate<string[]>(`Promise.all(
          [...document.querySelectorAll('.pic img')].map(async (picture) => {
            picture.loading = 'eager';
            await picture.decode(); // fails if the picture could not be loaded
            return picture.src;
          }),
        )`);

        expect(shown.length).toBeGreaterThan(jobs.length / 2);
        expect(shown.filter((one) => !one.startsWith(`${service.url}/assets/`))).toEqual([]);
      }
      expect(opened.complaints).toEqual([]);
    });
  });

  test('does not move its content when the script and the lists arrive', async () => {
    const page = await open('docs', { viewport: { width: 390, height: 844 } });
    const waiting: (() => Promise<void>)[] = [];
    await page.route(/\/v1\/|\.js$/u, (route) => {
      waiting.push(async () => route.continue());
    });
    const goOn = async () => Promise.all(waiting.splice(0).map(async (each) => each()));
    await page.goto(service.url, { waitUntil: 'commit' });
    await page.evaluate(`new Promise((resolve) => {
      const look = () => performance.getEntriesByType('paint').length > 0 ? resolve() : requestAnimationFrame(look);
      look();
    })`);
    await goOn();
    await until(() => waiting.length > 0); // the modules that the first script imports
    await goOn();
    await page.locator('.loading').first().waitFor();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    await goOn();
    await page.getByText(/^Updated /u).waitFor();
    const shift = await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      resolve(observer.takeRecords().reduce((sum, { value }) => sum + value, 0));
    }))`);
    expect(shift).toBeLessThan(0.01); // a tenth of the limit that web.dev recommends
    await close();
  });

  describe('at /docs', () => {
    beforeAll(async () => {
      await open('docs', { permissions: ['clipboard-read', 'clipboard-write'] });
    });
    afterAll(close);

    test.each(colorSchemes)('passes accessibility checks in %s colours', async (colorScheme) => {
      await opened.page.emulateMedia({ colorScheme });

      expect(await accessibilityFindings(opened.page)).toEqual([]);
    });

    const tried = async (path: string) => {
      await opened.page.getByRole('button', { name: `Try it: ${path}` }).click();
      return opened.page.getByRole('region', { name: `Try it: response from ${path}` });
    };

    test('shows the status, the headers and the first record of a list', async () => {
      const answer = await tried('/v1/founders');

      await answer.getByText(/^200\n(?:.+\n)*x-data-source: database\n/u).waitFor();
      await answer.getByText(`"id": "${founders[0]?.id}"`).waitFor();
      expect(await answer.getByText(`"id": "${founders[1]?.id}"`).count()).toBe(0);
    });

    test('shows the current status after a missing copy is restored', async () => {
      await service.getAllKept();
      await service.deleteCopy('founders');
      await (await tried('/status.json')).getByText('There is no copy').waitFor();
      await service.getKept('founders');

      const answer = await tried('/status.json');
      await answer.getByText(`"records": ${founders.length}`).waitFor();
      expect(await answer.getByText('There is no copy').count()).toBe(0);
    });
  });

  describe('with another brand colour', () => {
    beforeAll(async () => {
      await open('#/startups?status=active');
    });
    afterAll(close);

    test.each(['#000000', '#ffffff', '#ffff00', '#ff0000', '#0000ff'])(
      'passes the accessibility checks in both colour schemes: %s',
      async (brand) => {
        const { page } = opened;
        await cards().first().waitFor();
        await page.evaluate(`document.documentElement.style.setProperty('--brand', '${brand}')`);
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityFindings(page)).toEqual([]);
        }
      },
    );
  });

  describe('in a new tab', () => {
    afterEach(close);

    test('hides a job within a minute of its expiry', async () => {
      const one = invented.startup(1, { open_jobs_count: 2 });
      const soon = new Date(Date.now() + 30 * 60_000).toISOString();
      const jobsOfOne = [
        { ...invented.job(1, one), title: 'Job 1', expires_at: soon },
        { ...invented.job(2, one), title: 'Job 2' },
      ];
      const page = await open('#/startups', {
        ownClock: true,
        lists: { startups: [one], founders: [], jobs: jobsOfOne },
      });
      await page.getByRole('link', { name: 'Jobs 2' }).waitFor();
      await page.getByText('2 jobs').waitFor();
      await page.clock.fastForward('31:00');

      await page.getByRole('link', { name: 'Jobs 1' }).click();
      expect(await names()).toEqual(['Job 2']);
      await page.getByRole('link', { name: /^Startups/u }).click();
      await page.getByText('1 job', { exact: true }).waitFor();
    });

    test('shows the last value of a filter instead of a button “Show 1 more”, even if six values and a chosen one come first', async () => {
      const industry = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
      const lists = { startups: [invented.startup(1, { industry })], founders: [], jobs: [] };
      const page = await open('#/startups?industry=G', { lists });

      await page.getByRole('group', { name: 'Industry' }).getByLabel('G').waitFor();
      expect(await page.getByRole('group', { name: 'Industry' }).getByLabel('H').count()).toBe(1);
    });

    test('says which list could not be loaded, and loads it after a click on Retry', async () => {
      service.dataApi.faults.set('denied');
      await service.deleteCopy('founders');
      service.endEnvironments('founders');
      const page = await open('#/founders');
      await page.getByText('The founders could not be loaded.').waitFor();
      await page.evaluate(`location.hash = '#/startups/${startups[0]?.slug}'`);
      await title(startups[0]?.name ?? '').waitFor();
      await page.getByText('The founders could not be loaded.').waitFor();
      await page.goBack();
      service.dataApi.faults.set('up');
      await page.getByRole('button', { name: 'Retry' }).click();

      await cards().first().waitFor();
      expect(await cards().count()).toBe(founders.length);
    });
  });

  describe('during an outage', () => {
    beforeAll(async () => {
      service.dataApi.faults.set('down');
      await open('#/startups', { ownClock: true });
    });
    afterAll(async () => {
      service.dataApi.faults.set('up');
      await close();
    });

    test('says at the top that the lists cannot be updated, and shows the last-good copy', async () => {
      const { page } = opened;
      const note = page.getByText('The lists cannot be updated at the moment.');
      await note.waitFor();
      const heading = page.getByRole('heading', { level: 1 });
      expect((await note.boundingBox())?.y).toBeLessThan((await heading.boundingBox())?.y ?? 0);
      await until(async () => (await cards().count()) === startups.length);
      expect(await accessibilityFindings(page, ['#stale-note'])).toEqual([]);
    });
  });

  describe('with malicious records', () => {
    beforeAll(async () => {
      const route = `#/startups/${encodeURIComponent(IMAGE)}`;
      await open(route, { ...sizes[1][1], lists: hostileLists() });
    });
    afterAll(close);

    async function expectHarmless() {
      const { page, complaints, outside } = opened;
      expect(await page.evaluate('window.pwned')).toBeUndefined();
      expect(await page.locator('script').count()).toBe(1);
      expect(await page.locator('svg[onload], img[onerror], [onclick]').count()).toBe(0);
      const links = await page
        .locator('main a')
        .evaluateAll((all) => all.map((link) => String(Reflect.get(link, 'protocol'))));
      expect(links.filter((protocol) => !/^https?:$/u.test(protocol))).toEqual([]);
      expect(outside).toEqual([]);
      expect(complaints).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }

    test('does not run a script in the address of the page', async () => {
      await opened.page.getByText(/is not in the list of startups/u).waitFor();

      await expectHarmless();
    });

    test('does not run scripts in the lists', async () => {
      for (const route of ['#/startups', '#/founders', '#/jobs']) {
        const page = await show(route);
        await page.locator('.name').filter({ hasText: IMAGE }).first().waitFor();

        await expectHarmless();
      }
    });

    test('does not run scripts in a record, and shows a description of 200 KB', async () => {
      const page = await show('#/startups');
      await page.getByRole('link', { name: IMAGE }).first().click();
      await title(IMAGE).waitFor();
      await expectHarmless();
      const description = await page.locator('.text').textContent();
      expect(description?.length).toBeGreaterThan(DESCRIPTION_BYTES / 2);
    });
  });
});

function newestFirst<R extends { created_at: string | null }>(records: readonly R[]) {
  const time = ({ created_at: created }: R) => Date.parse(created ?? '') || 0;
  return records.toSorted((one, other) => time(other) - time(one));
}

const IMAGE = '<img src=x onerror="window.pwned = 1">';
const SCRIPT = '</script><script>window.pwned = 1</script>';
const ADDRESS = 'javascript:window.pwned=1';
const DESCRIPTION_BYTES = 200_000;

/** Returns lists with more records than the page shows at once. A startup with a higher number is newer. */
function longLists() {
  const startups = invented.many(130, (number) =>
    invented.startup(number, { created_at: new Date(number * 86_400_000).toISOString() }),
  );
  const named = (number: number) => invented.founder(number, { last_name: `Example ${number}` });
  const jobs = startups.map((of, index) => invented.job(index + 1, of));
  return { startups, founders: invented.many(130, named), jobs };
}

/** Returns lists whose strings contain markup and scripts, as if the service had not checked them. */
function hostileLists() {
  const { startups, founders, jobs } = invented.servedLists();
  Object.assign(startups[0] ?? {}, {
    slug: `"><svg onload=window.pwned=1>`,
    name: IMAGE,
    industry: [IMAGE, SCRIPT],
    blurb: SCRIPT,
    description: `${SCRIPT}${'Ünbreakable'.repeat(DESCRIPTION_BYTES / 12)}${IMAGE}`,
    logo_url: ADDRESS,
    website_url: ADDRESS,
    linkedin_url: 'data:text/html,<script>window.pwned=1</script>',
  });
  Object.assign(founders[0] ?? {}, {
    first_name: IMAGE,
    last_name: SCRIPT,
    job_title: IMAGE,
    linkedin_url: ` ${ADDRESS}`,
    avatar_url: 'x" onerror="window.pwned=1',
  });
  Object.assign(jobs[0] ?? {}, {
    title: IMAGE,
    work_arrangement: SCRIPT,
    external_url: ADDRESS.toUpperCase(),
    startup_name: SCRIPT,
    startup_logo_url: ADDRESS,
  });
  return { startups, founders, jobs };
}
