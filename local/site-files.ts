/** The files of the site, which are in a bucket in the cloud: the pages, their assets and the description. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { siteSecurityHeaders } from '../contract/edge.ts';
import { corsHeaders } from '../contract/http.ts';
import { siteFile } from '../contract/site.ts';
import { bundleFunctions } from '../lib/bundle.ts';
import { bundleSite, inventedSite, SITE_FOLDER } from '../site/build.ts';
import type { HttpAnswer } from './http-server.ts';

/** Answers to GET, by the path of the file. */
export type SiteFiles = ReadonlyMap<string, HttpAnswer>;

/** Builds the functions' bundles and the site's files for `npm start`. */
export async function bundleLocal(into: string): Promise<void> {
  const site = bundleSite(path.join(into, SITE_FOLDER), inventedSite);
  await Promise.all([bundleFunctions(into), site]);
}

/** Reads the files. @param folder - the output of `bundleLocal`. @param origin - the public address of the service. */
export function siteFiles(folder: string, origin: string): SiteFiles {
  const site = path.join(folder, SITE_FOLDER);
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => path.extname(name) !== ''); // the others are folders
  return new Map(
    files.map((file) => {
      const name = file.replaceAll(path.sep, '/');
      const { body, headers: own } = siteFile(name, readFileSync(path.join(site, file)), origin);
      const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
      const headers = { ...own, etag, ...corsHeaders, ...siteSecurityHeaders };
      return [`/${name}`, { statusCode: 200, headers, body }];
    }),
  );
}
