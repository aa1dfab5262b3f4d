/** The page and its explorer in a real browser, over the whole service with its test data. */

import type { Browser, Page } from 'playwright-core';

import type { Founder } from '../../contract/founder.ts';
import type { Job } from '../../contract/job.ts';
import type { Startup } from '../../contract/startup.ts';
import {
  accessibilityFindings,
  type DirectoryPage,
  openBrowser,
  openPage,
  overflows,
  type PageOptions,
} from '../support/browser/browser.ts';
import { describeWith } from '../support/run/programs.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

const sizes = [
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
] as const;

const views = ['', '#/startups', '#/founders', '#/jobs'];

/** One takes three seconds: elsewhere than in CI two are enough. */
function accessibilityCases() {
  const all = [...views, '#/startups/<slug>'].flatMap((route) =>
    sizes.flatMap(([name, size]) =>
      (['light', 'dark'] as const).map(
        (colorScheme) => [route, `${name}, ${colorScheme}`, { ...size, colorScheme }] as const,
      ),
    ),
  );
  if (process.env['CI'] === 'true') return all;
  process.stderr.write(`Skipped: accessibility of ${all.length - 2} views, which only CI checks\n`);
  return [...all.slice(0, 1), ...all.slice(-1)];
}

function tabs(page: Page) {
  return page.getByRole('navigation', { name: 'Lists' });
}

