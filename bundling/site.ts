/** Makes the files of the site: the page with its assets, and the description. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { EXAMPLE_ORIGIN } from '../contract/site-file.ts';
import { sitePaths } from '../contract/site.ts';
import { openApiDocument } from './openapi.ts';
import { bundlePage } from './page.ts';

/** Beside the folders of the functions. */
export const SITE_FOLDER = 'site-files';

/** The address in them is an example, which whoever serves them replaces by its own. */
export async function bundleSite(into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  const document = openApiDocument({
    serverUrl: `${EXAMPLE_ORIGIN}/v1`,
    serverDescription: 'The service that serves this description',
  });
  await Promise.all([
    bundlePage(into),
    writeFile(path.join(into, sitePaths.description), JSON.stringify(document)),
  ]);
}
