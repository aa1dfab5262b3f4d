/**
 * `npm run fixtures`: writes the lists that staging serves, invented from end to end, to `client/fixtures/`; with `--check`
 * checks whether those files are up to date.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { allDirectories } from '../contract/directories.ts';
import { withScratchService } from './service.ts';

const fixturesFolder = path.join(import.meta.dirname, '../client/fixtures');

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const [option, ...more] = args;
  if (more.length > 0 || (option !== undefined && option !== '--check')) {
    console.error('The only option is --check: npm run fixtures [-- --check]');
    return 2;
  }
  const texts = await servedTexts();
  const changed = [...texts].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );
  for (const [file, text] of option === '--check' ? [] : changed) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [file] of changed) {
    const name = path.relative('', file);
    if (option === '--check')
      console.error(`${name} is not what is served today: run npm run fixtures and commit it.`);
    else console.log(`Wrote ${name}.`);
  }
  if (changed.length === 0) console.log('The fixtures are up to date.');
  return option === '--check' && changed.length > 0 ? 1 : 0;
}

/** By file. */
async function servedTexts(): Promise<ReadonlyMap<string, string>> {
  return withScratchService(async ({ url }) => {
    const texts = allDirectories.map(async ({ name, path: route }) => {
      const answer = await fetch(`${url}${route}`);
      return [path.join(fixturesFolder, `${name}.json`), fixtureText(await answer.text())] as const;
    });
    return new Map(await Promise.all(texts));
  });
}

/** A record a line, so that a change of one shows as one. */
function fixtureText(list: string): string {
  const records: unknown = JSON.parse(list);
  if (!Array.isArray(records)) throw new TypeError('What is served is no list');
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
}
