/** Opens the service's pages in a real browser, and records errors and requests. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { type Server, startServer } from '../../local/http-server.ts';
import { fileOf } from '../support/programs.ts';

export interface DirectoryPage {
  readonly page: Page;
  /** Uncaught errors, and console errors (which include violations of the Content-Security-Policy). */
  readonly complaints: string[];
  /** Paths of requests to the service that failed, or whose response has a status of 400 or more. */
  readonly failed: string[];
  /** Paths that the page requested from the service. */
  readonly asked: string[];
  /** Addresses on other origins that the page requested, except pictures. */
  readonly outside: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** Lists that the page gets instead of the lists of the service, keyed by directory name. */
  readonly lists?: Readonly<Record<string, unknown>>;
  /** Whether the test controls the page's clock. */
  readonly ownClock?: boolean;
}

/**
 * Playwright's timeout. It is shorter than Jest's timeout, so that a test fails with Playwright's message, which says what the
 * test was waiting for.
 */
const RETRY_FOR_MS = 8000;

/** The picture that replaces every picture from another origin. */
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

const axe = readFileSync(
  path.join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
);

/** Starts a browser with an empty profile, which is deleted when the browser closes. */
export async function openBrowser(): Promise<Browser> {
  // Chromium's sandbox does not work for root, which is the usual user in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: fileOf('chromium'), args });
}

/** Starts another website: an empty page on its own origin. */
export async function startBlankOrigin(): Promise<Server> {
  return startServer(async () => ({
    statusCode: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html lang="en"><title>Somebody else</title></html>',
  }));
}

/** Opens a page of the service. @param route - a path or a route of the explorer, such as `docs` or `#/jobs`. */
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
  const opened = { page, complaints: [], failed: [], asked: [], outside: [] };
  await watch(opened, url);
  for (const [name, list] of Object.entries(lists)) {
    await page.route(`${url}/v1/${name}`, async (request) =>
      request.fulfill({ json: list, headers: { 'Cache-Control': 'max-age=3600' } }),
    );
  }
  await page.goto(`${url}/${route}`);
  return opened;
}

async function watch({ page, complaints, failed, asked, outside }: DirectoryPage, url: string) {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(new URL(response.url()).pathname);
  });
  page.on('requestfailed', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === url) failed.push(pathname);
  });
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === url) asked.push(pathname);
    else if (request.resourceType() !== 'image' && origin !== 'null') outside.push(request.url());
  });
  await page.route(
    (address) => address.origin !== url && address.protocol !== 'data:',
    async (request) =>
      request.request().resourceType() === 'image'
        ? request.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
        : request.abort(),
  );
}

/**
 * Checks the page with axe's default rules and the rule for the size of targets. Returns a sentence for each finding.
 *
 * @param include - selectors of the parts to check. Default: the whole page.
 */
export async function accessibilityFindings(
  page: Page,
  include: readonly string[] = ['html'],
): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({ include: include.map((selector) => [selector]) })}, { rules: { 'target-size': { enabled: true } } })`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  );
}

/**
 * Returns the words that are broken across two lines, and the class names of elements that scroll sideways. Ignores code
 * examples, and words of more than 20 characters.
 */
export async function brokenText(page: Page): Promise<readonly string[]> {
  return page.evaluate(BROKEN_TEXT);
}

const BROKEN_TEXT = `(() => {
  const part = document.body;
  const found = [];
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest('pre')) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\\p{Script=Latin}\\d]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1 && word.length <= 20) found.push(word);
    }
  }
  for (const element of part.querySelectorAll(':not(pre)')) {
    const isScrolled = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    if (isScrolled && element.scrollWidth > element.clientWidth) found.push(element.className);
  }
  return found;
})()`;

/** Tells whether the page is wider than the screen. */
export async function overflows(page: Page): Promise<boolean> {
  return page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
}
