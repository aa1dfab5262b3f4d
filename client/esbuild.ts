/** Bundles with esbuild. */

import path from 'node:path';

import { build, type BuildOptions } from 'esbuild';

/** Folder of the repository. */
export const root = path.join(import.meta.dirname, '..');

/** Returns the files that esbuild makes of an entry, that of the entry first. */
export async function bundledFiles(entry: string, options: BuildOptions) {
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
  return outputFiles.map((file) => ({ name: path.basename(file.path), text: file.text }));
}

/** Returns the bundle of an entry as text. */
export async function bundledText(entry: string, options: BuildOptions): Promise<string> {
  const [file] = await bundledFiles(entry, options);
  if (file === undefined) throw new Error(`esbuild wrote nothing for ${entry}`);
  return file.text;
}
