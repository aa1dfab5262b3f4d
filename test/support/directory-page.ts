/** The page of the service in a browser that reaches this machine only. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Resolves when the three lists are there. */
export async function openPage(
  browser: Browser,
  url: string,
  route = '',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  // Logos of the invented startups have invented addresses.
  await context.route(
    (address) => address.origin !== url,
    async (request) => request.abort(),
  );
  const page = await context.newPage();
  await page.goto(`${url}/${route}`);
  return page;
}
