/**
 * Reads the lists and runs two examples of the client on another website in a real browser. Other tests check the headers
 * faster, without a browser, so only CI runs these tests.
 */

import type { Browser, Page } from 'playwright-core';

import { allDirectories } from '../../contract/directories.ts';
import { EXAMPLE_ORIGIN } from '../../contract/site.ts';
import { type Server, startServer } from '../../local/http-server.ts';
import { documentedExample, readmeExample } from '../client/support/package-contents.ts';
import { openBrowser, startBlankOrigin } from './browser.ts';
import { recordsOf } from '../support/ask.ts';
import { describeInCi } from '../support/programs.ts';
import { TestService } from '../support/test-service.ts';

describeInCi('a script on another site', 'chromium')('a script on another site', () => {
  let service: TestService;
  let elsewhere: Server;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [service, elsewhere, browser] = await Promise.all([
      TestService.start({ startups: 12, edge: true }),
      startBlankOrigin(),
      openBrowser(),
    ]);
    page = await browser.newPage();
    await page.goto(elsewhere.url);
  });
  afterAll(async () => {
    await browser.close();
    await elsewhere.close();
    await service.close();
  });

  /** Fetches an address, and returns what the script can read from the answer. @param etag - an ETag to send, if any. */
  async function seen(url: string, etag?: string | null) {
    const headers: HeadersInit = typeof etag === 'string' ? { 'If-None-Match': etag } : {};
    const anew = { cache: 'no-store', headers } as const; // bypasses the browser's cache
    return page.evaluate(
      async (asked) => {
        const answer = await fetch(asked.url, asked.anew);
        const list: unknown = answer.status === 200 ? await answer.json() : undefined;
        return {
          status: answer.status,
          cachedAt: answer.headers.get('X-Cached-At'),
          source: answer.headers.get('X-Data-Source'),
          etag: answer.headers.get('ETag'),
          records: Array.isArray(list) ? list.length : undefined,
        };
      },
      { url, anew },
    );
  }

  test.each(allDirectories)(
    'can read the list of $name and its headers, whether fresh, unchanged or stale',
    async (directory) => {
      const url = service.url + directory.path;
      const fresh = await seen(url);
      expect(fresh).toEqual({
        status: 200,
        cachedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u) as string,
        source: 'database',
        etag: expect.stringMatching(/^W\/"[\da-f]{32}"$/u) as string,
        records: expect.any(Number) as number,
      });

      const unchanged = await seen(url, fresh.etag);
      expect(unchanged).toMatchObject({ status: 304, source: 'database', etag: fresh.etag });
      expect(unchanged.cachedAt).toMatch(/Z$/u);

      service.dataApi.faults.set('down');
      await service.turn('POST', 'edge/later/3600');
      const stale = await seen(url);
      expect(stale).toMatchObject({ status: 200, source: 'last-good', records: fresh.records });
      expect(await seen(url, stale.etag)).toMatchObject({ status: 304, source: 'last-good' });
      service.dataApi.faults.set('up');
      await service.turn('DELETE', 'edge');
    },
  );

  test('can read the status codes of an unknown path, /status.json and /openapi.json', async () => {
    expect((await seen(`${service.url}/v1/nowhere`)).status).toBe(404);
    expect((await seen(`${service.url}/status.json`)).status).toBe(200);
    expect((await seen(`${service.url}/openapi.json`)).status).toBe(200);
  });

  /** Runs an example that creates a list item for each record, and returns the items. */
  async function itemsBy(example: string, { length }: readonly unknown[]) {
    const code = documentedExample(example);
    await page.setContent(code.replaceAll(EXAMPLE_ORIGIN, service.url));
    const items = page.locator('li');
    await items.nth(length - 1).waitFor();
    return items;
  }

  test('can list the startups with the example for the client in the documentation', async () => {
    const startups = recordsOf(await service.get('startups'));

    const items = await itemsBy('Client', startups);

    expect(await items.allTextContents()).toEqual(startups.map(({ name }) => name));
  });

  describe('with the example in the README of the client', () => {
    let website: Server;
    beforeAll(async () => {
      const html = readmeExample('In a page, without a bundler');
      website = await startServer(async () => ({
        statusCode: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: html.replaceAll(EXAMPLE_ORIGIN, service.url),
      }));
    });
    afterAll(async () => website.close());

    test('explains why it has no list, and shows the time of a last-good copy and of a list that the client kept', async () => {
      const context = await browser.newContext(); // with empty storage
      const visitor = await context.newPage();
      const visit = async (hours: number, awaited: string) => {
        await visitor.clock.setFixedTime(Date.now() + hours * 3_600_000);
        await visitor.goto(website.url);
        await visitor.getByText(new RegExp(awaited, 'u')).first().waitFor({ timeout: 8000 });
        const age = await visitor.getByText(/^As of \d/u).count();
        return { records: await visitor.locator('li').count(), age };
      };
      const isGone = async () => visitor.route('**/v1/**', async (route) => route.abort());
      const job = 'Founding Engineer at Tidal Compass';

      await isGone();
      expect(await visit(0, 'could not be reached')).toEqual({ records: 0, age: 0 });
      await visitor.unrouteAll();
      const fresh = await visit(0, job);
      service.dataApi.faults.set('down');
      await service.turn('POST', 'edge/later/3600');
      const stale = await visit(1, job);
      service.dataApi.faults.set('up');
      await isGone();
      const kept = await visit(24, job);

      expect(fresh.records).toBeGreaterThan(2);
      expect([fresh.age, stale, kept]).toEqual([0, { ...fresh, age: 1 }, { ...fresh, age: 1 }]);
      await context.close();
      await service.turn('DELETE', 'edge');
    });
  });
});
