/** Writes the generated part of the client's source, builds its package and packs it. Run as `npm run client`. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { format, resolveConfig } from 'prettier';

import { command } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import { CLIENT_LIMIT_BYTES, clientPackage, recordsSource } from './client.ts';
import { root } from './esbuild.ts';

/** The generated part: made from the published schemas. */
const RECORDS_FILE = path.join(root, 'client/src/records.ts');

const help = `Writes the generated part of the client's source, builds its package and packs it
into dist/.

  npm run client [-- --check]

  --check    write nothing, and tell whether the generated files are up to date
  --help     print this and stop

Exit code: 0 packed, or with --check up to date; 1 the bundle is over its limit, or
with --check not up to date; 2 wrong usage.
`;

export const client = command({
  name: 'client',
  help,
  options: { check: { type: 'boolean' } },
  run: async ({ options }) => (options.check ? check() : make()),
});

async function check(): Promise<number> {
  const committed = await readFile(RECORDS_FILE, 'utf8').catch(() => undefined); // it may not exist
  const isUpToDate = committed === (await formattedSource());
  const name = path.relative(root, RECORDS_FILE);
  print(
    isUpToDate
      ? 'The client is up to date.'
      : `${name} is not what the description says today: run npm run client and commit it.`,
  );
  return isUpToDate ? 0 : 1;
}

async function make(): Promise<number> {
  await writeFile(RECORDS_FILE, await formattedSource());
  const { module, tarball, fileName } = await clientPackage();
  const gzipBytes = gzipSync(module, { level: 9 }).length;
  const isWithin = gzipBytes <= CLIENT_LIMIT_BYTES;
  print(
    `The module has ${module.length} bytes, ${gzipBytes} gzipped, ${isWithin ? 'within' : 'OVER'} the limit of ${CLIENT_LIMIT_BYTES}.`,
  );

  await mkdir(path.join(root, 'dist'), { recursive: true });
  await writeFile(path.join(root, 'dist', fileName), tarball);
  print(`Packed dist/${fileName}.`);
  return isWithin ? 0 : 1;
}

async function formattedSource(): Promise<string> {
  return format(recordsSource(), {
    ...(await resolveConfig(RECORDS_FILE)),
    filepath: RECORDS_FILE,
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(import.meta.url, client);
