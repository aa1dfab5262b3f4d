/** Makes the files that run: one ES module for each directory, the same for the cloud and for a laptop. */

import path from 'node:path';

import type { Metafile } from 'esbuild';

import { allDirectories, type Directory } from '../contract/directories.ts';
import { bundleModules, outputOf, root } from './modules.ts';

/** The function's code is this one file in this folder; Lambda's handler setting is `index.handler`. */
export interface Bundle {
  readonly directory: Directory;
  readonly folder: string;
  readonly file: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** What esbuild put into it. */
  readonly inputs: Metafile['outputs'][string]['inputs'];
}

/** Bundles the three handlers into `<into>/<directory>/index.mjs`, in one run of esbuild that reads each source once. */
export async function bundleHandlers(into = path.join(root, 'dist')): Promise<readonly Bundle[]> {
  const entries = allDirectories.map(({ name }) => [`${name}/index`, `lambda/${name}.ts`] as const);
  const { outputs } = await bundleModules(Object.fromEntries(entries), into);
  return allDirectories.map((directory) => toBundle(directory, into, outputs));
}

function toBundle(directory: Directory, into: string, outputs: Metafile['outputs']): Bundle {
  const folder = path.join(into, directory.name);
  const file = path.join(folder, 'index.mjs');
  const { bytes, inputs } = outputOf(outputs, file);
  return { directory, folder, file, bytes, inputs };
}
