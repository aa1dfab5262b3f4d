/** How a file of the site is served. */

import { siteCacheControl, sitePaths } from './site.ts';

/** Placeholder in the files for the address at which they will be served. */
export const EXAMPLE_ORIGIN = 'https://directory.example.org';

export interface SiteFile {
  readonly body: Uint8Array;
  readonly headers: { readonly 'Content-Type': string; readonly 'Cache-Control': string };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
};

/** `name` is the file's path without a slash in front; `origin` is where clients ask, without a path. */
export function siteFile(name: string, file: Uint8Array, origin: string): SiteFile {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const isAsset = `/${name}`.startsWith(sitePaths.assets);
  return {
    // An asset is named after its hash, so its bytes have to be the same everywhere.
    body: isAsset ? file : servedAt(origin, file),
    headers: {
      'Content-Type': CONTENT_TYPES[extension] ?? 'application/octet-stream',
      'Cache-Control': isAsset ? siteCacheControl.assets : siteCacheControl.page,
    },
  };
}

function servedAt(origin: string, file: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(file);
  return new TextEncoder().encode(text.replaceAll(EXAMPLE_ORIGIN, origin));
}
