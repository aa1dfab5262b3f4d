import { chromiumFile, HOW_TO_GET_CHROMIUM } from './chromium.ts';

/** `describe` where a browser is installed; skips aloud where not, and fails in CI, which has to have one. */
export const describeInBrowser: jest.Describe =
  chromiumFile() === undefined ? describeWithout() : describe;

function describeWithout(): jest.Describe {
  if (process.env['CI'] === 'true') throw new Error(HOW_TO_GET_CHROMIUM);
  process.stderr.write(`Skipped in a browser: ${HOW_TO_GET_CHROMIUM}\n`);
  return describe.skip;
}
