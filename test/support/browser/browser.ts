/** A real browser, for what only one can show: the page of the service in it, and what went wrong there. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

import { type Server, startServer } from '../../../local/endpoint/server.ts';
import { fileOf } from '../run/programs.ts';

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
  path.join(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'),
  'utf8',
);

/** As a new user's, and nothing of it is kept. */
export async function openBrowser(): Promise<Browser> {
  // Its sandbox refuses to work for root, who is who one is in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: fileOf('chromium'), args });
}

/** A site of somebody else: an empty page on an origin of its own. */
export async function startBlankOrigin(): Promise<Server> {
  return startServer(async () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html lang="en"><title>Somebody else</title></html>',
  }));
}

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

/**
 * What an automated check of accessibility finds (WCAG 2.2 A and AA, and good practice), a sentence each: on the whole page, or
 * at these selectors.
 */
export async function accessibilityFindings(
  page: Page,
  include: readonly string[] = ['html'],
): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify({ include: include.map((selector) => [selector]) })})`,
  )) as AxeResults;
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

/** Words that are on two lines, at this selector; not those that are too long for a line of a phone. */
export async function brokenWords(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const broken = [];
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\p{Script=Latin}+/gu)) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1 && word.length <= 20) broken.push(word);
      }
    }
    return broken;
  })()`);
}
