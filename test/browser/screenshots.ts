/** Takes the README's screenshots of a local service with invented data. Run as `npm run screenshots`. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Browser } from 'playwright-core';

import type { Service } from '../../local/service.ts';
import { CommandError, newProgram, runCommand } from '../../local/command.ts';
import { openBrowser, openPage } from './browser.ts';
import { withScratchService } from './scratch-service.ts';

const viewport = { width: 1280, height: 900 };

/** The state of the database in each screenshot, keyed by the name of the screenshot. */
const pictures = { desktop: 'up', stale: 'down' } as const;

const folder = path.join(import.meta.dirname, '../../docs/screenshots');

async function takeAll(): Promise<void> {
  const browser = await openBrowser().catch((error: unknown) => {
    throw new CommandError(`Chromium does not start: ${String(error)}`);
  });
  try {
    await mkdir(folder, { recursive: true });
    await withScratchService(async (service) => {
      for (const [name, fault] of Object.entries(pictures)) {
        service.dataApi.faults.set(fault);
        await take(service, browser, name);
      }
    });
  } finally {
    await browser.close();
  }
}

async function take({ url }: Service, browser: Browser, name: string): Promise<void> {
  const { page } = await openPage(browser, url, '', { viewport });
  const file = path.join(folder, `${name}.png`);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: file });
  await page.context().close();
  console.log(`Wrote ${path.relative('', file)}.`);
}

const program = newProgram('npm run screenshots --')
  .description(
    "Takes the README's screenshots of a local service with invented data, and writes them to docs/screenshots/. Needs Chromium.",
  )
  .action(takeAll);

await runCommand(program);
