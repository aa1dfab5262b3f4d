/** A real browser, for what only one can show. */

import { accessSync, constants } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const HOW_TO_GET_CHROMIUM =
  'Chromium is not installed: apt-get install chromium, or name one in CHROMIUM';

/** Absent where none is installed. */
export function chromiumFile(): string | undefined {
  const { CHROMIUM: named = '' } = process.env;
  return (named === '' ? USUAL_PLACES : [named]).find(isExecutable);
}

/** As a new user's, and nothing of it is kept. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumFile();
  if (executablePath === undefined) throw new Error(HOW_TO_GET_CHROMIUM);
  // Its sandbox refuses to work for root, who is who one is in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
