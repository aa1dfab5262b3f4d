/** Makes the files that run: one ES module for each directory, the same for the cloud and for a laptop. */

import path from 'node:path';

import { build, type Metafile } from 'esbuild';

import { allDirectories, type Directory } from '../contract/directories.ts';

const root = path.join(import.meta.dirname, '..');

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
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      allDirectories.map(({ name }) => [`${name}/index`, `lambda/${name}.ts`]),
    ),
    outdir: into,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm', // starts a third faster than CommonJS
    mainFields: ['module', 'main'], // the SDK's ES modules shake down to two thirds of its CommonJS
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
    alias: {
      '@aws-sdk/credential-provider-node': path.join(root, 'bundling/environment-credentials.ts'),
    },
    metafile: true,
    logLevel: 'silent',
  });
  return allDirectories.map((directory) => toBundle(directory, into, metafile));
}

function toBundle(directory: Directory, into: string, { outputs }: Metafile): Bundle {
  const folder = path.join(into, directory.name);
  const file = path.join(folder, 'index.mjs');
  const output = outputs[path.relative(root, file).replaceAll(path.sep, '/')];
  if (output === undefined) throw new Error(`esbuild did not write ${file}`);
  return { directory, folder, file, bytes: output.bytes, inputs: output.inputs };
}
