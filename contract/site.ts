/** The site: the paths outside `/v1`, and the headers of its files. */

export const sitePaths = {
  /** The explorer, which shows the lists. */
  page: '/',
  /** The documentation of the lists. */
  docs: '/docs',
  /** The OpenAPI description. */
  description: '/openapi.json',
  /** The release, and the record count and the age of each list. */
  status: '/status.json',
  /** The client package as one ES module, for pages without a bundler. */
  client: '/client.js',
  /** The element that shows a list on another website, as one ES module. */
  embed: '/embed.js',
  /** The client package as a tarball, which npm can install. */
  clientPackage: '/client.tgz',
  /** The newest startups and jobs, as Atom (RFC 4287) and as JSON Feed 1.1. */
  feedAtom: '/feed.xml',
  feedJson: '/feed.json',
  /** Rules for crawlers. */
  robots: '/robots.txt',
  /** The logo. Browsers request this path on their own. */
  icon: '/favicon.ico',
  /** Scripts, style sheets and pictures. If their content changes, so does their name. */
  assets: '/assets/',
} as const;

/** Name of the folder with the built site, next to the folders of the functions. */
export const SITE_FOLDER = 'site-files';

export const feedPaths: readonly string[] = [sitePaths.feedAtom, sitePaths.feedJson];

/** Paths of the site that Lambda functions serve. The other paths of the site are files. */
export const computedPaths: readonly string[] = [sitePaths.status, ...feedPaths];

/**
 * File names of the pages in the bucket. The path `/` cannot be a file name, and a file needs an extension to get a content
 * type.
 */
export const pageFiles = { [sitePaths.page]: 'index.html', [sitePaths.docs]: 'docs.html' } as const;

/** Returns the path of the stored file to serve for a request path. */
export function storedPath(path: string): string {
  return path === sitePaths.page || path === sitePaths.docs ? `/${pageFiles[path]}` : path;
}

/** Regular expression for the path of an asset. It uses only the syntax of ES 5.1, because CloudFront evaluates it too. */
export const ASSET_PATTERN = '^/assets/[\\w-]+\\.[a-z]+$';

/** Lifetime of an asset: a year, because an asset whose content changes gets a new name. */
export const ASSET_SECONDS = 31_536_000;

/**
 * `Cache-Control` of the status. The lifetime is long enough to absorb frequent requests from monitors, and short enough that
 * the status is at most a minute old.
 */
export const STATUS_CACHE_CONTROL = 'public, max-age=60';

/**
 * `Cache-Control` of the pages, the client and all other files that are not assets. The lifetime is short, so that everyone gets
 * a new version soon after a deployment.
 */
const PAGE_CACHE_CONTROL = 'public, max-age=300';

/**
 * Content security policy of the pages: they run only their own script and call only their own service. Pictures may come from
 * any HTTPS address.
 */
export const PAGE_CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Placeholder for the address of the service. `siteFile` replaces it in all files except assets and archives. */
export const EXAMPLE_ORIGIN = 'https://directory.example.org';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/svg+xml', // favicon.ico contains SVG, and browsers rely on the type, not on the extension
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  tgz: 'application/gzip',
  txt: 'text/plain; charset=utf-8',
};

/**
 * Returns the body and the headers that the service sends for a file.
 *
 * @param name - the file's path, without a leading slash.
 * @param origin - the public address of the service, without a path.
 */
export function siteFile(name: string, file: Uint8Array, origin: string) {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const isAsset = `/${name}`.startsWith(sitePaths.assets);
  // The content of an asset must not depend on the address of the service, because the asset's name does not. An archive is
  // compressed, so the placeholder cannot be found in it.
  const isKept = isAsset || extension === 'tgz';
  const text = new TextDecoder().decode(file).replaceAll(EXAMPLE_ORIGIN, origin);
  return {
    body: isKept ? file : new TextEncoder().encode(text),
    headers: {
      'Content-Type': CONTENT_TYPES[extension] ?? 'application/octet-stream',
      'Cache-Control': isAsset ? `public, max-age=${ASSET_SECONDS}, immutable` : PAGE_CACHE_CONTROL,
    },
  };
}
