/** What the package holds: its files, its module and what that weighs. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { parseTar } from 'nanotar';

import { type ClientPackage, clientPackage } from '../../client/pack.ts';
import { root } from '../../lib/esbuild.ts';
import { SITE_FOLDER } from '../../site/build.ts';
import { examples } from '../../site/documentation/examples.ts';
import { FUNCTIONS, RUN_FOLDER_VARIABLE } from '../support/run/global-setup.ts';

const EXPORTS = [
  'DirectoryError',
  'browserStorage',
  'directory',
  'isActive',
  'isAlumnus',
  'isOpen',
];

let made: ClientPackage;
let files: Readonly<Record<string, string>>;
beforeAll(async () => {
  made = await clientPackage();
  files = filesIn(made);
});

it('holds what is needed, under the licence of the repository, and needs nothing else', () => {
  expect(Object.keys(files).toSorted()).toStrictEqual(
    [
      'LICENSE',
      'README.md',
      'dist/index.js',
      'dist/node.js',
      ...readdirSync(path.join(root, 'client/src')).map(
        (name) => `dist/${name.replace(/ts$/u, 'd.ts')}`,
      ),
      'fixtures/founders.json',
      'fixtures/jobs.json',
      'fixtures/startups.json',
      'package.json',
    ]
      .map((name) => `package/${name}`)
      .toSorted(),
  );
  expect(files['package/LICENSE']).toBe(readFileSync(path.join(root, 'LICENSE'), 'utf8'));
  expect(files['package/package.json']).not.toMatch(/dependencies|scripts/iu);
});

it('is one module that loads nothing and has nothing of Node', () => {
  const { 'package/dist/index.js': code = '' } = files;

  expect(code).not.toMatch(/\b(?:import|require|process|Buffer|node:)\b/u);
  expect(exportsOf(code)).toEqual(EXPORTS);
});

it('weighs at most 3.5 KB, as a page loads it', () => {
  expect(gzipSync(made.module, { level: 9 }).length).toBeLessThanOrEqual(3584);
  expect(exportsOf(made.module)).toEqual(EXPORTS);
});

it('is the same bytes each time', () => {
  const site = path.join(process.env[RUN_FOLDER_VARIABLE] ?? '', FUNCTIONS, SITE_FOLDER);
  expect(readFileSync(path.join(site, 'client.tgz')).equals(made.tarball)).toBe(true);
});

it('has the name that the example of the documentation imports', () => {
  const { code } = examples.find(({ name }) => name === 'Client, installed') ?? {};

  expect(manifestIn(files)).toHaveProperty('name', /from '([^']+)'/u.exec(code ?? '')?.[1]);
});

function filesIn({ tarball }: ClientPackage): Readonly<Record<string, string>> {
  return Object.fromEntries(parseTar(gunzipSync(tarball)).map(({ name, text }) => [name, text]));
}

function manifestIn({
  'package/package.json': text = '',
}: Readonly<Record<string, string>>): unknown {
  return JSON.parse(text);
}

function exportsOf(code: string): readonly string[] {
  const [, names = ''] = /export ?\{([^}]*)\};?\s*$/u.exec(code) ?? [];
  return names.split(',').map((name) => name.trim().replace(/^.* as /u, ''));
}
