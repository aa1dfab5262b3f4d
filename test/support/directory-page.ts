/** The page of the service in a browser that reaches this machine only, and what went wrong in it. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface DirectoryPage {
  readonly page: Page;
  /** Console errors, which a violation of the Content-Security-Policy is too, and errors that nobody caught. */
  readonly complaints: string[];
  /** Paths that were asked for at the service. */
  readonly asked: string[];
  /** Addresses elsewhere that something other than a picture was asked of. */
  readonly outside: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** Instead of what the service has, by the name of the directory. */
  readonly lists?: Readonly<Record<string, unknown>>;
  /** Whether time passes as the test says. */
  readonly ownClock?: boolean;
}

/** A page that has not come until then will not come; Jest's own limit says less about it. */
const RETRY_FOR_MS = 8000;

const axe = readFileSync(
  path.join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
);

/** At a route of the explorer, such as `#/jobs`. */
export async function openPage(
  browser: Browser,
  url: string,
  route = '',
  options: PageOptions = {},
): Promise<DirectoryPage> {
  const { lists = {}, ownClock = false, ...rest } = options;
  const context = await browser.newContext({ reducedMotion: 'reduce', ...rest });
  const page = await context.newPage();
  page.setDefaultTimeout(RETRY_FOR_MS);
  if (ownClock) await page.clock.install();
  const opened = { page, complaints: [], asked: [], outside: [] };
  await watch(opened, url);
  for (const [name, list] of Object.entries(lists)) {
    await page.route(`${url}/v1/${name}`, async (request) =>
      request.fulfill({ json: list, headers: { 'Cache-Control': 'max-age=3600' } }),
    );
  }
  await page.goto(`${url}/${route}`);
  return opened;
}

async function watch({ page, complaints, asked, outside }: DirectoryPage, url: string) {
  page.on('console', (message) => {
    // Logos of invented startups have invented addresses, and a picture that does not come is no fault.
    const isPicture = message.location().url.startsWith('https://assets.example.com/');
    if (message.type() === 'error' && !isPicture) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === url) asked.push(pathname);
    else if (request.resourceType() !== 'image' && origin !== 'null') outside.push(request.url());
  });
  await page.route(
    (address) => address.origin !== url && address.protocol !== 'data:',
    async (request) => request.abort(),
  );
}

/** What an automated check of accessibility finds (WCAG 2.2 A and AA, and good practice), a sentence each. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(async () =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  );
}

/** Whether something sticks out of the page to its right. */
export async function overflows(page: Page): Promise<boolean> {
  return page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
}
