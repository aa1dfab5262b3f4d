/** The paths of the site: everything outside `/v1`. */

export const sitePaths = {
  /** The explorer, which shows the lists. */
  page: '/',
  /** The documentation of the lists. */
  docs: '/docs',
  /** The OpenAPI description. */
  description: '/openapi.json',
  /** Record counts and ages of the lists. */
  status: '/status.json',
  /** The client package as one ES module, for pages without a bundler. */
  client: '/client.js',
  /** The element that shows a list on another website, as one ES module. */
  embed: '/embed.js',
  /** The client package in the form that npm installs. */
  clientPackage: '/client.tgz',
  /** The newest startups and jobs, as Atom (RFC 4287) and as JSON Feed 1.1. */
  feedAtom: '/feed.xml',
  feedJson: '/feed.json',
  /** Rules for crawlers. */
  robots: '/robots.txt',
  /** The logo, for browsers that request this path on their own. */
  icon: '/favicon.ico',
  /** Scripts, style sheets and pictures; their names change with their content. */
  assets: '/assets/',
} as const;

export const feedPaths: readonly string[] = [sitePaths.feedAtom, sitePaths.feedJson];

/** Paths that functions answer. All other paths are files. */
export const computedPaths: readonly string[] = [sitePaths.status, ...feedPaths];

/** Files of the pages, because an object in a bucket needs a name. */
export const pageFiles = {
  [sitePaths.page]: 'index.html',
  [sitePaths.docs]: 'docs.html',
} as const;

/** Returns the path of a file in the bucket. */
export function storedPath(path: string): string {
  return path === sitePaths.page || path === sitePaths.docs ? `/${pageFiles[path]}` : path;
}

/** Regular expression for the path of an asset. It is limited to ES 5.1, because CloudFront evaluates it too. */
export const ASSET_PATTERN = '^/assets/[\\w-]+\\.[a-z]+$';

/** Returns whether a path may belong to the site. Assets of other releases have names that this release does not know. */
export function isSitePath(path: string): boolean {
  const isNamed = Object.values<string>(sitePaths).includes(path) && path !== sitePaths.assets;
  return isNamed || new RegExp(ASSET_PATTERN, 'u').test(path);
}
