/** Keeps the committed description what the contract says, as long as that breaks no client. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { breakingChanges } from './breaking-changes.ts';
import { publishedDescription } from './published-description.ts';

/** Takes the file and what stands behind `npm run openapi --`; gives the exit code. */
export function keepDescription(file: string, args: readonly string[]): number {
  const [option, ...more] = args;
  if (more.length > 0 || (option !== undefined && option !== '--check')) {
    console.error('The only option is --check: npm run openapi [-- --check]');
    return 2;
  }

  const name = path.relative('', file);
  const today = publishedDescription();
  const text = `${JSON.stringify(today, undefined, 2)}\n`;
  const released = existsSync(file) ? readFileSync(file, 'utf8') : undefined;

  if (text === released) {
    console.log(`${name} is up to date.`);
    return 0;
  }
  if (option === '--check') {
    console.error(
      `${name} is not what the contract says today: run npm run openapi and commit it.`,
    );
    return 1;
  }

  const breaking = released === undefined ? [] : breakingChanges(JSON.parse(released), today);
  if (breaking.length > 0) {
    console.error(`Within /v1 things are only added; ${name} stays as it is:`);
    for (const sentence of breaking) console.error(`  ${sentence}`);
    return 1;
  }
  writeFileSync(file, text);
  console.log(`Wrote ${name}.`);
  return 0;
}
