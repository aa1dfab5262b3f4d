/** Makes everything that `npm start` runs. */

import path from 'node:path';

import { type Bundle, bundleHandlers } from './handlers.ts';
import { bundleSite, SITE_FOLDER } from './site.ts';

/** The functions in a folder each, and the site in another. */
export async function bundleLocal(into: string): Promise<readonly Bundle[]> {
  const [bundles] = await Promise.all([
    bundleHandlers(into),
    bundleSite(path.join(into, SITE_FOLDER)),
  ]);
  return bundles;
}
