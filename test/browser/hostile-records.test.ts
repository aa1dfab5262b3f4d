/** What a portal user types is text to the page, whatever it is: past the service's own checks, which would not let it out. */

import type { Browser } from 'playwright-core';

import {
  type DirectoryPage,
  openBrowser,
  openPage,
  overflows,
} from '../support/browser/browser.ts';
import { describeWith } from '../support/run/programs.ts';
import { servedLists } from '../support/records/records.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

const IMAGE = '<img src=x onerror="window.pwned = 1">';
const SCRIPT = '</script><script>window.pwned = 1</script>';
const ADDRESS = 'javascript:window.pwned=1';
const DESCRIPTION_BYTES = 200_000;

describeWith('chromium')('records that mean harm', () => {
  let service: TestService;
  let browser: Browser;
  let opened: DirectoryPage;
  beforeAll(async () => {
    [service, browser] = await Promise.all([TestService.start({ startups: 1 }), openBrowser()]);
  }, START_LIMIT_MS);
  afterEach(async () => opened.page.context().close());
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  function hostileLists() {
    const { startups, founders, jobs } = servedLists();
    const long = `${SCRIPT}${'Ünbreakable'.repeat(DESCRIPTION_BYTES / 12)}${IMAGE}`;
    Object.assign(startups[0] ?? {}, {
      slug: `"><svg onload=window.pwned=1>`,
      name: IMAGE,
      industry: [IMAGE, SCRIPT],
      blurb: SCRIPT,
      description: long,
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

  async function open(route: string) {
    opened = await openPage(browser, service.url, route, {
      lists: hostileLists(),
      viewport: { width: 360, height: 740 },
    });
    return opened.page;
  }

  async function expectHarmless() {
    const { page, complaints, outside } = opened;
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('svg[onload], img[onerror], [onclick]').count()).toBe(0);
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((link) => String(Reflect.get(link, 'protocol'))));
    expect(links.filter((protocol) => !/^https?:$/u.test(protocol))).toEqual([]);
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await overflows(page)).toBe(false);
  }

  test.each(['#/startups', '#/founders', '#/jobs'])('are text in %s', async (route) => {
    const page = await open(route);
    await page.getByRole('heading').filter({ hasText: IMAGE }).first().waitFor();

    await expectHarmless();
  });

  test('are text in the detail, with 200 KB of description, which is shown when asked for', async () => {
    const page = await open('#/startups');
    await page.getByRole('link', { name: IMAGE }).first().click();
    await page.getByRole('heading', { name: IMAGE, level: 3 }).waitFor();
    await expectHarmless();

    await page.getByRole('button', { name: /^Show all/u }).click();
    expect((await page.locator('#description').textContent())?.length).toBeGreaterThan(
      DESCRIPTION_BYTES / 2,
    );
    await expectHarmless();
  });

  test('are text in the address, too', async () => {
    const page = await open(`#/startups/${encodeURIComponent(IMAGE)}`);
    await page.getByText('No startup in the list has the slug').waitFor();

    await expectHarmless();
  });
});
