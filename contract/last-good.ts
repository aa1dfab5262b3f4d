/** How a last-good copy describes itself: user metadata of its object (sent by S3 as `x-amz-meta-…`). */

import { LIST_CONTENT_TYPE, listCacheControl, STALE_SECONDS } from './http.ts';

/** Increased when earlier copies can no longer be served as they are: each version overwrites the other's. */
export const copyFormat = '1';

export const copyMetadata = {
  format: 'format',
  /** Bucket that it was written to: a copy of staging is not one of production, wherever it is. */
  bucket: 'bucket',
  /** Name of the directory. */
  directory: 'directory',
  /** When the database was read, ISO 8601 in UTC: the copy's `X-Cached-At`. */
  cachedAt: 'cached-at',
  /** Number of records. */
  records: 'records',
  /** SHA-256 of the list in hexadecimal. */
  sha256: 'sha256',
} as const;

interface CopyDescription {
  readonly bucket: string;
  readonly directory: string;
  /** Milliseconds since the Unix epoch. */
  readonly cachedAt: number;
  readonly records: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The headers of a stored object, besides its key and its bytes, as parameters of S3's `PutObject`. */
export function copyHeaders({ bucket, directory, cachedAt, records, sha256 }: CopyDescription): {
  readonly ContentType: string;
  readonly CacheControl: string;
  readonly Metadata: Record<string, string>;
} {
  return {
    ContentType: LIST_CONTENT_TYPE,
    CacheControl: listCacheControl(STALE_SECONDS),
    Metadata: {
      [copyMetadata.format]: copyFormat,
      [copyMetadata.bucket]: bucket,
      [copyMetadata.directory]: directory,
      [copyMetadata.cachedAt]: new Date(cachedAt).toISOString(),
      [copyMetadata.records]: String(records),
      [copyMetadata.sha256]: sha256,
    },
  };
}
