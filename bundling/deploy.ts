/** Makes the files that run while a stage is deployed: one ES module for each step. */

import { cp, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Metafile } from 'esbuild';

import { bundleModules, outputOf, root } from './modules.ts';
import { bundleSite } from './site.ts';

export interface DeployStep {
  readonly name: (typeof names)[number];
  /** The function's code; Lambda's handler setting is `index.handler`. */
  readonly folder: string;
  readonly file: string;
  /** What esbuild put into it. */
  readonly inputs: Metafile['outputs'][string]['inputs'];
}

const names = ['database', 'first-copies', 'site'] as const;

/** Bundles the steps into `<into>/<step>/index.mjs`, and puts beside each what it applies: `db/`, the files of the site. */
export async function bundleDeploySteps(into: string): Promise<readonly DeployStep[]> {
  const entries = names.map((name) => [`${name}/index`, `deploy/${name}.ts`] as const);
  const { outputs } = await bundleModules(Object.fromEntries(entries), into);
  await cp(path.join(root, 'db'), path.join(into, 'database/db'), { recursive: true });
  await rm(path.join(into, 'site/files'), { recursive: true, force: true }); // of before
  await bundleSite(path.join(into, 'site/files'));
  return names.map((name) => {
    const folder = path.join(into, name);
    const file = path.join(folder, 'index.mjs');
    return { name, folder, file, inputs: outputOf(outputs, file).inputs };
  });
}
