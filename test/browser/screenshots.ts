/** `npm run screenshots`: the pictures of the page in the README, taken of the real service with its invented data. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Browser, BrowserContextOptions } from 'playwright-core';

import { withScratchService } from '../../local/scratch-service.ts';
import type { Service } from '../../local/service.ts';
import { openBrowser, openPage } from '../support/browser/browser.ts';

interface Picture {
  readonly name: string;
  readonly context: BrowserContextOptions;
  /** Where in the page, as the address says it. */
  readonly route: string;
  /** With the database away. */
  readonly isStale?: boolean;
}

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

const pictures: readonly Picture[] = [
  { name: 'desktop', context: desktop, route: '#/startups' },
  { name: 'phone', context: phone, route: '#/startups' },
  { name: 'dark', context: { ...desktop, colorScheme: 'dark' }, route: '#/jobs' },
  { name: 'stale', context: desktop, route: '', isStale: true },
];

const folder = path.join(import.meta.dirname, '../../docs/screenshots');
try {
  await takeAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function takeAll(): Promise<void> {
  const browser = await openBrowser();
  try {
    await mkdir(folder, { recursive: true });
    await withScratchService(async (service) => {
      for (const picture of pictures) await take(service, browser, picture);
    });
  } finally {
    await browser.close();
  }
}

async function take(service: Service, browser: Browser, picture: Picture): Promise<void> {
  await service.dataApi.faults.set(picture.isStale === true ? 'down' : 'up');
  const { page } = await openPage(browser, service.url, picture.route, picture.context);
  const file = path.join(folder, `${picture.name}.png`);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: file });
  await page.context().close();
  console.log(`Wrote ${path.relative('', file)}.`);
}
