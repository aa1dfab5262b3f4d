/** The client package: what npm installs, and what a page imports. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { transformFile } from '@swc/core';
import { createTar } from 'nanotar';
import * as v from 'valibot';

import { allDirectories } from '../contract/directories.ts';
import { bundledText } from './esbuild.ts';

export interface ClientPackage {
  /** One file for a page. */
  readonly module: string;
  /** The archive that npm installs, from a file or an address. */
  readonly tarball: Uint8Array;
}

const DECLARATIONS = '__swc_isolated_declarations__';

/** swc adds this to its result for `emitIsolatedDts`; its own types do not have it. */
const WithDeclarations = v.object({
  output: v.pipe(v.string(), v.parseJson(), v.object({ [DECLARATIONS]: v.string() })),
});

const folder = import.meta.dirname;

/** The same bytes wherever it is made, by one version of Node. */
export async function clientPackage(): Promise<ClientPackage> {
  const options = { target: 'es2022', format: 'esm', platform: 'neutral' } as const;
  const files: Record<string, string> = {
    // With its lines, of which Node prints the one that throws; bundlers minify it.
    'dist/index.js': await bundledText('client/src/index.ts', options),
    'dist/node.js': await bundledText('client/src/node.ts', { ...options, platform: 'node' }),
  };
  for (const name of (await readdir(path.join(folder, 'src'))).toSorted()) {
    files[`dist/${name.replace(/ts$/, 'd.ts')}`] = await declarations(name);
  }
  const fixtures = allDirectories.map(({ name }) => `fixtures/${name}.json`);
  for (const name of ['LICENSE', 'README.md', 'package.json', ...fixtures]) {
    files[name] = await readFile(path.join(folder, name), 'utf8');
  }
  const entries = Object.entries(files).map(([name, data]) => ({ name: `package/${name}`, data }));
  const tar = createTar(entries, { attrs: { mode: '644', mtime: 0, uid: 0, gid: 0 } });
  return {
    module: await bundledText('client/src/index.ts', { ...options, minify: true }),
    tarball: gzipSync(tar, { level: 9 }),
  };
}

/** The types of a module, which in the package imports the others as `.js`. */
async function declarations(name: string): Promise<string> {
  const transformed = await transformFile(path.join(folder, 'src', name), {
    jsc: { parser: { syntax: 'typescript' }, experimental: { emitIsolatedDts: true } },
  });
  const { output } = v.parse(WithDeclarations, transformed);
  return output[DECLARATIONS].replaceAll(".ts'", ".js'");
}
