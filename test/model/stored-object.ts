/** An object in the model's store. */

import { createHash } from 'node:crypto';

export const BUCKET = 'last-good';

export type StoredObject = ReturnType<typeof storedObject>;

export type Metadata = Readonly<Record<string, string>>;

/**
 * Returns a stored copy with its list and its ETag. As in S3, the ETag depends only on the bytes. `isUsable` tells whether the
 * bytes and metadata are intact, the format is the current one, and the copy was written for `BUCKET` and the directory `name`.
 */
export function storedObject(name: string, bytes: Buffer, metadata: Metadata) {
  const { format, bucket, directory, sha256, records: count, 'cached-at': time = '' } = metadata;
  const body = bytes.toString();
  const [records, cachedAt] = [Number(count), Date.parse(time)];
  const isOurs = format === '1' && bucket === BUCKET && directory === name;
  const isWhole = sha256 === hashOf('sha256', Buffer.from(body));
  const isUsable = isOurs && isWhole && !Number.isNaN(cachedAt + records);
  return { bytes, metadata, etag: `"${hashOf('md5', bytes)}"`, body, records, cachedAt, isUsable };
}

export function hashOf(algorithm: string, bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
