/** How esbuild makes what runs in Lambda: one ES module for each entry, with the SDK inside. */

import path from 'node:path';

import { build, type Metafile } from 'esbuild';

/** The folder of the repository. */
export const root = path.join(import.meta.dirname, '..');

/** Takes the source of each entry by its name; the name is where its module goes, without `.mjs`. */
export async function bundleModules(
  entryPoints: Readonly<Record<string, string>>,
  into: string,
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...entryPoints },
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
  return metafile;
}

/** What esbuild says of a file that it wrote. */
export function outputOf(outputs: Metafile['outputs'], file: string): Metafile['outputs'][string] {
  const output = outputs[path.relative(root, file).replaceAll(path.sep, '/')];
  if (output === undefined) throw new Error(`esbuild did not write ${file}`);
  return output;
}
