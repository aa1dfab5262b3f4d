/** Makes everything that runs: the same bundles for AWS and for one machine. */

import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { build, type Metafile, type Plugin } from 'esbuild';

import { clientPackage } from './client.ts';
import { edgeFunctionCode } from './edge.ts';
import { root } from './esbuild.ts';
import { releaseName } from './release.ts';
import { bundleSite, inventedSite, SITE_FOLDER, type StageSite } from './site.ts';

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

/** One for the functions of the directories, one for the status, one for the feeds. */
const handlers: readonly string[] = ['directory', 'status', 'feed'];

/** What runs while a stage is deployed. */
const deploySteps = ['database', 'first-copies', 'site'];

/** What stages consist of: folders of functions, texts of those at the edge, and which release they are. The site differs by the stage's name. */
export async function bundleStages(
  sites: Readonly<Record<string, StageSite>>,
  into = path.join(root, 'dist'),
) {
  await Promise.all([bundleHandlers(into), bundleDeploySteps(into, sites)]);
  const folder = (name: string): string => path.join(into, name);
  return {
    directory: folder('directory'),
    status: folder('status'),
    feed: folder('feed'),
    databaseSetUp: folder('database'),
    firstCopies: folder('first-copies'),
    site: (stage: string) => siteStep(into, stage),
    viewerRequest: edgeFunctionCode('viewer-request'),
    viewerResponse: edgeFunctionCode('viewer-response'),
    release: releaseName(),
  };
}

/** What `npm start` runs: each function in a folder of its own, and the site in another. */
export async function bundleLocal(into: string): Promise<readonly Bundle[]> {
  const [bundles] = await Promise.all([
    bundleHandlers(into),
    bundleSite(path.join(into, SITE_FOLDER), inventedSite),
  ]);
  return bundles;
}

/** Bundles the handlers into `<into>/<name>/index.mjs`. */
export async function bundleHandlers(into = path.join(root, 'dist')): Promise<readonly Bundle[]> {
  return bundled('lambda', handlers, into);
}

/** Bundles the steps likewise, and puts beside each what it applies: `db/`, and in a folder for each stage the files of its site. */
export async function bundleDeploySteps(
  into: string,
  sites: Readonly<Record<string, StageSite>>,
): Promise<readonly Bundle[]> {
  await rm(path.join(into, 'sites'), { recursive: true, force: true }); // of an earlier build
  const bundles = await bundled('lambda/deploy', deploySteps, into);
  await cp(path.join(root, 'db'), path.join(into, 'database/db'), { recursive: true });
  const client = clientPackage();
  for (const [stage, site] of Object.entries(sites)) {
    const folder = siteStep(into, stage);
    await cp(path.join(into, 'site'), folder, { recursive: true });
    await bundleSite(path.join(folder, 'files'), site, client);
  }
  return bundles;
}

function siteStep(into: string, stage: string): string {
  return path.join(into, 'sites', stage);
}

/** One ES module for each, with the SDK inside, in one run of esbuild that reads each source once. */
async function bundled(
  sourceFolder: string,
  names: readonly string[],
  into: string,
): Promise<readonly Bundle[]> {
  const entries = names.map((name) => [`${name}/index`, `${sourceFolder}/${name}.ts`] as const);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries),
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
    plugins: [literalKeys],
    metafile: true,
    logLevel: 'silent',
  });
  return names.map((name) => {
    const folder = path.join(into, name);
    const file = path.join(folder, 'index.mjs');
    const output = metafile.outputs[path.relative(root, file).replaceAll(path.sep, '/')];
    if (output === undefined) throw new Error(`esbuild did not write ${file}`);
    return { name, folder, file, bytes: output.bytes, inputs: output.inputs };
  });
}

/**
 * The SDK computes the keys of its schemas (`{ [_h]: … }`, with `const _h = "http"`), which to esbuild may have effects.
 * With the keys themselves it leaves out the operations that nobody calls: a seventh of a bundle.
 */
const literalKeys: Plugin = {
  name: 'literal-keys',
  setup(made) {
    made.onLoad(
      { filter: /@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/\w+\.js$/ },
      async ({ path: file }) => {
        const text = await readFile(file, 'utf8');
        const texts = new Map(
          Array.from(text.matchAll(/^const (\w+) = ("[^"]*");$/gmu), ([, name, value]) => [
            name,
            value,
          ]),
        );
        const contents = text.replaceAll(
          /\[(\w+)\]:/gu,
          (key, name: string) => `${texts.get(name) ?? key}:`,
        );
        return { contents, loader: 'js' };
      },
    );
  },
};
