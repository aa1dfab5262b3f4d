/** An object in the store of the model. */

import { createHash } from 'node:crypto';

export const BUCKET = 'last-good';

export type StoredObject = ReturnType<typeof storedObject>;

export type Metadata = Readonly<Record<string, string>>;

/**
 * A stored copy: its list, its ETag, which in S3 is of the bytes alone, and whether it is as a release of this format wrote it
 * for this directory.
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
