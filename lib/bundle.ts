/** Builds the code that AWS and `npm start` run. Both use the same bundles. */

import { execFileSync } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';

import { build } from 'esbuild';

import { clientPackage } from '../client/pack.ts';
import { root } from '../client/esbuild.ts';
import { SITE_FOLDER } from '../contract/site.ts';
import { bundleSite, inventedSite, type StageSite } from '../site/build.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { StageCode } from './service-stack.ts';

/**
 * Modules that export a `handler`, keyed by the path of their bundle without `.mjs`. The first three answer requests. The
 * others run during a deploy.
 */
const entryPoints = {
  'directory/index': 'lambda/directory.ts',
  'status/index': 'lambda/status.ts',
  'feed/index': 'lambda/feed.ts',
  'database/index': 'lambda/deploy/set-up-database.ts',
  'first-copies/index': 'lambda/deploy/first-copies.ts',
  'site/index': 'lambda/deploy/publish-site.ts',
};

/**
 * Writes `<into>/<name>/index.mjs` for each entry point. Each bundle includes the AWS SDK. In Lambda, the handler of a bundle is
 * `index.handler`.
 */
export async function bundleFunctions(into: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: into,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm', // starts a third faster than CommonJS
    mainFields: ['module', 'main'], // tree shaking makes the SDK's ES modules a third smaller than its CommonJS
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
    alias: { '@aws-sdk/credential-provider-node': path.join(root, 'lambda/aws/credentials.ts') },
    logLevel: 'silent',
  });
}

/** Builds what `npm start` needs: the bundles, and the site that shows the test data. */
export async function bundleLocal(into: string): Promise<void> {
  const site = bundleSite(path.join(into, SITE_FOLDER), inventedSite);
  await Promise.all([bundleFunctions(into), site]);
}

/**
 * Builds the code of all stages: the bundles, and the files that the deployment steps use (`db/`, and the files of each stage's
 * site).
 */
export async function bundleStages(
  sites: Readonly<Record<string, StageSite>>,
  into = path.join(root, 'dist'),
): Promise<StageCode> {
  await rm(path.join(into, 'sites'), { recursive: true, force: true }); // removes the sites of stages that no longer exist
  await bundleFunctions(into);
  await cp(path.join(root, 'db'), path.join(into, 'database/db'), { recursive: true });
  const client = clientPackage();
  for (const [stage, site] of Object.entries(sites)) {
    const folder = path.join(into, 'sites', stage);
    await cp(path.join(into, 'site'), folder, { recursive: true });
    await bundleSite(path.join(folder, 'files'), site, client);
  }
  return { folder: into, release: releaseName() };
}

/**
 * Returns the name that `git describe` gives the commit, with `-dirty` if tracked files have changed. Without a repository,
 * returns the package's version.
 */
function releaseName(): string {
  try {
    const describe = ['describe', '--always', '--dirty'];
    return execFileSync('git', describe, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return packageJson.version;
  }
}
