/** How a last-good copy describes itself: user metadata of its object (sent by S3 as `x-amz-meta-…`). */

import { LIST_CONTENT_TYPE, listCacheControl, STALE_SECONDS } from './http.ts';

/**
 * Increased when earlier copies can no longer be served as they are. While two versions run side by side, each treats
 * the other's copies as unusable and overwrites them.
 */
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
  /** SHA-256 of the body in hexadecimal. */
  sha256: 'sha256',
} as const;

/** What a copy says of itself. */
export interface CopyDescription {
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

/** JSON's white space characters, as the digits of a number. */
const DIGITS = [' ', '\t', '\n', '\r'] as const;

/** Enough for every date that JavaScript knows, in digits of two bits. */
const DIGITS_OF_A_TIME = 27;

/**
 * The time of a copy as white space, which follows its list. S3's ETag is computed from the bytes: without it, equal data
 * read at two moments would have the same ETag, and a conditional write could replace a newer copy by an older one.
 */
export function timeInWhiteSpace(cachedAt: number): string {
  let text = '';
  let rest = cachedAt;
  for (let digit = 0; digit < DIGITS_OF_A_TIME; digit += 1) {
    text += DIGITS[rest % DIGITS.length] ?? '';
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}

/** How many bytes of a stored copy belong to its list, which ends with a bracket. */
export function listLength(stored: Uint8Array): number {
  return stored.lastIndexOf(']'.charCodeAt(0)) + 1;
}
