/** A real browser, for what only one can show. */

import { type Browser, chromium } from 'playwright-core';

import { fileOf } from './programs.ts';

/** As a new user's, and nothing of it is kept. */
export async function openBrowser(): Promise<Browser> {
  // Its sandbox refuses to work for root, who is who one is in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: fileOf('chromium'), args });
}
