/** How esbuild is called. */

import path from 'node:path';

import { build, type BuildOptions } from 'esbuild';

/** The folder of the repository. */
export const root = path.join(import.meta.dirname, '..');

/** The one file that esbuild makes of an entry. */
export async function bundledText(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    legalComments: 'none',
    logLevel: 'silent',
    outdir: 'in-memory', // named only; nothing is written there
    write: false,
    ...options,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild wrote nothing for ${entry}`);
  return file.text;
}
