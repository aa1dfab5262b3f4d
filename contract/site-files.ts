/** How files of the site are served: their headers, and the address that they contain. */

import { ONE_DAY_SECONDS, STATUS_SECONDS } from './http.ts';
import { sitePaths } from './site-paths.ts';

const PAGE_SECONDS = 300;

/** How long an asset lives, which is named after its content. */
export const ASSET_SECONDS = 365 * ONE_DAY_SECONDS;

/** `Cache-Control` of what is served beside the lists. */
export const siteCacheControl = {
  /** The pages, the description and the client: everybody has the new version soon after a deploy. */
  page: `public, max-age=${PAGE_SECONDS}`,
  status: `public, max-age=${STATUS_SECONDS}`,
  assets: `public, max-age=${ASSET_SECONDS}, immutable`,
} as const;

/** What the page may do: run its own script and call its own service. Pictures come from wherever the records say. */
export const PAGE_CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Placeholder in the files for the address at which they will be served. */
export const EXAMPLE_ORIGIN = 'https://directory.example.org';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/svg+xml', // browsers go by the type, not by the name that they ask for
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  tgz: 'application/gzip',
  txt: 'text/plain; charset=utf-8',
};

/**
 * A file as it is served. `name` is its path without a slash in front; `origin` is where clients ask, without a path.
 */
export function siteFile(name: string, file: Uint8Array, origin: string) {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const isAsset = `/${name}`.startsWith(sitePaths.assets);
  // An asset is named after its hash, so its bytes have to be the same everywhere.
  const isSame = isAsset || extension === 'tgz';
  const text = new TextDecoder().decode(file).replaceAll(EXAMPLE_ORIGIN, origin);
  return {
    body: isSame ? file : new TextEncoder().encode(text),
    headers: {
      'Content-Type': CONTENT_TYPES[extension] ?? 'application/octet-stream',
      'Cache-Control': isAsset ? siteCacheControl.assets : siteCacheControl.page,
    },
  };
}
