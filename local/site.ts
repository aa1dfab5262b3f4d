/** The site, which a bucket holds in the cloud: the pages, their assets and the description. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { errorName } from '../lambda/aws/errors.ts';
import { bundleSite, inventedSite, SITE_FOLDER } from '../site/build.ts';
import { siteSecurityHeaders } from '../contract/edge.ts';
import { corsHeaders, header } from '../contract/http.ts';
import { isSitePath, pageFiles, siteFile } from '../contract/site.ts';
import { type Bundle, bundleFunctions } from '../lib/bundle.ts';
import type { HttpAnswer } from './gateway.ts';

export interface Site {
  /** The answer to a GET of a file, a page's under its own name, or `undefined` where there is none. */
  answer(path: string, ifNoneMatch: string): Promise<HttpAnswer | undefined>;
}

/** Makes what `npm start` runs and serves: the functions' bundles, and the files of a site. */
export async function bundleLocal(into: string): Promise<readonly Bundle[]> {
  const site = bundleSite(path.join(into, SITE_FOLDER), inventedSite);
  const [bundles] = await Promise.all([bundleFunctions(into), site]);
  return bundles;
}

/** `folder` is what `bundleSite` made; `origin` is where clients ask. */
export function siteIn(folder: string, origin: string): Site {
  return {
    async answer(requested, ifNoneMatch) {
      const name = requested.slice(1);
      const isPage = Object.values<string>(pageFiles).includes(name);
      if (!isPage && !isSitePath(requested)) return undefined;
      const file = await fileIn(folder, name);
      if (file === undefined) return undefined;
      const { body, headers } = siteFile(name, file, origin);
      return toAnswer(Buffer.from(body), headers, ifNoneMatch);
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

function toAnswer(body: Buffer, about: object, ifNoneMatch: string): HttpAnswer {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  const headers = { ...about, [header.etag]: etag, ...corsHeaders, ...siteSecurityHeaders };
  return etagMatches(ifNoneMatch, etag)
    ? { status: 304, headers, body: Buffer.alloc(0) }
    : { status: 200, headers, body };
}

/** Weak comparison (RFC 9110, section 13.1.2). */
export function etagMatches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//u, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === opaque);
}
