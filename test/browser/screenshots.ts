/** The pictures of the pages in the README, taken of the real service with its invented data. Run as `npm run screenshots`. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Browser, BrowserContextOptions } from 'playwright-core';

import type { Service } from '../../local/service.ts';
import { CommandError, newProgram, runCommand } from '../../local/command.ts';
import { openBrowser, openPage } from './browser.ts';
import { withScratchService } from './scratch-service.ts';

interface Picture {
  readonly name: string;
  readonly context: BrowserContextOptions;
  /** Where in the site, as the address says it. */
  readonly route: string;
  /** With the database away. */
  readonly isStale?: boolean;
}

const desktop = { viewport: { width: 1280, height: 900 } };

const pictures: readonly Picture[] = [
  { name: 'desktop', context: desktop, route: '#/startups' },
  { name: 'stale', context: desktop, route: '', isStale: true },
];

const folder = path.join(import.meta.dirname, '../../docs/screenshots');

async function takeAll(): Promise<void> {
  const browser = await openBrowser().catch((error: unknown) => {
    throw new CommandError(`Chromium does not start: ${String(error)}`);
  });
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
  service.dataApi.faults.set(picture.isStale === true ? 'down' : 'up');
  const { page } = await openPage(browser, service.url, picture.route, picture.context);
  const file = path.join(folder, `${picture.name}.png`);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: file });
  await page.context().close();
  console.log(`Wrote ${path.relative('', file)}.`);
}

const program = newProgram('npm run screenshots --')
  .description(
    'Takes the pictures of the pages that the README shows, of the real service with its invented data, and writes them to docs/screenshots/. Needs Chromium.',
  )
  .action(takeAll);

await runCommand(program);
