/** Bundles with esbuild. */

import path from 'node:path';

import { build, type BuildOptions } from 'esbuild';

/** Folder of the repository. */
export const root = path.join(import.meta.dirname, '..');

/** Returns the bundle of an entry as text. */
export async function bundledText(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    legalComments: 'none',
    logLevel: 'silent',
    outdir: 'in-memory', // esbuild needs a name, but does not write
    write: false,
    ...options,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild returned no file for ${entry}`);
  return file.text;
}
