/** What a script of another site can see of the lists, in a real browser, with the edge in front and without it. */

import type { Browser, Page } from 'playwright-core';

import { allDirectories } from '../../contract/directories.ts';
import type { Server } from '../../local/endpoint/server.ts';
import { openBrowser, startBlankOrigin } from '../support/browser/browser.ts';
import { describeWith } from '../support/run/programs.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

interface Seen {
  readonly status: number;
  readonly cachedAt: string | null;
  readonly source: string | null;
  readonly etag: string | null;
  readonly records: number | undefined;
}

const describeInBrowser = describeWith('chromium');

describeInBrowser.each([true, false])('a script of another site, with an edge: %s', (edge) => {
  let service: TestService;
  let elsewhere: Server;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [service, elsewhere, browser] = await Promise.all([
      TestService.start({ startups: 12, edge }),
      startBlankOrigin(),
      openBrowser(),
    ]);
    page = await browser.newPage();
    await page.goto(elsewhere.url);
  }, START_LIMIT_MS);
  afterAll(async () => {
    await browser.close();
    await elsewhere.close();
    await service.close();
  });

  /** As a script sees it that asks anew, with or without a previous ETag. */
  async function seen(path: string, etag?: string): Promise<Seen> {
    return page.evaluate(
      async ({ url, known }) => {
        const headers: Record<string, string> =
          known === undefined ? {} : { 'If-None-Match': known };
        const anew = { cache: 'no-store', headers }; // past the browser's own cache
        const answer = await fetch(url, anew);
        const list: unknown = answer.status === 200 ? await answer.json() : undefined;
        return {
          status: answer.status,
          cachedAt: answer.headers.get('X-Cached-At'),
          source: answer.headers.get('X-Data-Source'),
          etag: answer.headers.get('ETag'),
          records: Array.isArray(list) ? list.length : undefined,
        };
      },
      { url: `${service.url}${path}`, known: etag },
    );
  }

  test.each(allDirectories)(
    'reads $name and its headers: fresh, on a 304 and stale',
    async ({ path }) => {
      const fresh = await seen(path);
      expect(fresh).toEqual({
        status: 200,
        cachedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u) as string,
        source: 'database',
        etag: expect.stringMatching(/^W\/"[\da-f]{32}"$/u) as string,
        records: expect.any(Number) as number,
      });

      const unchanged = await seen(path, fresh.etag ?? '');
      expect(unchanged).toMatchObject({ status: 304, source: 'database', etag: fresh.etag });
      expect(unchanged.cachedAt).toMatch(/Z$/u);

      await service.dataApi.faults.set('down');
      if (edge) await service.turn('POST', 'edge/later/3600');
      const stale = await seen(path);
      expect(stale).toMatchObject({ status: 200, source: 'last-good', records: fresh.records });
      expect(await seen(path, stale.etag ?? '')).toMatchObject({
        status: 304,
        source: 'last-good',
      });
      await service.dataApi.faults.set('up');
      if (edge) await service.turn('DELETE', 'edge');
    },
  );

  test('reads an error too', async () => {
    expect(await seen('/v1/nowhere')).toMatchObject({ status: 404 });
  });

  test('reads the status and the description', async () => {
    expect((await seen('/status.json')).status).toBe(200);
    expect((await seen('/openapi.json')).status).toBe(200);
  });
});
