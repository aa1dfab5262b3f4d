/**
 * Makes the client package: what npm installs, what a page imports, and the part of its source that comes from the contract.
 * Run as `npm run client`.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { createTar } from 'nanotar';
import * as v from 'valibot';

import { command } from '../tools/cli/command.ts';
import { main } from '../tools/cli/main.ts';
import type { Terminal } from '../tools/cli/terminal.ts';
import { allDirectories } from '../contract/directories.ts';
import type { FieldDescription, RecordDescription } from '../site/document-parts.ts';
import { bundledText, root } from '../lib/esbuild.ts';
import { recordDescriptions } from '../tools/openapi/schemas.ts';

/** What its module may weigh, as browsers load it. */
export const CLIENT_LIMIT_BYTES = 3584;

/** The generated part: made from the published schemas. */
const RECORDS_FILE = path.join(root, 'client/src/records.ts');

/** Sources of which the user sees every declaration, so that nothing else may be exported from them. */
const PUBLIC = ['records', 'record-state', 'list', 'storage', 'directory'] as const;

/** One line each in what the compiler writes; without them the files fit into one. */
const IMPORTS = /^import .*\n/gmu;

const source = path.join(root, 'client');

const fixtures = allDirectories.map(({ name }) => `fixtures/${name}.json`);

const Manifest = v.looseObject({ name: v.string(), version: v.string() });

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
  run: async ({ options, terminal }) => (options.check ? check(terminal) : make(terminal)),
});

async function check({ print }: Terminal): Promise<number> {
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

async function make({ print }: Terminal): Promise<number> {
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
  const { format, resolveConfig } = await import('prettier'); // which nobody needs who only wants the package
  return format(recordsSource(), {
    ...(await resolveConfig(RECORDS_FILE)),
    filepath: RECORDS_FILE,
  });
}

export interface ClientPackage {
  /** For a page, in one file. */
  readonly module: string;
  /** What npm installs, from a file or an address. */
  readonly tarball: Uint8Array;
  /** Of the tarball, as npm would call it. */
  readonly fileName: string;
}

/** The same bytes wherever it is made, by one version of Node; but for the variables, by which it names its repository. */
export async function clientPackage(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ClientPackage> {
  const options = { target: 'es2022', format: 'esm', platform: 'neutral' } as const;
  const [module, index, node, declarations, texts] = await Promise.all([
    bundledText('client/src/index.ts', { ...options, minify: true }),
    // With its lines, of which Node prints the one that throws; bundlers minify it.
    bundledText('client/src/index.ts', options),
    bundledText('client/src/node.ts', { ...options, platform: 'node' }),
    clientDeclarations(),
    textsOf(source, ['LICENSE', 'README.md', 'package.json', ...fixtures]),
  ]);
  const manifest = v.parse(Manifest, JSON.parse(texts['package.json'] ?? ''));
  const { name, version } = manifest;
  const files = {
    ...texts,
    'package.json': JSON.stringify({ ...manifest, ...whereabouts(variables) }, undefined, 2),
    'dist/index.js': index,
    'dist/node.js': node,
    ...declarations,
  };
  const entries = Object.entries(files).map(([file, data]) => ({ name: `package/${file}`, data }));
  const tar = createTar(entries, { attrs: { mode: '644', mtime: 0, uid: 0, gid: 0 } });
  return {
    module,
    tarball: gzipSync(tar, { level: 9 }),
    fileName: `${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
  };
}

/** Of the repository: a workflow knows it by GitHub's own variables, and there npm compares it with the provenance. */
function whereabouts({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
}: Readonly<Record<string, string | undefined>>): object {
  if (repository === undefined) return {};
  const url = `${server}/${repository}`;
  return {
    repository: { type: 'git', url: `git+${url}.git`, directory: 'client' },
    homepage: `${url}/tree/HEAD/client#readme`,
    bugs: `${url}/issues`,
  };
}

/** The client's types: those of the module, and those of the entry for Node, which imports them. */
async function clientDeclarations(): Promise<Readonly<Record<string, string>>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'client-types-'));
  try {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const project = path.join(source, 'tsconfig.json');
    await promisify(execFile)(process.execPath, [tsc, '--project', project, '--outDir', folder]);
    const names = [...PUBLIC, 'node'].map((name) => `${name}.d.ts`);
    const { 'node.d.ts': node = '', ...texts } = await textsOf(folder, names);
    return {
      'dist/index.d.ts': Object.values(texts).join('\n').replaceAll(IMPORTS, ''),
      'dist/node.d.ts': node.replace('./storage.ts', './index.js'),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function textsOf(folder: string, names: readonly string[]): Promise<Record<string, string>> {
  const texts = names.map(
    async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

/** The text of `records.ts`, not yet formatted: types of the records, and the table by which the client checks them. */
export function recordsSource(
  records: readonly RecordDescription[] = recordDescriptions(),
): string {
  const names = new Set(records.map(({ name }) => name));
  const shapes = Object.fromEntries(
    records.map(({ name, fields }) => [
      name,
      Object.fromEntries(fields.map((field) => [field.name, expectation(field)])),
    ]),
  );
  return [
    '/** The records as the service documents them. Made by `npm run client`. */',
    ...records.map((record) => recordType(record, names)),
    `/**
      * What is expected of each field of each record, as \`check-records.ts\` reads it and a problem shows it.
      * @internal
      */
     export const shapes = ${JSON.stringify(shapes)} as const;`,
  ].join('\n\n');
}

function recordType({ name, description, fields }: RecordDescription, names: ReadonlySet<string>) {
  const lines = fields.map(
    (field) => `${comment(field.description)}readonly ${field.name}: ${typeOf(field, names)};`,
  );
  return `${comment(description)}export interface ${name} {\n${lines.join('\n')}\n}`;
}

function comment(text: string): string {
  return text === '' ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function typeOf(
  { kind, isArray, isNullable }: FieldDescription,
  names: ReadonlySet<string>,
): string {
  const one = names.has(kind) ? kind : kind.replace('integer', 'number');
  return `${isArray ? `readonly ${one}[]` : one}${isNullable ? ' | null' : ''}`;
}

function expectation({ kind, isArray, isNullable }: FieldDescription): string {
  return `${isArray ? 'array of ' : ''}${kind}${isNullable ? ' or null' : ''}`;
}

main(import.meta.url, client);
