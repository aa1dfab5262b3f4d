/** The site, which a bucket holds in the cloud: the pages, their assets and the description. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { siteSecurityHeaders } from '../contract/edge.ts';
import { corsHeaders, header } from '../contract/http.ts';
import { isSitePath, pageFiles, siteFile } from '../contract/site.ts';
import { errorName } from '../lambda/aws/errors.ts';
import { bundleFunctions } from '../lib/bundle.ts';
import { bundleSite, inventedSite, SITE_FOLDER } from '../site/build.ts';
import { etagMatches, type HttpAnswer } from './gateway.ts';

export interface SiteBucket {
  /** The answer to a GET of a file, a page's under its own name, or `undefined` where there is none. */
  answer(path: string, ifNoneMatch: string): Promise<HttpAnswer | undefined>;
}

/** Makes what `npm start` runs and serves: the functions' bundles, and the files of a site. */
export async function bundleLocal(into: string): Promise<void> {
  const site = bundleSite(path.join(into, SITE_FOLDER), inventedSite);
  await Promise.all([bundleFunctions(into), site]);
}

/** @param folder - what `bundleSite` made. @param origin - where clients ask. */
export function siteBucket(folder: string, origin: string): SiteBucket {
  return {
    async answer(requested, ifNoneMatch) {
      const name = requested.slice(1);
      const isPage = Object.values<string>(pageFiles).includes(name);
      if (!isPage && !isSitePath(requested)) return undefined;
      const file = await fileIn(folder, name);
      if (file === undefined) return undefined;
      const { body, headers: own } = siteFile(name, file, origin);
      const bytes = Buffer.from(body);
      const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
      const headers = { ...own, [header.etag]: etag, ...corsHeaders, ...siteSecurityHeaders };
      return etagMatches(ifNoneMatch, etag)
        ? { status: 304, headers, body: Buffer.alloc(0) }
        : { status: 200, headers, body: bytes };
    },
  };
}

/** A name of more than 255 bytes is none that the disk can have. */
const NO_FILE = new Set(['ENOENT', 'ENAMETOOLONG']);

async function fileIn(folder: string, name: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path.join(folder, name));
  } catch (error) {
    if (NO_FILE.has(errorName(error))) return undefined;
    throw error;
  }
}
