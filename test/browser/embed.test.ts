/** Tests the embed on another website in a real browser, with the whole service and its test data. */

import type { Browser, Page } from 'playwright-core';

import type { Startup } from '../../contract/records.ts';
import { type Server, startServer } from '../../local/http-server.ts';
import { recordsOf } from '../support/ask.ts';
import { describeInCi } from '../support/programs.ts';
import { TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { accessibilityFindings, openBrowser, overflows } from './browser.ts';

/** A website's style sheet that changes or hides all elements. */
const HOSTILE = `* { all: unset } div { display: none !important } html { font-size: 62.5% }
  head, script, style, title { display: none } p, main { display: block }`;

/** Script that returns the number of columns of each list, or 'overlap' if two cards overlap. */
const COLUMNS = `[...document.querySelectorAll('public-directory')].map(({ shadowRoot }) => {
  const cards = [...shadowRoot.querySelectorAll('li:has(.name)')].map((card) => card.getBoundingClientRect());
  const isOverlap = cards.some((one, at) => cards.slice(at + 1).some((other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
  return isOverlap ? 'overlap' : new Set(cards.map(({ left }) => Math.round(left))).size;
})`;

describeInCi('the embed in a browser', 'chromium')('the embed', () => {
  let service: TestService;
  let website: Server;
  let browser: Browser;
  let page: Page;
  /** HTML and style sheet of the website's page. */
  let content = '';
  let css = '';
  const warnings: string[] = [];

  beforeAll(async () => {
    [service, browser] = await Promise.all([TestService.start({ startups: 30 }), openBrowser()]);
    website = await startServer(async () => ({
      statusCode: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${service.url}; connect-src ${service.url}; img-src ${service.url}; style-src 'unsafe-inline'`,
      },
      body: `<!doctype html><html lang="en"><title>Website</title><style>${css}</style>
        <main><h1>Website</h1><script type="module" src="${service.url}/embed.js"></script>${content}</main></html>`,
    }));
  });
  afterAll(async () => {
    await browser.close();
    await website.close();
    await service.close();
  });

  beforeEach(async () => {
    css = '';
    warnings.length = 0;
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('console', (message) => warnings.push(message.text()));
  });
  afterEach(async () => page.close());

  const open = async (html: string, style = '') => {
    [content, css] = [html, style];
    await page.goto(website.url);
  };
  /** Returns the names on the cards of each embed. */
  const names = async () =>
    Promise.all(
      (await page.locator('public-directory').all()).map(async (element) => {
        await element.locator('.name').first().waitFor();
        return element.locator('.name').allTextContents();
      }),
    );

  /**
   * Expects the three lists to have the right number of columns at three widths, in both colour schemes, without overlapping
   * cards.
   */
  const expectLayout = async () => {
    for (const [width, columns] of Object.entries({ 280: 1, 768: 2, 1280: 4 })) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await overflows(page)).toBe(false);
        expect(await page.evaluate(COLUMNS)).toEqual([columns, columns, 1]);
      }
    }
  };

  test('keeps its cards and its layout if the style sheet of the website changes or hides all elements', async () => {
    const html = ['startups', 'founders', 'jobs'].map(
      (list) => `<public-directory list="${list}" limit="5" controls></public-directory>`,
    );
    const body =
      'body { margin: 0; font: 18px/1.4 Georgia; color: light-dark(#333, #ddd); color-scheme: light dark }';
    await open(html.join(''), body);
    const plain = await names();
    expect(plain.map(({ length }) => length)).toEqual([5, 5, 5]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await expectLayout();

    await open(`<p dir="rtl">${html.join('')}</p>`, `${HOSTILE} ${body}`);
    expect(await names()).toEqual(plain);
    await expectLayout();
    const name = page.locator('.name').first();
    expect(await name.evaluate((element) => getComputedStyle(element).fontSize)).toBe('18px');
  });

  test('uses the values of its attributes, and updates if an attribute changes', async () => {
    await open(
      `<div lang="de"><public-directory list="jobs" limit="2" link="https://site.example/{startup_slug}/{id}"
        label-apply="Bewerben" label-jobs-one="{count} Stelle" label-jobs-other="{count} Stellen" controls></public-directory></div>`,
    );
    await names();
    await page.getByText('Bewerben').first().waitFor();
    await page.getByText(/^\d+ Stellen$/u).waitFor();
    expect(await page.locator('.when').first().textContent()).toMatch(/^vor /u);
    expect(await page.locator('.name a').first().getAttribute('href')).toMatch(
      /^https:\/\/site\.example\/[\w-]*\/[\da-f-]{36}$/u,
    );

    await page.getByRole('button', { name: 'Show more' }).click();
    const focused = `document.querySelector('[list]').shadowRoot.activeElement.textContent`;
    expect(await page.evaluate(focused)).toBe(await page.locator('.name').nth(2).textContent());

    await page.evaluate(`document.querySelector('[list]').setAttribute('list', 'startups')`);
    await page.locator('.grid').waitFor();
    expect(warnings).toEqual([]);
  });

  test('warns about unknown values, ignores an unknown status, and finds no startups in an unknown industry', async () => {
    await open(`<public-directory list="people" industry="Alchemy"></public-directory>`);
    await page.getByText('Nothing matches your search.').waitFor();
    await until(() => warnings.length > 1);
    expect(warnings.join('\n')).toMatch(/people" is .*: startups, .*\n.*Alchemy" is unknown/u);
    await open('<public-directory status="zombie" open-jobs></public-directory>');
    await names();
    await until(() => warnings.length > 2);
    expect(warnings[2]).toMatch(/status="zombie" is unknown\. Use one of these: active, alumni/u);
  });

  test('shows its fallback content until the list arrives, and keeps showing the list during an outage', async () => {
    await page.clock.install();
    const isGone = async () => page.route('**/v1/**', async (route) => route.abort());
    const html = `<public-directory list="startups" limit="3"><a href="/all">All startups</a></public-directory>`;
    await isGone();
    await open(html);
    await page.getByText('All startups').waitFor();
    expect(await page.locator('.name').count()).toBe(0);

    await page.unrouteAll();
    await open(html);
    const [fresh] = await names();
    await isGone();
    await page.reload();
    expect(await names()).toEqual([fresh]);
    const notice = page.getByText('This list cannot be updated at the moment.');
    await page.clock.fastForward('01:01:00');
    await notice.waitFor();
    await page.unrouteAll();
    await page.clock.fastForward('01:01');
    await notice.waitFor({ state: 'detached' });
    expect(await names()).toEqual([fresh]);
  });

  test('requests each list only once for several elements, and stores no list with storage="none"', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const element = '<public-directory list="founders" storage="none"></public-directory>';
    const script = `<script type="module" src="${service.url}/embed.js?again"></script>`;
    await open(element + element + script);
    await names();
    const paths = asked.filter((path) => path.startsWith('/v1/')).toSorted();
    expect(paths).toEqual(['/v1/founders', '/v1/startups']);
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  test.each([
    '',
    '?industry=Energy',
    '?status=active&status=alumni',
    '?q=energy',
    '?sort=newest&open_jobs=has_open_jobs',
  ])("copied from #/startups%s shows that page's first startups in order", async (query) => {
    await page.goto(`${service.url}/#/startups${query}`);
    await page.getByRole('button', { name: 'Embed this list' }).click();
    const lines = page.getByLabel('HTML to paste');
    const cards = page.locator('.page .name');
    const shown = (await cards.allTextContents()).slice(0, 6);
    const preview = page.locator('dialog public-directory .name');
    await until(async () => (await preview.count()) === shown.length);

    await open(await lines.inputValue());
    expect(await names()).toEqual([shown]);
    expect(shown.length).toBeGreaterThan(0);
  });

  test('links a startup to its website, or to its page in the explorer if it has no website', async () => {
    const startups = recordsOf(await service.get('startups')) as readonly Startup[];
    await open('<public-directory list="startups"></public-directory>');
    await names();
    for (const { name, slug, website_url: own } of startups) {
      const address = own ?? `${service.url}/#/startups/${slug}`;
      const links = page.locator(`a[href="${address}"]`, { hasText: name });
      expect(await links.count()).toBeGreaterThan(0);
    }
  });
});
