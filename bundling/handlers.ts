/** Makes the files that run: one ES module for each function, the same for the cloud and for a laptop. */

import path from 'node:path';

import type { Metafile } from 'esbuild';

import { allDirectories } from '../contract/directories.ts';
import { bundleModules, outputOf, root } from './modules.ts';

/** The function's code is this one file in this folder; Lambda's handler setting is `index.handler`. */
export interface Bundle {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** What esbuild put into it. */
  readonly inputs: Metafile['outputs'][string]['inputs'];
}

/** A function for each directory, and the one that says how they are. */
const names: readonly string[] = [...allDirectories.map(({ name }) => name), 'status'];

/** Bundles the handlers into `<into>/<name>/index.mjs`, in one run of esbuild that reads each source once. */
export async function bundleHandlers(into = path.join(root, 'dist')): Promise<readonly Bundle[]> {
  const entries = names.map((name) => [`${name}/index`, `lambda/${name}.ts`] as const);
  const { outputs } = await bundleModules(Object.fromEntries(entries), into);
  return names.map((name) => toBundle(name, into, outputs));
}

function toBundle(name: string, into: string, outputs: Metafile['outputs']): Bundle {
  const folder = path.join(into, name);
  const file = path.join(folder, 'index.mjs');
  const { bytes, inputs } = outputOf(outputs, file);
  return { name, folder, file, bytes, inputs };
}
