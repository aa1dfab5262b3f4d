/** A real browser, for tests of what only one can show. */

import { accessSync, constants } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const { CHROMIUM: named = '' } = process.env;
const executable = (named === '' ? USUAL_PLACES : [named]).find(isExecutable);

/** `describe` where a browser is installed; skips aloud where not, and fails in CI, which has to have one. */
export const describeInBrowser: jest.Describe =
  executable === undefined ? describeWithout() : describe;

/** As an ordinary user's: nothing of it is kept. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    // Its sandbox refuses to work for root, who is who one is in a container.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

function describeWithout(): jest.Describe {
  const what = 'Chromium is not installed (apt-get install chromium, or name one in CHROMIUM)';
  if (process.env['CI'] === 'true') throw new Error(what);
  process.stderr.write(`Skipped in a browser: ${what}\n`);
  return describe.skip;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
