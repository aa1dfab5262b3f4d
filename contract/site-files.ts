/** How the files of the site are served: their headers, and the address that they contain. */

import { ONE_DAY_SECONDS, STATUS_SECONDS } from './http.ts';
import { sitePaths } from './site-paths.ts';

const PAGE_SECONDS = 300;

/** Lifetime of an asset: long, because its name changes with its content. */
export const ASSET_SECONDS = 365 * ONE_DAY_SECONDS;

/** `Cache-Control` of the site's files and of the status. */
export const siteCacheControl = {
  /** For the pages, the description and the client. Everyone gets a new version soon after a deployment. */
  page: `public, max-age=${PAGE_SECONDS}`,
  status: `public, max-age=${STATUS_SECONDS}`,
  assets: `public, max-age=${ASSET_SECONDS}, immutable`,
} as const;

/** Policy of the pages: they run their own script and call their own service. Pictures may come from any HTTPS address. */
export const PAGE_CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Placeholder in the files for the address that serves them. */
export const EXAMPLE_ORIGIN = 'https://directory.example.org';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/svg+xml', // browsers use the type, not the extension
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  tgz: 'application/gzip',
  txt: 'text/plain; charset=utf-8',
};

/**
 * Returns a file and its headers, as they are served.
 *
 * @param name - the file's path, without a leading slash.
 * @param origin - the public address of the service, without a path.
 */
export function siteFile(name: string, file: Uint8Array, origin: string) {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const isAsset = `/${name}`.startsWith(sitePaths.assets);
  // An asset is named after its hash, so its bytes must be the same in every stage.
  const isKept = isAsset || extension === 'tgz';
  const text = new TextDecoder().decode(file).replaceAll(EXAMPLE_ORIGIN, origin);
  return {
    body: isKept ? file : new TextEncoder().encode(text),
    headers: {
      'Content-Type': CONTENT_TYPES[extension] ?? 'application/octet-stream',
      'Cache-Control': isAsset ? siteCacheControl.assets : siteCacheControl.page,
    },
  };
}
