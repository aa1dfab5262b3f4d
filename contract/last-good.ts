/** How a last-good copy describes itself: user metadata of its object (sent by S3 as `x-amz-meta-…`). */

import { LIST_CONTENT_TYPE, listCacheControl, STALE_SECONDS } from './http.ts';

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

export interface Copy {
  readonly directory: string;
  /** Milliseconds since the Unix epoch. */
  readonly cachedAt: number;
  readonly records: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What an object is stored with, besides its key and its bytes, as S3's `PutObject` takes it. */
export function copyHeaders({ directory, cachedAt, records, sha256 }: Copy): {
  readonly ContentType: string;
  readonly CacheControl: string;
  readonly Metadata: Record<string, string>;
} {
  return {
    ContentType: LIST_CONTENT_TYPE,
    CacheControl: listCacheControl(STALE_SECONDS),
    Metadata: {
      [copyMetadata.format]: copyFormat,
      [copyMetadata.directory]: directory,
      [copyMetadata.cachedAt]: new Date(cachedAt).toISOString(),
      [copyMetadata.records]: String(records),
      [copyMetadata.sha256]: sha256,
    },
  };
}
