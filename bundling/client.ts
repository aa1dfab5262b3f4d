/** Makes the client's package folder complete: what is built of it, which is not kept in the repository. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { clientDeclarations } from './client/declarations.ts';
import { root } from './modules.ts';

export interface BuiltClient {
  readonly file: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** What it may weigh, as browsers load it. */
export const CLIENT_LIMIT_BYTES = 3072;

/** Writes `index.js` and `index.d.ts` into `dist/` of the package, or of another folder. */
export async function buildClient(into = path.join(root, 'client/dist')): Promise<BuiltClient> {
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const [code, declarations] = await Promise.all([clientCode(), clientDeclarations()]);
  const file = path.join(into, 'index.js');
  await Promise.all([
    writeFile(file, code),
    writeFile(path.join(into, 'index.d.ts'), declarations),
  ]);
  return { file, bytes: code.length, gzipBytes: gzipSync(code, { level: 9 }).length };
}

async function clientCode(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['client/src/index.ts'],
    bundle: true,
    write: false,
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
    minify: true,
    logLevel: 'silent',
  });
  const [module] = outputFiles;
  if (module === undefined) throw new Error('esbuild wrote nothing for the client');
  return module.contents;
}
