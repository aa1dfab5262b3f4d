/** How a last-good copy describes itself: user metadata of its object (sent by S3 as `x-amz-meta-…`). */

/**
 * Goes up when a copy of before can no longer be served as it is. While two versions run side by side, each then takes
 * the other's copies for unusable and writes its own over them.
 */
export const copyFormat = '1';

export const copyMetadata = {
  format: 'format',
  /** Name of the directory. */
  directory: 'directory',
  /** When the database was read, ISO 8601 in UTC: the copy's `X-Cached-At`. */
  cachedAt: 'cached-at',
  /** Number of records. */
  records: 'records',
  /** SHA-256 of the body in hexadecimal. */
  sha256: 'sha256',
} as const;
