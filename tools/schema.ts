/** Writes the contract to `docs/v1.schema.json`, or with `--check` tells whether that file is up to date. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { breakingChanges } from './schema/breaking-changes.ts';
import { publishedSchema } from './schema/published-schema.ts';

const NAME = 'docs/v1.schema.json';
const file = fileURLToPath(new URL(`../${NAME}`, import.meta.url));

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const [option, ...more] = args;
  if (more.length > 0 || (option !== undefined && option !== '--check')) {
    console.error('The only option is --check: npm run schema [-- --check]');
    return 2;
  }

  const today = publishedSchema();
  const options = { ...(await resolveConfig(file)), filepath: file };
  const text = await format(JSON.stringify(today, undefined, 2), options);
  const released = existsSync(file) ? readFileSync(file, 'utf8') : undefined;

  if (text === released) {
    console.log(`${NAME} is up to date.`);
    return 0;
  }
  if (option === '--check') {
    console.error(`${NAME} is not what the contract says today: run npm run schema and commit it.`);
    return 1;
  }

  const breaking = released === undefined ? [] : breakingChanges(JSON.parse(released), today);
  if (breaking.length > 0) {
    console.error(`Within /v1 fields are only added; ${NAME} stays as it is:`);
    for (const sentence of breaking) console.error(`  ${sentence}`);
    return 1;
  }
  writeFileSync(file, text);
  console.log(`Wrote ${NAME}.`);
  return 0;
}
