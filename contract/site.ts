/** What is served beside the lists, outside of `/v1`. */

import { ONE_DAY_SECONDS, STATUS_SECONDS } from './http.ts';

export const sitePaths = {
  /** The page that shows the lists. */
  page: '/',
  /** The page that says what the lists are and how to use them. */
  docs: '/docs',
  /** The OpenAPI description. */
  description: '/openapi.json',
  /** How many records each list has, and how old they are. */
  status: '/status.json',
  /** The client package as one ES module, for a page without a bundler. */
  client: '/client.js',
  /** The client package as npm installs it. */
  clientPackage: '/client.tgz',
  /** The newest startups and jobs, as Atom (RFC 4287) and as JSON Feed 1.1. */
  feedAtom: '/feed.xml',
  feedJson: '/feed.json',
  /** What crawlers may read. */
  robots: '/robots.txt',
  /** The logo, for browsers that ask for it by this name. */
  icon: '/favicon.ico',
  /** Scripts, style sheets and pictures; their names change with their content. */
  assets: '/assets/',
} as const;

export const feedPaths: readonly string[] = [sitePaths.feedAtom, sitePaths.feedJson];

/** What functions answer; everything else is a file. */
export const computedPaths: readonly string[] = [sitePaths.status, ...feedPaths];

/** Files of the pages: an object in a bucket needs a name. */
export const pageFiles = {
  [sitePaths.page]: 'index.html',
  [sitePaths.docs]: 'docs.html',
} as const;

/** Where the bucket has what is served at a path. */
export function storedPath(path: string): string {
  return path === sitePaths.page || path === sitePaths.docs ? `/${pageFiles[path]}` : path;
}

/** What the path of an asset looks like; CloudFront's regular expressions, which match it too, are those of ES 5.1. */
export const ASSET_PATTERN = '^/assets/[\\w-]+\\.[a-z]+$';

/** Whether a path may belong to the site: assets of other versions have names that are not known here. */
export function isSitePath(path: string): boolean {
  const isNamed = Object.values<string>(sitePaths).includes(path) && path !== sitePaths.assets;
  return isNamed || new RegExp(ASSET_PATTERN, 'u').test(path);
}

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

/** What the pages and the description of a stage say of the programme that it is for. */
export interface SiteFace {
  /** Name of the programme. */
  readonly programme: string;
  /** One line that says what the programme is. */
  readonly summary: string;
  /** Whom to ask, about a mistake or to be left out: a mailbox or a page. */
  readonly contact: `mailto:${string}` | `https://${string}`;
  /** On what terms the data may be used: those of a licence, or your own. */
  readonly terms: { readonly name: string; readonly url: `https://${string}` };
  /** Who is responsible for the pages, where the law wants that to be said. */
  readonly imprint?: `https://${string}`;
  /** The colour of links and buttons, dark enough to be read on white. Where the visitor's screen is dark it is mixed with white. */
  readonly accent: `#${string}`;
  /** A file, square and of a few kilobytes, from the folder of the repository. It is the icon of the browser's tab, too. */
  readonly logo: `${string}.svg`;
  /** What a shared link shows: a file of 1200 by 630 pixels from the folder of the repository; without it a neutral one. */
  readonly image?: `${string}.png`;
}

/** An invented programme, which staging, `npm start` and the committed description show. */
export const inventedFace: SiteFace = {
  programme: 'Example Incubator',
  summary: 'An invented programme: none of these startups, founders and jobs exists.',
  contact: 'mailto:directory@example.org',
  terms: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  imprint: 'https://example.org/imprint',
  accent: '#0b5d4d',
  logo: 'site/logo.svg',
};
