/** Writes the lists that staging serves, invented from end to end, to `client/fixtures/`. Run as `npm run fixtures`. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { command } from '../tools/cli/command.ts';
import { main } from '../tools/cli/main.ts';
import { allDirectories } from '../contract/directories.ts';
import { sitePaths } from '../contract/site.ts';
import { initialPictures } from '../site/build.ts';
import { withScratchService } from '../test/support/service/scratch-service.ts';

const fixturesFolder = path.join(import.meta.dirname, '../client/fixtures');

const help = `Writes the lists that staging serves, invented from end to end, to client/fixtures/.

  npm run fixtures [-- --check]

  --check    write nothing, and tell whether the files are up to date
  --help     print this and stop

Exit code: 0 the files are up to date or were written, 1 they are not, 2 wrong usage.
`;

export const fixtures = command({
  name: 'fixtures',
  help,
  options: { check: { type: 'boolean' } },
  run: async ({ options }) => writeFixtures(options.check),
});

async function writeFixtures(isCheck: boolean): Promise<number> {
  const texts = await servedTexts();
  const changed = [...texts].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );
  for (const [file, text] of isCheck ? [] : changed) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [file] of changed) {
    const name = path.relative('', file);
    if (isCheck)
      console.error(`${name} is not what is served today: run npm run fixtures and commit it.`);
    else console.log(`Wrote ${name}.`);
  }
  if (changed.length === 0) console.log('The fixtures are up to date.');
  return isCheck && changed.length > 0 ? 1 : 0;
}

/** By file. */
async function servedTexts(): Promise<ReadonlyMap<string, string>> {
  return withScratchService(async ({ url }) => {
    const texts = allDirectories.map(async ({ name, path: route }) => {
      const answer = await fetch(`${url}${route}`);
      return [
        path.join(fixturesFolder, `${name}.json`),
        fixtureText(withPictures(await answer.text(), url)),
      ] as const;
    });
    return new Map(await Promise.all(texts));
  });
}

/** With the pictures themselves in place of their addresses, at which nothing is served to who has the fixtures alone. */
function withPictures(list: string, origin: string): string {
  return Object.entries(initialPictures).reduce(
    (text, [file, svg]) =>
      text.replaceAll(
        `${origin}${sitePaths.assets}${file}`,
        `data:image/svg+xml,${encodeURIComponent(svg.trim())}`,
      ),
    list,
  );
}

/** A record a line, so that a change of one shows as one. */
function fixtureText(list: string): string {
  const records: unknown = JSON.parse(list);
  if (!Array.isArray(records)) throw new TypeError('What is served is no list');
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
}

main(import.meta.url, fixtures);
