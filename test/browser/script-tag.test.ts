import type { Browser } from 'playwright-core';

import { EXAMPLE_ORIGIN } from '../../contract/site.ts';
import type { Server } from '../../local/endpoint/server.ts';
import { examples } from '../../page/documentation/examples.ts';
import { recordsOf } from '../support/http/ask.ts';
import { openBrowser, startBlankOrigin } from '../support/browser/browser.ts';
import { describeWith } from '../support/run/programs.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

describeWith('chromium')("the page's example of a script tag", () => {
  let service: TestService;
  let elsewhere: Server;
  let browser: Browser;
  beforeAll(async () => {
    [service, elsewhere, browser] = await Promise.all([
      TestService.start({ startups: 12 }),
      startBlankOrigin(),
      openBrowser(),
    ]);
  }, START_LIMIT_MS);
  afterAll(async () => {
    await browser.close();
    await elsewhere.close();
    await service.close();
  });

  test('lists the jobs on a site of somebody else', async () => {
    const { code = '' } = examples.find(({ name }) => name === 'Script tag') ?? {};
    const jobs = recordsOf(await service.get('jobs'));
    const page = await browser.newPage();
    await page.goto(elsewhere.url);

    await page.setContent(code.replaceAll(EXAMPLE_ORIGIN, service.url));
    await page
      .locator('li')
      .nth(jobs.length - 1)
      .waitFor();

    expect(await page.locator('li').count()).toBe(jobs.length);
    expect(await page.locator('li a[href]').count()).toBe(
      jobs.filter(({ external_url: url }) => url !== null).length,
    );
  });
});
