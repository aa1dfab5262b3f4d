/** The store of last-good copies: one S3 object for each directory. The key is the request path without the leading slash. */

import { createHash } from 'node:crypto';

import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

import type { Directory } from '../../contract/directories.ts';
import { LIST_CONTENT_TYPE, listCacheControl, STALE_SECONDS } from '../../contract/http.ts';
import { copyFormat } from '../../contract/names.ts';
import type { CopyWrite } from '../../contract/refresh-event.ts';
import { type Clock, within } from './clock.ts';
import { errorName } from './errors.ts';

/** A directory's list, as it was at one moment. */
export interface List {
  /** Number of records. */
  readonly records: number;
  /** When the database was queried, in milliseconds since the Unix epoch. */
  readonly cachedAt: number;
  /** The uncompressed list: JSON in UTF-8. */
  readonly body: Buffer;
  /** SHA-256 of the body, in hexadecimal. The same data always produces the same bytes, so the hash identifies the content. */
  readonly sha256: string;
}

export function makeList(records: readonly unknown[], cachedAt: number): List {
  const body = Buffer.from(JSON.stringify(records));
  return { records: records.length, cachedAt, body, sha256: sha256Of(body) };
}

export function sha256Of(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/**
 * The result of reading a copy. A later write succeeds only if the stored object still has this `etag`. For an unusable copy,
 * `records` is the number of records that the metadata states, or `undefined` if the metadata states no valid number.
 */
export type Copy = Readonly<
  | { state: 'found'; list: List; etag: string }
  | { state: 'unusable'; reason: string; etag: string; records?: number | undefined }
  | { state: 'absent' }
  | { state: 'unreachable'; reason: string }
>;

/** The store of copies. Its methods `read` and `write` never reject, and take no longer than `withinMs` milliseconds. */
export interface Copies {
  read(directory: Directory, withinMs: number): Promise<Copy>;
  /**
   * Stores the list in place of `copy`. Writes nothing if `copy` is newer, if `copy` was unreachable, or if the stored object
   * has changed since `copy` was read.
   */
  write(directory: Directory, list: List, copy: Copy, withinMs: number): Promise<CopyWrite>;
  /** Closes idle connections, because sockets do not survive if Lambda freezes the process. */
  closeConnections(): void;
}

/**
 * Largest expected difference between the clocks of two processes. If the time of a copy is further in the future than this, the
 * time must be wrong, so any list may replace the copy.
 */
const CLOCKS_DIFFER_MS = 5 * 60_000;

const LOST_THE_RACE = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

export function copiesInS3(client: S3Client, bucket: string, clock: Clock): Copies {
  return {
    async read(directory, withinMs) {
      try {
        return await within<Copy>(clock, withinMs, async (signal) => {
          const get = new GetObjectCommand({ Bucket: bucket, Key: keyOf(directory) });
          const { Body, Metadata, ETag } = await client.send(get, { abortSignal: signal });
          if (Body === undefined || ETag === undefined) {
            return { state: 'unreachable', reason: 'an answer without a body or an ETag' };
          }
          const stored = Buffer.from(await Body.transformToByteArray());
          return toCopy(bucket, directory, stored, Metadata ?? {}, ETag);
        });
      } catch (error) {
        const reason = errorName(error);
        // If the caller is not allowed to list the bucket, S3 reports a missing object as AccessDenied.
        const isAbsent = reason === 'NoSuchKey' || reason === 'AccessDenied';
        return isAbsent ? { state: 'absent' } : { state: 'unreachable', reason };
      }
    },

    async write(directory, list, copy, withinMs) {
      if (copy.state === 'unreachable') return { state: 'failed', reason: copy.reason }; // the stored copy may be newer
      const copiedAt = copy.state === 'found' ? copy.list.cachedAt : -Infinity;
      const isNewer = copiedAt > list.cachedAt && copiedAt <= clock.now() + CLOCKS_DIFFER_MS;
      if (isNewer) return { state: 'superseded' };
      const put = new PutObjectCommand({
        Bucket: bucket,
        Key: keyOf(directory),
        Body: list.body,
        ...copyHeaders(bucket, directory.name, list),
        ...(copy.state === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: copy.etag }),
      });
      try {
        await within(clock, withinMs, async (signal) => client.send(put, { abortSignal: signal }));
        return { state: 'written' };
      } catch (error) {
        const reason = errorName(error);
        // The read found no copy, but the write found one. The function is probably not allowed to read it.
        const isHidden = copy.state === 'absent' && reason === 'PreconditionFailed';
        const isLost = LOST_THE_RACE.has(reason) && !isHidden;
        return isLost ? { state: 'superseded' } : { state: 'failed', reason };
      }
    },

    closeConnections() {
      client.destroy();
    },
  };
}

/** Returns the parameters of `PutObject` that set the headers and metadata of a stored list. */
export function copyHeaders(bucket: string, directory: string, list: Omit<List, 'body'>) {
  return {
    ContentType: LIST_CONTENT_TYPE,
    CacheControl: listCacheControl(STALE_SECONDS),
    Metadata: {
      format: copyFormat,
      bucket, // a stage must not serve a copy that someone moved to its bucket from another stage
      directory,
      'cached-at': new Date(list.cachedAt).toISOString(), // the copy's X-Cached-At
      records: String(list.records),
      sha256: list.sha256,
    },
  };
}

/**
 * Turns a stored object into a copy. The copy is usable if it has the current format, if it was written for this directory of
 * this stage, and if its bytes and metadata are intact.
 */
export function toCopy(
  bucket: string,
  directory: Directory,
  stored: Buffer,
  metadata: Readonly<Record<string, string>>,
  etag: string,
): Extract<Copy, { readonly etag: string }> {
  const count = metadata['records'] ?? '';
  const records = /^\d{1,15}$/u.test(count) ? Number(count) : undefined;
  const unusable = (reason: string) => ({ state: 'unusable', reason, etag, records }) as const;
  if (metadata['format'] !== copyFormat) return unusable('another format');
  if (metadata['bucket'] !== bucket) return unusable('another bucket');
  if (metadata['directory'] !== directory.name) return unusable('another directory');
  const sha256 = sha256Of(stored);
  if (metadata['sha256'] !== sha256) return unusable('not the bytes that were written');
  const cachedAt = Date.parse(metadata['cached-at'] ?? '');
  if (Number.isNaN(cachedAt) || records === undefined) return unusable('no time or count');
  return { state: 'found', list: { records, cachedAt, body: stored, sha256 }, etag };
}

/**
 * Returns the key of a copy. It is the request path without its leading slash, so that the edge can serve the object itself if
 * the service fails.
 */
function keyOf(directory: Directory): string {
  return directory.path.slice(1);
}
