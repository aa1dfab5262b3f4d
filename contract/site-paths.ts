/** The paths of the site: everything outside of `/v1`. */

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
  /** The element that shows a list on another website, as one ES module. */
  embed: '/embed.js',
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
