/** Writes the files that are generated from the contract, the test data and `base.json`. Run as `npm run generate`. */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Command } from 'commander';

import { allDirectories, type Directory } from '../contract/directories.ts';
import { inventedFace } from '../contract/branding.ts';
import { EXAMPLE_ORIGIN, sitePaths } from '../contract/site.ts';
import { checkRecords } from '../lambda/directory/check.ts';
import { root } from '../client/esbuild.ts';
import { type LocalDatabase, onSession, openPglite } from '../local/local-database.ts';
import { initialPictures } from '../site/build.ts';
import { openPreparedDatabase } from '../local/prepared-database.ts';
import { clientTypes } from '../site/openapi/record-fields.ts';
import { CommandError, isMain, newProgram, runCommand } from '../local/command.ts';
import { examplesIn, type Lists, openApiDocument } from '../site/openapi/description.ts';

export const RELEASED_FILE = path.join(root, 'site/openapi/released.txt');

type Options = Readonly<Partial<Record<'check' | 'release', boolean>>>;

/** Creates the command line. @param open - opens an empty database. The command loads the test data into it. */
export function generate(open: () => Promise<LocalDatabase> = openPglite): Command {
  return newProgram('npm run generate --')
    .description(
      'Generates docs/openapi.json, client/src/records.ts and the lists in client/fixtures/.',
    )
    .option('--check', 'write nothing, and fail if a file is not up to date')
    .option('--release', 'also add the promises of this release to site/openapi/released.txt')
    .action(async ({ check = false, release = false }: Options) => {
      const texts = await generatedTexts(open, release);
      for (const [file, text] of texts) {
        if (text === (await readFile(file, 'utf8').catch(() => undefined))) continue; // the file may not exist
        const name = path.relative(root, file);
        const command = `npm run generate${release ? ' -- --release' : ''}`;
        if (check)
          throw new CommandError(`${name} is not up to date. Update it and commit it: ${command}`);
        await writeFile(file, text);
        console.log(`Wrote ${name}.`);
      }
      if (check) console.log('All generated files are up to date.');
    });
}

/** Returns the text of each generated file, keyed by path. */
async function generatedTexts(open: () => Promise<LocalDatabase>, isRelease: boolean) {
  const database = await openPreparedDatabase({ open });
  const listed = allDirectories.map(async (directory) => listIn(database, directory));
  const lists: Lists = new Map(await Promise.all(listed));
  await database.close();
  const server = 'An example address: every deployment has its own.';
  const description = openApiDocument(inventedFace, server, examplesIn(lists));
  return new Map<string, string>([
    ...fixtureTexts(lists),
    [path.join(root, 'docs/openapi.json'), `${JSON.stringify(description, undefined, 2)}\n`],
    [path.join(root, 'client/src/records.ts'), clientTypes()],
    ...(isRelease ? [[RELEASED_FILE, await releasedText(description)] as const] : []),
  ]);
}

/** Returns a directory's name, and the list that the service would publish from this database. */
async function listIn(database: LocalDatabase, directory: Directory) {
  const sql = `SELECT row_to_json(record)::text FROM directory.${directory.name} AS record ORDER BY id`;
  const { rows } = await onSession(database, async (session) => session.query(sql));
  const records = rows.map(([json]) => JSON.parse(json ?? '') as unknown);
  return [directory.name, checkRecords(directory, records).records] as const;
}

/** Returns the fixtures. Each record is on its own line, so that a diff shows which records changed. */
function fixtureTexts(lists: Lists): readonly (readonly [string, string])[] {
  return [...lists].map(([name, list]) => {
    const lines = list.map((record) => withPictures(JSON.stringify(record)));
    const file = path.join(root, `client/fixtures/${name}.json`);
    return [file, `[\n${lines.join(',\n')}\n]\n`];
  });
}

const pictureAddress = new RegExp(`${EXAMPLE_ORIGIN}${sitePaths.assets}([\\w.-]+)`, 'gu');

/** Replaces the address of each picture with the picture itself, because the fixtures are also used without a service. */
function withPictures(text: string): string {
  return text.replaceAll(pictureAddress, (_, file: string) => {
    const picture = initialPictures[file] ?? '';
    return `data:image/svg+xml,${encodeURIComponent(picture.trim())}`;
  });
}

/**
 * Returns the new text of `released.txt`: the promises of all releases, one per line. A promise is a part of the description
 * that clients may rely on. No line is ever removed, because a promise must be kept for as long as `/v1` exists.
 */
async function releasedText(description: unknown): Promise<string> {
  const released = (await readFile(RELEASED_FILE, 'utf8')).trimEnd().split('\n');
  return [...new Set([...released, ...promisesOf(description)]), ''].join('\n');
}

/**
 * Parts of the API description that may change without breaking a client: prose, tags, examples, addresses of servers, and
 * limits on a value.
 */
const FREE = new Set(
  'info servers tags summary description example examples pattern maxLength minimum'.split(' '),
);

/** Returns the promises in a description, for example `components.schemas.Job.properties.title.type: "string"`. */
export function promisesOf(described: unknown, place = ''): readonly string[] {
  if (typeof described !== 'object' || described === null || Array.isArray(described)) {
    return [`${place}: ${JSON.stringify(described)}`];
  }
  return Object.entries(described).flatMap(([name, value]: [string, unknown]) => {
    const at = place === '' ? name : `${place}.${name}`;
    if (FREE.has(name) && !at.endsWith(`properties.${name}`)) return [];
    // Each required field is a separate promise, so that a release can add a required field without breaking an earlier
    // promise.
    const isRequired = name === 'required' && Array.isArray(value);
    return isRequired ? value.flatMap((field) => promisesOf(field, at)) : promisesOf(value, at);
  });
}

if (isMain(import.meta.filename)) void runCommand(generate());
