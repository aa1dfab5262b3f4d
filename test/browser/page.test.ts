/** The page and its explorer in a real browser, over the whole service with its test data. */

import { readFile } from 'node:fs/promises';

import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';

import type { Founder } from '../../contract/founder.ts';
import type { Job } from '../../contract/job.ts';
import type { Startup } from '../../contract/startup.ts';
import { alphabetically } from '../../site/explorer/search.ts';
import { day, fullName } from '../../site/text.ts';
import {
  accessibilityFindings,
  brokenText,
  type DirectoryPage,
  openBrowser,
  openPage,
  overflows,
  type PageOptions,
} from '../support/browser/browser.ts';
import { recordsOf } from '../support/http/ask.ts';
import { describeWith } from '../support/run/programs.ts';
import * as invented from '../support/records/records.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

/** And of each what of the first card is in sight. */
const sizes = [
  ['a desktop', { viewport: { width: 1280, height: 900 } }, 'li'],
  ['a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }, 'h4'],
] as const;

/** Before any list. */
const FIRST_VIEW_BYTES = 100_000;

const CLOUDFRONT = 'https://d111111abcdef8.cloudfront.net';

const views = ['#/startups', '#/founders', '#/jobs'];
const detail = '#/startups/<slug>';
const colorSchemes = ['light', 'dark'] as const;

const accessibilityCases = [...views, detail].flatMap((route) =>
  colorSchemes.map((colorScheme) => [route, colorScheme] as const),
);

const isCi = process.env['CI'] === 'true';

/** What takes a quarter of a minute in all, and depends on little else than the page's own sources. */
const describeInCi = isCi ? describe : describe.skip;

/** Elsewhere than in CI the first one is enough. */
function firstOrAll<T>(what: string, cases: readonly T[]): readonly T[] {
  if (isCi) return cases;
  process.stderr.write(`Skipped: ${what} but one, which only CI checks\n`);
  return cases.slice(0, 1);
}

describeWith('chromium')('the page', () => {
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

  describe.each(firstOrAll('all sizes', sizes))('on %s', (_, context, inSight) => {
    beforeAll(async () => {
      await open('', context);
    });
    afterAll(close);

    test('shows startups without scrolling, and is light', async () => {
      const { page } = opened;
      await page.getByText(/ · updated /u).waitFor();
      const box = await page.locator('.startups').locator(inSight).first().boundingBox();

      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(context.viewport.height);
      await expectLight();
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
      await page.getByRole('heading', { name, level: 3, exact: true }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe(name);

      await page.goBack();
      await page.getByLabel('Search startups').waitFor();
    });

    test('finds startups by a word and by an industry', async () => {
      const page = await show('#/startups');
      const count = page.locator('.count');
      const [first] = startups;
      const named = startups.filter(({ name }) => name === first?.name);
      await page.getByLabel('Search startups').fill(first?.name ?? '');
      expect(await count.textContent()).toBe(`${named.length} of ${startups.length} startups`);

      await page.getByLabel('Search startups').fill('');
      const industry = first?.industry[0] ?? '';
      await openFilters(page);
      const inIndustry = startups.filter((startup) => startup.industry.includes(industry));
      await page.getByRole('combobox', { name: 'Industry' }).selectOption(industry);
      expect(await count.textContent()).toBe(`${inIndustry.length} of ${startups.length} startups`);
      expect(new URL(page.url()).hash).toContain('industry=');
      await page.getByRole('button', { name: 'Clear' }).click();
      expect(await count.textContent()).toBe(`${startups.length} startups`);

      await page.getByLabel('Search startups').fill('zzzz');
      await page.getByText('No startups match your search.').waitFor();
    });

    test('filters startups by programme and cohort, and sorts them by name or newest', async () => {
      const page = await show('#/startups');
      await openFilters(page);
      const { program_name: programme = '', cohort_name: cohort = '' } =
        startups[0]?.enrollments.at(-1) ?? {};
      const there = startups.filter(({ enrollments }) =>
        enrollments.some((one) => one.program_name === programme && one.cohort_name === cohort),
      );
      const names = async () => page.locator('.records h4').allTextContents();
      await page.getByLabel('Programme').selectOption(programme);
      await page.getByLabel('Cohort').selectOption(cohort);
      await page.getByLabel('Sort by').selectOption('Newest');

      const newestFirst = there.toSorted((one, other) =>
        (other.created_at ?? '') < (one.created_at ?? '') ? -1 : 1,
      );
      expect(await names()).toEqual(newestFirst.map(({ name }) => name));
      expect(await page.locator('.cohort').allTextContents()).toContain(`${programme}, ${cohort}`);
      expect(new URL(page.url()).hash).toMatch(/programme=.*&cohort=.*&sort=newest$/u);
      const cohorts = startups.flatMap(({ enrollments }) =>
        enrollments.flatMap((one) =>
          one.program_name === programme ? (one.cohort_name ?? []) : [],
        ),
      );
      expect(await page.getByLabel('Cohort').locator('option').allTextContents()).toEqual([
        'All',
        ...[...new Set(cohorts)].toSorted(alphabetically),
      ]);
      await page.getByLabel('Sort by').selectOption('Name');
      expect(await names()).toEqual(there.map(({ name }) => name).toSorted(alphabetically));
    });

    test('shows jobs newest first, with their day, and filters them by place, role and level', async () => {
      const page = await show('#/jobs');
      await openFilters(page);
      const days = jobs.map((job) => job.created_at).toSorted(alphabetically);
      expect(await page.locator('.job').getByText('posted').allTextContents()).toEqual(
        days.toReversed().map((created) => `posted ${day(created)}`),
      );
      const wanted = jobs.find(
        (job) => job.location_cities.length > 0 && job.role_category !== null,
      );
      await page.getByLabel('Location').selectOption(wanted?.location_cities[0] ?? '');
      await page.getByLabel('Role').selectOption(wanted?.role_category ?? '');
      await page.getByLabel('Level').selectOption(wanted?.experience_level ?? '');
      await page.getByRole('heading', { name: wanted?.title ?? '', exact: true }).waitFor();
      expect(await page.locator('.job').count()).toBeLessThan(jobs.length);
      await show(`#/jobs?location=${wanted?.location_regions[0]}`);
      await page.getByRole('heading', { name: wanted?.title ?? '', exact: true }).waitFor();
    });

    test('shows founders under the name of their startup, also those that a search finds', async () => {
      const page = await show('#/founders');
      const team = founders.filter(({ startup_id: id }) => id === founders[0]?.startup_id);
      const card = page.locator('.records > li', { hasText: team[0]?.startup_name ?? '' }).first();
      await card.getByRole('heading', { name: team[0]?.startup_name ?? '', level: 4 }).waitFor();
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
      await page.getByRole('heading', { name: startup?.name ?? '', level: 3 }).waitFor();
      await page.getByRole('heading', { name: 'Jobs' }).last().waitFor();

      expect(await page.locator('.person h5').allTextContents()).toEqual(
        ofStartup(founders).map(fullName),
      );
      expect(await page.locator('.job h5').allTextContents()).toEqual(
        ofStartup(jobs).map(({ title }) => title),
      );
      expect(ofStartup(jobs)).toHaveLength(startup?.open_jobs_count ?? 0);
      expect(await page.title()).toBe(`${startup?.name} · Example Incubator`);
    });

    test('sends applicants to the address of the job, in a tab that knows nothing of this one', async () => {
      const page = await show('#/jobs');
      const job = jobs.find(({ external_url: url }) => url !== null);
      const link = page.locator(`a[href="${job?.external_url}"]`).first();

      expect(await link.textContent()).toMatch(/^Apply/u);
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    });

    const cases = firstOrAll('the accessibility of all views', accessibilityCases);
    test.each(cases)('shows %j to everybody: %s', async (route, colorScheme) => {
      const page = await show(route.replace('<slug>', startups[0]?.slug ?? ''));
      await page.emulateMedia({ colorScheme });

      expect(await accessibilityFindings(page)).toEqual([]);
    });

    test('is dark for who wants it dark', async () => {
      await opened.page.emulateMedia({ colorScheme: 'dark' });

      expect(await opened.page.evaluate('getComputedStyle(document.body).backgroundColor')).toMatch(
        /^rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)$/u,
      );
    });

    test('says how old the data is, and shows the sizes of the status', async () => {
      const { page } = opened;
      const fresh = page.getByRole('region', { name: 'How fresh is it now' });
      const state = fresh.locator('summary');
      await page.getByText(/ · updated /u).waitFor();
      expect(await state.textContent()).toMatch(
        `${startups.length} startups · ${founders.length} founders · ${jobs.length} jobs · updated `,
      );
      await state.click();
      await fresh.getByText('Size').nth(2).waitFor();
      expect(await accessibilityFindings(page, ['#fresh'])).toEqual([]);
      await fresh.locator('dd', { hasText: 'the database' }).nth(2).waitFor();

      expect(await fresh.locator('time').count()).toBe(3);
      expect(await fresh.getByText('Left out').count()).toBe(0); // the client finds no bad record
      expect(await page.getByText('The database is unavailable.').count()).toBe(0);
    });

    test('has loaded each list once for all of this, and nothing from elsewhere', async () => {
      const { page, asked, outside, complaints } = opened;
      const tabs = page.getByRole('navigation', { name: 'Lists' });
      await tabs.getByRole('link', { name: /^Founders/u }).click();
      await page.getByRole('heading', { name: 'Founders', level: 3, exact: true }).waitFor();

      expect(asked.filter((path) => path.startsWith('/v1/')).toSorted()).toEqual([
        '/v1/founders',
        '/v1/jobs',
        '/v1/startups',
      ]);
      expect(outside).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });

  (isCi ? describe.each(sizes) : describe.skip.each(sizes))(
    'of long lists, left and returned to on %s',
    (_, context) => {
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
        await page.getByRole('heading', { name, level: 3, exact: true }).waitFor();
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
        await page.getByRole('heading', { name: 'Startup 101', level: 3 }).waitFor();
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

      test('is there after a reload, and after another document', async () => {
        const page = await show('#/jobs');
        const place = await leaveBy('Startup 55');
        await page.goBack();
        await page.reload();
        await page.locator('.count').waitFor();
        expect(await placeNow()).toEqual(place);

        await page.goto(`${service.url}/openapi.json`);
        await page.goBack();
        await page.locator('.count').waitFor();
        expect(await placeNow()).toEqual(place);
      });

      test('is what the reader scrolled to last', async () => {
        const page = await show('#/startups?q=startup');
        await page.evaluate('scrollTo(0, 900)');
        for (let frames = 0; frames < 300; frames++) {
          if ((await page.evaluate('history.state?.y')) === 900) break;
          await page.evaluate('new Promise(requestAnimationFrame)');
        }
        await page.reload();
        await page.locator('.count').waitFor();

        expect(await placeNow()).toMatchObject({ y: 900, cards: 60 });
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
    },
  );

  describeInCi('at every width', () => {
    beforeAll(async () => {
      await open('#top', { isMobile: true });
    });
    afterAll(close);

    test('stays where it is at /#top, its former address', async () => {
      await opened.page.locator('.count').waitFor();

      expect(opened.page.url()).toBe(`${service.url}/#top`);
    });

    test.each([...views, detail])('breaks no word of %j', async (route) => {
      const page = await show(route.replace('<slug>', startups[0]?.slug ?? ''));

      for (const width of [320, 360, 390, 1280]) await expectToFit(page, width);
    });

    test.each(views)('shows every picture in %s, as its own', async (route) => {
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
      expect(opened.complaints).toEqual([]);
    });
  });

  (isCi ? test : test.skip)('does not jump when the script and the lists arrive', async () => {
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
    await page.getByText(/ · updated /u).waitFor();
    await expectLittleShift(page);
    await close();
  });

  async function expectLittleShift(page: Page): Promise<void> {
    const shift = await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      resolve(observer.takeRecords().reduce((sum, { value }) => sum + value, 0));
    }))`);
    expect(shift).toBeLessThan(0.1); // what web.dev calls good
  }

  /** Without an error or a failed request, too. */
  async function expectLight(): Promise<void> {
    const { page, asked, complaints, failed } = opened;
    await page.waitForLoadState('networkidle');
    const files = asked.filter((path) => !/^\/v1\/|json$/u.test(path));
    const bytes = await Promise.all(
      files.map(async (file) => (await service.ask(file)).body.length),
    );

    expect(files.length).toBeGreaterThan(2);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(FIRST_VIEW_BYTES);
    expect([complaints, failed]).toEqual([[], []]);
  }

  describeInCi('the documentation', () => {
    beforeAll(async () => {
      await open('docs', { permissions: ['clipboard-read', 'clipboard-write'] });
    });
    afterAll(close);

    test('is light', expectLight);

    // Each of thousands of coloured words is checked for its contrast, which takes seconds.
    describeInCi('for everybody', () => {
      test.each(colorSchemes)('can be read, %s', async (colorScheme) => {
        await opened.page.emulateMedia({ colorScheme });

        expect(await accessibilityFindings(opened.page)).toEqual([]);
      });
    });

    test('copies an example', async () => {
      const { page } = opened;
      await page.getByRole('button', { name: 'Copy the example: curl' }).click();
      await page.getByText('Copied', { exact: true }).waitFor();

      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(await page.locator('[data-example="curl"] pre').textContent());
      expect(copied).toContain(`${service.url}/v1/startups`);
    });

    test('is where a former address such as /#fields-startup leads', async () => {
      const { page } = opened;
      await page.goto(`${service.url}/#fields-startup`);
      await page.waitForURL(`${service.url}/docs#fields-startup`);

      expect(await page.locator('#use, #fields, #fields-startup, #promises').count()).toBe(4);
    });

    test('breaks no word where its address is as long as one of CloudFront', async () => {
      const { page } = opened;
      await page.evaluate(
        `document.body.innerHTML = document.body.innerHTML.replaceAll('${service.url}', '${CLOUDFRONT}')`,
      );
      expect(await page.locator('pre').first().textContent()).toContain(CLOUDFRONT);

      for (const width of [320, 360, 390]) await expectToFit(page, width);
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
      await page.getByText('1 job', { exact: true }).waitFor();
      expect(await page.locator('.job h4').allTextContents()).toEqual(['Job 2']);
      await page.getByRole('link', { name: 'Startup 1', exact: true }).click();
      await page.getByRole('heading', { name: 'Startup 1', level: 3 }).waitFor();
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
      await page.getByText(' · founders not loaded · ').waitFor();
      await page.evaluate(`location.hash = '#/startups/${startups[0]?.slug}'`);
      await page.getByRole('heading', { name: startups[0]?.name ?? '', level: 3 }).waitFor();
      await page.getByText('The founders could not be loaded.').waitFor();
      await page.goBack();
      service.dataApi.faults.set('up');
      await page.getByRole('button', { name: 'Retry' }).click();

      await page.locator('.count').waitFor();
      expect(await page.locator('.count').textContent()).toBe(`${founders.length} founders`);
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
      await page.locator('.source.last-good').nth(2).waitFor({ state: 'attached' });
      const title = page.getByRole('heading', { level: 1 });
      expect((await note.boundingBox())?.y).toBeLessThan((await title.boundingBox())?.y ?? 0);

      expect(await page.locator('.count').textContent()).toBe(`${startups.length} startups`);
      expect(await accessibilityFindings(page, ['#stale-note'])).toEqual([]);
    });

    test('keeps what it has while the service cannot be reached either', async () => {
      const { page } = opened;
      await page.route(`${service.url}/v1/*`, async (request) => request.abort());
      await page.clock.fastForward('02:00:00');

      await page.getByText('The service could not be reached.').waitFor();
      expect(await page.locator('.count').textContent()).toBe(`${startups.length} startups`);
    });
  });

  describeInCi('shown records of which little is known', () => {
    beforeAll(async () => {
      await open('#/jobs', { lists: { startups: [startup()], founders: [stranger()], jobs: [] } });
    });
    afterAll(close);

    const unknown = {
      accepted_date: null,
      ended_date: null,
      program_name: null,
      cohort_name: null,
    };
    const enrollments = [
      { ...unknown, status: null, graduated: true },
      { ...unknown, status: 'active', graduated: false, ended_date: '2026-03-01' },
      { ...unknown, status: null, graduated: false, program_name: 'Lab' },
    ];
    const startup = () => ({ ...startups[0], created_at: null, enrollments });
    const stranger = () => ({ ...founders[0], startup_id: '00000000-0000-4000-8000-00000000ffff' });

    test('tells a board without jobs from a search without a match', async () => {
      const { page } = opened;
      await page.getByText('No job is published at present.').waitFor();

      expect(await page.getByText('match your search').count()).toBe(0);
      expect(await accessibilityFindings(page, ['#explore'])).toEqual([]);
    });

    test('shows of a programme what is known', async () => {
      const page = await show(`#/startups/${startup().slug}`);
      await page.getByRole('heading', { name: 'Programmes' }).waitFor();

      expect(await page.locator('.enrollments li').allTextContents()).toEqual([
        'Unnamed programmeGraduated',
        'Unnamed programmeto 1 March 2026Active',
        'Lab',
      ]);
      expect(await page.getByText('In the portal since').count()).toBe(0);
      expect(opened.complaints).toEqual([]);
    });

    test('takes a founder whose startup is not there for one that will come', async () => {
      const page = await show('#/founders');
      const card = page.locator('.card-head');
      await card.getByText('not in the list yet').waitFor();

      expect(await card.getByRole('link', { name: stranger().startup_name ?? '' }).count()).toBe(0);
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

    test.each(['#/startups', '#/founders', '#/jobs'])('is harmless in %s', async (route) => {
      const page = await show(route);
      await page.locator('h4, h5').filter({ hasText: IMAGE }).first().waitFor();

      await expectHarmless();
    });

    test('is harmless in the detail, with 200 KB of description, which is shown when asked for', async () => {
      const page = await show('#/startups');
      await page.getByRole('link', { name: IMAGE }).first().click();
      await page.getByRole('heading', { name: IMAGE, level: 3 }).waitFor();
      await expectHarmless();

      await page.getByRole('button', { name: /^Show all/u }).click();
      const description = await page.locator('#description').textContent();
      expect(description?.length).toBeGreaterThan(DESCRIPTION_BYTES / 2);
      await expectHarmless();
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
  const closed = page.locator('.filters > button[aria-expanded=false]');
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
