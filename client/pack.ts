/** Builds the client as an npm package and as a module for web pages. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { transformFile } from '@swc/core';
import { createTar } from 'nanotar';
import * as v from 'valibot';

import { allDirectories } from '../contract/directories.ts';
import { bundledText } from './esbuild.ts';

export type ClientPackage = Awaited<ReturnType<typeof clientPackage>>;

const DECLARATIONS = '__swc_isolated_declarations__';

/** The field that the option `emitIsolatedDts` adds to the result of swc. swc's own types do not declare it. */
const WithDeclarations = v.object({
  output: v.pipe(v.string(), v.parseJson(), v.object({ [DECLARATIONS]: v.string() })),
});

const folder = import.meta.dirname;

/**
 * Builds the archive that npm installs, and the minified module that a page imports. With the same version of Node, a build of
 * the same sources always produces the same bytes.
 */
export async function clientPackage() {
  const options = { target: 'es2022', format: 'esm', platform: 'neutral' } as const;
  const files: Record<string, string> = {
    // These two modules are not minified, so that Node can show the line that threw an error.
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

/** Returns a module's type declarations. Their imports end in `.js` instead of `.ts`, because the package contains JavaScript. */
async function declarations(name: string): Promise<string> {
  const transformed = await transformFile(path.join(folder, 'src', name), {
    jsc: { parser: { syntax: 'typescript' }, experimental: { emitIsolatedDts: true } },
  });
  const { output } = v.parse(WithDeclarations, transformed);
  return output[DECLARATIONS].replaceAll(".ts'", ".js'");
}