describeWith('chromium')('the page', () => {
  let service: TestService;
  let browser: Browser;
  let startups: readonly Startup[];
  let founders: readonly Founder[];
  let jobs: readonly Job[];
  let opened: DirectoryPage | undefined;
  beforeAll(async () => {
    [service, browser] = await Promise.all([TestService.start({ startups: 24 }), openBrowser()]);
    const lists = await service.getAll();
    [startups, founders, jobs] = lists.map(({ body }) => JSON.parse(body.toString()) as never) as [
      never,
      never,
      never,
    ];
  }, START_LIMIT_MS);
  afterEach(async () => {
    await opened?.page.context().close();
    opened = undefined;
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const open = async (route?: string, options?: PageOptions) => {
    opened = await openPage(browser, service.url, route, options);
    return opened;
  };

  describe.each(sizes)('on %s', (_, size) => {
    test('loads each list once, and nothing from elsewhere', async () => {
      const { page, asked, outside, complaints } = await open('', size);
      await page.getByRole('link', { name: `Jobs ${jobs.length}` }).waitFor();
      await tabs(page)
        .getByRole('link', { name: /^Founders/u })
        .click();
      await page.getByRole('heading', { name: 'Founders', level: 3, exact: true }).waitFor();

      expect(asked.filter((path) => path.startsWith('/v1/')).toSorted()).toEqual([
        '/v1/founders',
        '/v1/jobs',
        '/v1/startups',
      ]);
      expect(outside).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test.each(views)('shows %j within its width', async (route) => {
      const { page } = await open(route, size);
      await tabs(page)
        .getByRole('link', { name: `Jobs ${jobs.length}` })
        .waitFor();

      expect(await overflows(page)).toBe(false);
    });

    test('finds startups by a word and by an industry', async () => {
      const { page } = await open('#/startups', size);
      const count = page.locator('.count');
      const [first] = startups;
      const named = startups.filter(({ name }) => name === first?.name);
      await page.getByLabel('Search startups').fill(first?.name ?? '');
      expect(await count.textContent()).toBe(`${named.length} of ${startups.length} startups`);

      await page.getByLabel('Search startups').fill('');
      const industry = first?.industry[0] ?? '';
      const inIndustry = startups.filter((startup) => startup.industry.includes(industry));
      await page.getByRole('combobox', { name: 'Industry' }).selectOption(industry);
      expect(await count.textContent()).toBe(`${inIndustry.length} of ${startups.length} startups`);
      expect(new URL(page.url()).hash).toContain('industry=');

      await page.getByLabel('Search startups').fill('zzzz');
      await page.getByText('No startups match your search.').waitFor();
    });

    test('shows a startup by its slug, with its founders and jobs', async () => {
      const startup = startups.find(({ open_jobs_count: count }) => count > 1);
      const ofStartup = <R extends { startup_id: string }>(records: readonly R[]) =>
        records.filter(({ startup_id: id }) => id === startup?.id);
      const { page } = await open(`#/startups/${startup?.slug}`, size);
      await page.getByRole('heading', { name: startup?.name ?? '', level: 3 }).waitFor();
      await page.getByRole('heading', { name: 'Jobs' }).last().waitFor();

      for (const { first_name: first, last_name: last } of ofStartup(founders)) {
        await page.getByRole('heading', { name: `${first} ${last}` }).waitFor();
      }
      expect(ofStartup(jobs)).toHaveLength(startup?.open_jobs_count ?? 0);
      for (const { title } of ofStartup(jobs)) {
        await page.getByRole('heading', { name: title }).first().waitFor();
      }
      expect(await page.title()).toBe(`${startup?.name} · Public Directory`);
    });

    test('sends applicants to the address of the job, in a tab that knows nothing of this one', async () => {
      const { page } = await open('#/jobs', size);
      const job = jobs.find(({ external_url: url }) => url !== null);
      const link = page.locator(`a[href="${job?.external_url}"]`).first();
      await link.waitFor();

      expect(await link.textContent()).toMatch(/^Apply/u);
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    });
  });

  test.each(accessibilityCases())('shows %j to everybody: %s', async (route, _, options) => {
    const { page } = await open(route.replace('<slug>', startups[0]?.slug ?? ''), options);
    await tabs(page)
      .getByRole('link', { name: `Jobs ${jobs.length}` })
      .waitFor();

    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('is dark for who wants it dark', async () => {
    const { page } = await open('', { colorScheme: 'dark' });

    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toMatch(
      /^rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)$/u,
    );
  });

  test('can be used by keyboard: skips to the content, follows a card, goes back', async () => {
    const name = startups[0]?.name ?? '';
    const { page } = await open();
    const card = page.getByRole('link', { name, exact: true }).first();
    await card.waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');

    await card.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name, level: 3, exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe(name);

    await page.goBack();
    await page.getByLabel('Search startups').waitFor();
  });

  test('says how old the data is, and shows the sizes of the status', async () => {
    const { page } = await open();
    const fresh = page.getByRole('region', { name: 'How fresh is it now' });
    await fresh.getByText('Size').nth(2).waitFor();
    await fresh.locator('dd', { hasText: 'the database' }).nth(2).waitFor();

    expect(await fresh.locator('time').count()).toBe(3);
    expect(await page.getByText('The database is away.', { exact: true }).count()).toBe(0);
  });

  test('names the address at which it is read in its examples', async () => {
    const { page } = await open();
    const code = (await page.locator('pre').allTextContents()).join('\n');

    expect(code).toContain(`${service.url}/v1/startups`);
    expect(code).not.toContain('directory.example.org');
  });

  test('says that the database is away, and shows the last good copy', async () => {
    await service.dataApi.faults.set('down');
    try {
      const { page } = await open('#/startups');
      await page.getByText('The database is away.', { exact: true }).waitFor();
      await page.locator('dd', { hasText: 'the last good copy' }).nth(2).waitFor();

      expect(await page.locator('.count').textContent()).toBe(`${startups.length} startups`);
      expect(await accessibilityFindings(page)).toEqual([]);
    } finally {
      await service.dataApi.faults.set('up');
    }
  });

  test('keeps what it has while the service cannot be reached', async () => {
    const { page } = await open('#/startups', { ownClock: true });
    await page.locator('.count').waitFor();
    await page.route(`${service.url}/v1/*`, async (request) => request.abort());
    await page.clock.fastForward('02:00:00');

    await page.getByText('The service could not be reached.').waitFor();
    expect(await page.locator('.count').textContent()).toBe(`${startups.length} startups`);
  });

  test('says what could not be loaded, and loads it when asked again', async () => {
    await service.dataApi.faults.set('denied');
    await service.deleteCopy('founders');
    service.endEnvironments();
    const { page } = await open('#/founders');
    await page.getByText('The founders could not be loaded.').waitFor();
    await service.dataApi.faults.set('up');
    service.endEnvironments();
    await page.getByRole('button', { name: 'Retry' }).click();

    await page.locator('.count').waitFor();
    expect(await page.locator('.count').textContent()).toBe(`${founders.length} founders`);
  });

  test('tells a board without jobs from a search without a match', async () => {
    const { page } = await open('#/jobs', { lists: { jobs: [] } });
    await page.getByText('No job is published at present.').waitFor();

    expect(await page.getByText('match your search').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('shows of a programme what is known', async () => {
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
    const startup = { ...startups[0], created_at: null, enrollments };
    const { page, complaints } = await open(`#/startups/${startup.slug}`, {
      lists: { startups: [startup] },
    });
    await page.getByRole('heading', { name: 'Programmes' }).waitFor();

    expect(await page.locator('.enrollments li').allTextContents()).toEqual([
      'Unnamed programmeGraduated',
      'Unnamed programmeto 1 March 2026Active',
      'Lab',
    ]);
    expect(await page.getByText('In the portal since').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('takes a founder whose startup is not there for one that will come', async () => {
    const stranger = { ...founders[0], startup_id: '00000000-0000-4000-8000-00000000ffff' };
    const { page } = await open('#/founders', { lists: { founders: [stranger] } });
    const card = page.locator('.person');
    await card.getByText('not in the list yet').waitFor();

    expect(await card.getByRole('link', { name: stranger.startup_name ?? '' }).count()).toBe(0);
  });
});
