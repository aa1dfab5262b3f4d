/** Makes everything that runs in a stage. */

import path from 'node:path';

import type { DirectoryName } from '../contract/directories.ts';
import { bundleDeploySteps } from './deploy.ts';
import { edgeFunctionCode } from './edge.ts';
import { bundleHandlers } from './handlers.ts';
import { root } from './modules.ts';

/** The functions of the directories are the very bundles that `npm start` runs. */
export async function bundleStage(into = path.join(root, 'dist')) {
  await Promise.all([bundleHandlers(into), bundleDeploySteps(into)]);
  const folder = (name: string): string => path.join(into, name);
  return {
    directories: {
      startups: folder('startups'),
      founders: folder('founders'),
      jobs: folder('jobs'),
    } satisfies Record<DirectoryName, string>,
    status: folder('status'),
    databaseSetUp: folder('database'),
    firstCopies: folder('first-copies'),
    site: folder('site'),
    viewerRequest: edgeFunctionCode('viewer-request'),
    viewerResponse: edgeFunctionCode('viewer-response'),
  };
}
