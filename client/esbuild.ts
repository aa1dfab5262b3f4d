/** Helpers for bundling with esbuild. */

import path from 'node:path';

import { build, type BuildOptions } from 'esbuild';

/** The root folder of the repository. */
export const root = path.join(import.meta.dirname, '..');

/** Returns the files that esbuild creates from an entry point. The first file is the bundle of the entry point itself. */
export async function bundledFiles(entry: string, options: BuildOptions) {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    legalComments: 'none',
    logLevel: 'silent',
    outdir: 'in-memory', // esbuild requires a folder, but does not create it
    write: false,
    ...options,
  });
  return outputFiles.map((file) => ({ name: path.basename(file.path), text: file.text }));
}

/** Returns the bundle of an entry point as text. */
export async function bundledText(entry: string, options: BuildOptions): Promise<string> {
  const [file] = await bundledFiles(entry, options);
  if (file === undefined) throw new Error(`esbuild returned no files for ${entry}`);
  return file.text;
}
