/** Writes the generated part of the client's source, builds its package and packs it. Run as `npm run client`. */

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { command } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import { buildClient, CLIENT_LIMIT_BYTES } from './client.ts';
import { clientSources } from './client/sources.ts';
import { root } from './modules.ts';

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
  const sources = await clientSources();
  const texts = await Promise.all(sources.map(async ({ name }) => textOf(name)));
  const old = sources.filter(({ text }, index) => text !== texts[index]);
  for (const { name } of old) {
    say(`${name} is not what the description says today: run npm run client and commit it.`);
  }
  if (old.length === 0) say('The client is up to date.');
  return old.length === 0 ? 0 : 1;
}

async function make(): Promise<number> {
  for (const { name, text } of await clientSources()) await writeFile(path.join(root, name), text);
  const { file, bytes, gzipBytes } = await buildClient();
  const verdict = gzipBytes <= CLIENT_LIMIT_BYTES ? 'within' : 'OVER';
  const sizes = `${bytes} bytes, ${gzipBytes} gzipped`;
  say(`${path.relative(root, file)}: ${sizes}, ${verdict} the limit of ${CLIENT_LIMIT_BYTES}`);

  await mkdir(path.join(root, 'dist'), { recursive: true });
  const packing = ['pack', './client', '--pack-destination', 'dist', '--silent'];
  const tarball = execFileSync('npm', packing, { cwd: root, encoding: 'utf8' }).trim();
  say(`Packed dist/${tarball}.`);
  return gzipBytes <= CLIENT_LIMIT_BYTES ? 0 : 1;
}

/** None of a file that does not exist. */
async function textOf(name: string): Promise<string | undefined> {
  return readFile(path.join(root, name), 'utf8').catch(() => undefined);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main(import.meta.url, client);
