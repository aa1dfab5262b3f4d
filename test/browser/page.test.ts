/** The page and its explorer in a real browser, over the whole service with its test data. */

import { readFile } from 'node:fs/promises';

import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';

import type { Founder } from '../../contract/founder.ts';
import type { Job } from '../../contract/job.ts';
import type { Startup } from '../../contract/startup.ts';
import { day, fullName, humanized } from '../../site/text.ts';
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
import { describeInCi } from '../support/programs.ts';
import * as invented from '../support/records.ts';
import { START_LIMIT_MS, TestService } from '../support/test-service.ts';

const sizes = [
  ['a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['a desktop at 200 %', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
] as const;

/** Before any list, uncompressed. */
const FIRST_VIEW_BYTES = 64_000;

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
  }, START_LIMIT_MS);
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

  /** Changes the address of the page that is open to this route. */
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
  const title = (name: string) => opened.page.getByRole('heading', { name, level: 3, exact: true });
  const cards = () => opened.page.locator('.records:not(.loading) > li');
  const hash = () => new URL(opened.page.url()).hash;
  /** Opens the values of a facet, if they are closed, and clicks one. */
  const choose = async (facet: string, value: string) => {
    const values = opened.page.locator('details').filter({ hasText: new RegExp(`^${facet}`, 'u') });
    if ((await values.getAttribute('open')) === null) await values.locator('summary').click();
    await values.getByLabel(`${value} (`).click();
  };

  /** Elsewhere than in CI a phone is enough. */
  describe.each(sizes)('on %s', (_, context) => {
    beforeAll(async () => {
      await open('', context);
    });
    afterAll(close);

    test('shows a whole startup without scrolling, their number once, and is light', async () => {
      const { page, asked, complaints, failed } = opened;
      await page.getByText(/^Updated /u).waitFor();
      const box = await cards().first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(context.viewport.height);
      const seen = await page.locator('main').innerText();
      expect(seen.match(new RegExp(`\\b${startups.length}\\b`, 'gu'))).toHaveLength(1);

      await page.waitForLoadState('networkidle');
      const files = asked.filter((path) => !/^\/v1\/|json$|initial/u.test(path));
      const answers = await Promise.all(files.map(async (file) => service.ask(file)));
      expect(files.length).toBeGreaterThan(2);
      expect(answers.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(
        FIRST_VIEW_BYTES,
      );
      expect([complaints, failed]).toEqual([[], []]);
    });

    test('can be used by keyboard: skips to the content, follows a card, goes back', async () => {
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
      await page.getByLabel('Search startups').waitFor();
    });

    test('finds startups by name, by a founder and by a word of the description', async () => {
      const page = await show('#/startups');
      const words = page.getByLabel('Search startups');
      const [first] = startups;
      const named = startups.filter(({ name }) => name === first?.name);
      await words.fill(first?.name ?? '');
      expect(await page.locator('.count').textContent()).toBe(
        `${named.length} of ${startups.length} startups`,
      );
      await words.fill('Blanca Spaceley');
      expect(await cards().count()).toBe(1);
      expect(await cards().locator('mark').textContent()).toBe('Blanca');
      const [word = ''] = /\w{9,}/u.exec(first?.description ?? '') ?? [];
      await words.fill(word);
      await cards()
        .getByRole('link', { name: first?.name ?? '' })
        .first()
        .waitFor();

      await words.fill('zzzz');
      await page.getByText('No startups match your search.').waitFor();
      await page.goBack();
      expect([hash(), await words.inputValue()]).toEqual(['#/startups', '']);
    });

    test('filters startups by industry, programme and cohort, a step each that Back undoes', async () => {
      const page = await show('#/startups');
      await openFilters(page);
      const [industry = ''] = startups[0]?.industry ?? [];
      const inIndustry = startups.filter((one) => one.industry.includes(industry));
      await choose('Industry', industry);
      expect(await cards().count()).toBe(inIndustry.length);
      expect(await page.locator('details label:has(:checked)').innerText()).toContain(
        `${industry} (${inIndustry.length})`,
      );
      const another =
        startups.flatMap((one) => one.industry).find((each) => each !== industry) ?? '';
      await choose('Industry', another);
      expect(await cards().count()).toBe(
        startups.filter((one) => [industry, another].some((each) => one.industry.includes(each)))
          .length,
      );
      expect([await accessibilityFindings(page), await overflows(page)]).toEqual([[], false]);
      await page.goBack();
      expect(await cards().count()).toBe(inIndustry.length);
      await page.goBack();
      expect(await cards().count()).toBe(startups.length);

      const { program_name: programme = '', cohort_name: cohort = '' } =
        startups[0]?.enrollments.at(-1) ?? {};
      const there = startups.filter(({ enrollments }) =>
        enrollments.some((one) => one.program_name === programme && one.cohort_name === cohort),
      );
      await choose('Programme', programme ?? '');
      await choose('Cohort', cohort ?? '');
      await page.getByLabel('Sort by').selectOption('Newest');
      const newestFirst = there.toSorted((one, other) =>
        (other.created_at ?? '') < (one.created_at ?? '') ? -1 : 1,
      );
      expect(await page.locator('.records h4').allTextContents()).toEqual(
        newestFirst.map(({ name }) => name),
      );
      expect(hash()).toMatch(/programme=.*&cohort=.*&sort=newest$/u);
      await page.goBack();
      await page.goBack();
      expect(hash()).toMatch(/programme=[^&]*$/u);
      await page.goBack();
      expect(await cards().count()).toBe(startups.length);
    });

    test('shows jobs newest first, with their day and age, the remote ones by one click', async () => {
      const page = await show('#/jobs');
      const newest = jobs.toSorted((one, other) => (other.created_at < one.created_at ? -1 : 1))[0];
      const posted = `posted ${day(newest?.created_at ?? '')}, `;
      await page.locator('.job').first().getByText(posted).waitFor();
      await page.getByRole('button', { name: 'Remote' }).click();
      const remote = jobs.filter(({ work_arrangement: where }) => where === 'remote');
      expect(await cards().count()).toBe(remote.length);
      await page.getByRole('button', { name: 'Clear' }).click();

      await openFilters(page);
      const wanted = jobs.find(
        (job) => job.location_cities.length > 0 && job.role_category !== null,
      );
      await choose('Location', wanted?.location_cities[0] ?? '');
      await choose('Role', humanized(wanted?.role_category ?? ''));
      await choose('Level', humanized(wanted?.experience_level ?? ''));
      expect(await overflows(page)).toBe(false);
      await page.getByRole('link', { name: wanted?.title ?? '', exact: true }).waitFor();
      expect(await cards().count()).toBeLessThan(jobs.length);
    });

    test('has an address for a job and for a founder', async () => {
      const page = await show('#/jobs');
      const job = jobs.find(({ external_url: url }) => url !== null);
      await page.locator(`a[href="#/jobs/${job?.id}"]`).click();
      await title(job?.title ?? '').waitFor();
      const apply = page.locator(`a[href="${job?.external_url}"]`);
      expect(await apply.textContent()).toMatch(/^Apply/u);
      expect(await apply.getAttribute('target')).toBe('_blank');
      expect(await apply.getAttribute('rel')).toBe('noopener noreferrer');

      await show('#/founders');
      const [founder] = founders;
      await page.locator(`a[href="#/founders/${founder?.id}"]`).click();
      await title(founder === undefined ? '' : fullName(founder)).waitFor();
      await page.locator('.lead').getByRole('link').click();
      await title(founder?.startup_name ?? '').waitFor();
    });

    test('says where nothing is, and leads back; a filter that nobody knows is none', async () => {
      const page = await show('#/nonsense');
      await title('Not found').waitFor();
      await page.getByRole('link', { name: 'All startups' }).click();
      await show('#/jobs/nobody');
      await page.getByText('There is no job “nobody” in the directory.').waitFor();
      await page.getByRole('link', { name: 'All jobs' }).click();
      await show('#/startups?utm_source=mail');
      expect(await cards().count()).toBe(startups.length);
      expect(await page.getByText('Filters (').count()).toBe(0);
    });

    test('shows founders under the name of their startup, also those that a search finds', async () => {
      const page = await show('#/founders');
      const team = founders.filter(({ startup_id: id }) => id === founders[0]?.startup_id);
      const card = cards()
        .filter({ hasText: team[0]?.startup_name ?? '' })
        .first();
      expect(await card.getByRole('heading', { level: 5 }).count()).toBe(team.length);

      await page.getByLabel('Search founders').fill(team[0]?.first_name ?? '');
      expect(await page.locator('.person').count()).toBeLessThan(founders.length);
      await card.getByRole('heading', { name: team[0]?.startup_name ?? '', level: 4 }).waitFor();
    });

    test('shows a startup by its slug, with its founders and jobs', async () => {
      const startup = startups.find(({ open_jobs_count: count }) => count > 1);
      const ofStartup = <R extends { startup_id: string }>(records: readonly R[]) =>
        records.filter(({ startup_id: id }) => id === startup?.id);
      const page = await show(`#/startups/${startup?.slug}`);
      await title(startup?.name ?? '').waitFor();

      expect(await page.locator('.person h5').allTextContents()).toEqual(
        ofStartup(founders).map(fullName),
      );
      expect(await page.locator('.job h5').allTextContents()).toEqual(
        ofStartup(jobs).map((job) => job.title),
      );
      expect(ofStartup(jobs)).toHaveLength(startup?.open_jobs_count ?? 0);
    });

    test('shows every view to everybody', async () => {
      for (const route of allViews()) {
        for (const colorScheme of colorSchemes) {
          const page = await show(route);
          await page.emulateMedia({ colorScheme });
          const found = await accessibilityFindings(page);
          expect({ route, colorScheme, found }).toEqual({ route, colorScheme, found: [] });
        }
      }
    });

    test('has loaded each list once for all of this, and nothing from elsewhere', () => {
      const { asked, outside, complaints } = opened;
      expect(asked.filter((path) => path.startsWith('/v1/')).toSorted()).toEqual([
        '/v1/founders',
        '/v1/jobs',
        '/v1/startups',
      ]);
      expect([outside, complaints]).toEqual([[], []]);
    });
  });

  describe.each(sizes.slice(0, 2))('of long lists, left and returned to on %s', (_, context) => {
    beforeAll(async () => {
      await open('', { ...context, lists: longLists() });
    });
    afterAll(close);

    /** What a reader would have lost. */
    const placeNow = async () =>
      opened.page.evaluate(`({
        y: scrollY,
        cards: document.querySelectorAll('.records > li').length,
        focus: document.activeElement.textContent,
      })`);
    /** Follows the link to a startup, and says where that was. */
    const leaveBy = async (name: string) => {
      const { page } = opened;
      const link = page.getByRole('link', { name, exact: true });
      await link.focus(); // the browser scrolls to it
      const place = await placeNow();
      await link.click();
      await title(name).waitFor();
      return place;
    };

    test('is where it was left, with as many cards, and the focus on the link', async () => {
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
    });

    test('is there after another list, and after a part of the page with an address', async () => {
      const page = await show('#/founders');
      const place = await leaveBy('Startup 40');
      await show('#/jobs');
      await page.evaluate("location.hash = '#main'");
      await page.goBack();
      await page.goBack();
      await page.goBack();

      expect(await placeNow()).toEqual(place);
    });

    test('downloads what is found, sorted as it is shown, also what is not on the screen yet', async () => {
      const page = await show('#/startups?q=startup+1&sort=newest');
      const names = longLists().startups.map(({ name }) => name);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      const file = await readFile(await download.path());
      const rows = parse<Record<string, string>>(file, { bom: true, columns: true });

      expect(download.suggestedFilename()).toMatch(/^startups-\d{4}-\d\d-\d\d\.csv$/u);
      expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      expect(rows.map((row) => row['name'])).toEqual(
        names.filter((name) => name.includes('1')).toReversed(),
      );
      expect(rows[0]?.['enrollments']).toBe('Accelerator, Spring 2025, 2025-02-01, active');
    });
  });

  describe('at every width', () => {
    beforeAll(async () => {
      await open('', { isMobile: true });
    });
    afterAll(close);

    test('breaks no word', async () => {
      for (const route of allViews()) {
        const page = await show(route);
        for (const width of [320, 360, 390, 1280]) await expectToFit(page, width);
      }
    });

    test('shows every picture that a record names, and it is served by the stage', async () => {
      for (const route of ['#/startups', '#/founders', '#/jobs']) {
        const page = await show(route);
        const shown = await page.evaluate<string[]>(`Promise.all(
          [...document.querySelectorAll('.picture img')].map(async (picture) => {
            picture.loading = 'eager';
            await picture.decode(); // fails where it could not be loaded
            return picture.src;
          }),
        )`);

        expect(shown.length).toBeGreaterThan(jobs.length / 2);
        expect(shown.filter((one) => !one.startsWith(`${service.url}/assets/`))).toEqual([]);
      }
      expect(opened.complaints).toEqual([]);
    });
  });

  test('does not jump when the script and the lists arrive', async () => {
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
    await page.locator('.loading').waitFor();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    await goOn();
    await page.getByText(/^Updated /u).waitFor();
    await expectLittleShift(page);
    await close();
  });

  async function expectLittleShift(page: Page): Promise<void> {
    const shift = await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      resolve(observer.takeRecords().reduce((sum, { value }) => sum + value, 0));
    }))`);
    expect(shift).toBeLessThan(0.05); // half of what web.dev calls good
  }

  describe('the documentation', () => {
    beforeAll(async () => {
      await open('docs', { permissions: ['clipboard-read', 'clipboard-write'] });
    });
    afterAll(close);

    // Each of thousands of coloured words is checked for its contrast, which takes seconds.
    describe('for everybody', () => {
      test.each(colorSchemes)('can be read, %s', async (colorScheme) => {
        await opened.page.emulateMedia({ colorScheme });

        expect(await accessibilityFindings(opened.page)).toEqual([]);
      });
    });

    const tried = async (path: string) => {
      await opened.page.getByRole('button', { name: `Try it: ${path}` }).click();
      return opened.page.getByRole('region', { name: `The answer of ${path}` });
    };

    test('shows what a list answers: its status, its headers and its first record', async () => {
      const answer = await tried('/v1/founders');

      await answer.getByText(/^200\n(?:.+\n)*x-data-source: database\n/u).waitFor();
      await answer.getByText(`"id": "${founders[0]?.id}"`).waitFor();
      expect(await answer.getByText(`"id": "${founders[1]?.id}"`).count()).toBe(0);
    });

    test('shows the status as it is now: of a list whose copy was gone, too, once it is there again', async () => {
      await service.getAllKept();
      await service.deleteCopy('founders');
      await (await tried('/status.json')).getByText('There is no copy').waitFor();
      await service.getKept('founders');

      const answer = await tried('/status.json');
      await answer.getByText(`"records": ${founders.length}`).waitFor();
      expect(await answer.getByText('There is no copy').count()).toBe(0);
    });
  });

  describe('opened at a route', () => {
    afterEach(close);

    test('leaves out a job from the minute in which it expires', async () => {
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
      await page.getByText('2 open jobs').waitFor();
      await page.clock.fastForward('31:00');

      await page.getByRole('link', { name: 'Jobs 1' }).click();
      expect(await page.locator('.job h4').allTextContents()).toEqual(['Job 2']);
      await page.getByRole('link', { name: 'Startup 1', exact: true }).click();
      await title('Startup 1').waitFor();
      expect(await page.locator('.job h5').allTextContents()).toEqual(['Job 2']);
      await page.getByRole('link', { name: /^Startups/u }).click();
      await page.getByText('1 open job', { exact: true }).waitFor();
    });

    test('says what could not be loaded, and loads it when asked again', async () => {
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
      expect(await page.locator('.person').count()).toBe(founders.length);
    });
  });

  describe('through an outage', () => {
    beforeAll(async () => {
      service.dataApi.faults.set('down');
      await open('#/startups', { ownClock: true });
    });
    afterAll(async () => {
      service.dataApi.faults.set('up');
      await close();
    });

    test('says above everything that the database is unavailable, and shows the last good copy', async () => {
      const { page } = opened;
      const note = page.getByText('The database is unavailable.', { exact: true });
      await note.waitFor();
      const name = page.getByRole('heading', { level: 1 });
      expect((await note.boundingBox())?.y).toBeLessThan((await name.boundingBox())?.y ?? 0);
      expect(await cards().count()).toBe(startups.length);
      expect(await accessibilityFindings(page, ['#stale-note'])).toEqual([]);
    });
  });

  describe('shown records that mean harm', () => {
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

    test('is harmless in the address', async () => {
      await opened.page.getByText('There is no startup').waitFor();

      await expectHarmless();
    });

    test('is harmless in each list', async () => {
      for (const route of ['#/startups', '#/founders', '#/jobs']) {
        const page = await show(route);
        await page.locator('h4, h5').filter({ hasText: IMAGE }).first().waitFor();

        await expectHarmless();
      }
    });

    test('is harmless in the detail, with 200 KB of description, which is shown whole', async () => {
      const page = await show('#/startups');
      await page.getByRole('link', { name: IMAGE }).first().click();
      await title(IMAGE).waitFor();
      await expectHarmless();
      const description = await page.locator('#description').textContent();
      expect(description?.length).toBeGreaterThan(DESCRIPTION_BYTES / 2);
    });
  });
});

/** No word is broken, and nothing has to be scrolled sideways. */
async function expectToFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  await openFilters(page);
  expect({ width, broken: await brokenText(page) }).toEqual({ width, broken: [] });
  expect(await overflows(page)).toBe(false);
}

/** On a phone the choices are behind a button. */
async function openFilters(page: Page): Promise<void> {
  const closed = page.locator('.opens[aria-expanded=false]');
  if (await closed.isVisible()) await closed.click();
}

const IMAGE = '<img src=x onerror="window.pwned = 1">';
const SCRIPT = '</script><script>window.pwned = 1</script>';
const ADDRESS = 'javascript:window.pwned=1';
const DESCRIPTION_BYTES = 200_000;

/** More than are shown at once, the later numbers created later. */
function longLists() {
  const startups = invented.many(130, (number) =>
    invented.startup(number, { created_at: new Date(number * 86_400_000).toISOString() }),
  );
  const founders = startups.map((_, index) => invented.founder(index + 1));
  const jobs = startups.map((of, index) => invented.job(index + 1, of));
  return { startups, founders, jobs };
}

/** What a portal user types is text to the page: here past the service's own checks, which would not let it out. */
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
