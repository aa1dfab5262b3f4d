/** The store of last-good copies: one object in S3 for each directory, whose key is the request path. */

import { createHash } from 'node:crypto';

import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

import type { Directory } from '../../contract/directories.ts';
import { LIST_CONTENT_TYPE, listCacheControl, STALE_SECONDS } from '../../contract/http.ts';
import { copyFormat } from '../../contract/names.ts';
import type { CopyWrite } from '../../contract/refresh-event.ts';
import { type Clock, within } from './clock.ts';
import { errorName } from './errors.ts';

/** One directory as it was read from the database at one moment. */
export interface List {
  /** How many records it has. */
  readonly records: number;
  /** When the database was asked, in milliseconds since the Unix epoch. */
  readonly cachedAt: number;
  /** The list as it is served: JSON in UTF-8, not compressed. */
  readonly body: Buffer;
  /** SHA-256 of the body, in hexadecimal. Equal data gives equal bytes, so it names the content. */
  readonly sha256: string;
}

export function makeList(records: readonly unknown[], cachedAt: number): List {
  const body = Buffer.from(JSON.stringify(records));
  return { records: records.length, cachedAt, body, sha256: sha256Of(body) };
}

export function sha256Of(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** The result of a read, and so what a write may replace. */
export type Copy =
  | { readonly state: 'found'; readonly list: List; readonly etag: string }
  | {
      readonly state: 'unusable';
      readonly reason: string;
      readonly etag: string;
      /** Number of records by its metadata; absent if the metadata has no valid number. */
      readonly records?: number | undefined;
    }
  | { readonly state: 'absent' }
  | { readonly state: 'unreachable'; readonly reason: string };

/** Neither call rejects, and neither takes longer than it is given, in milliseconds. */
export interface Copies {
  read(directory: Directory, withinMs: number): Promise<Copy>;
  /** Writes over what `copy` says is there and nothing else, unless that is newer. */
  write(directory: Directory, list: List, copy: Copy, withinMs: number): Promise<CopyWrite>;
  /** Ends idle connections: a socket that freezes with the process is dead when it thaws. */
  closeConnections(): void;
}

/** Clocks of processes differ; a copy further ahead than this has a wrong time and yields to any read. */
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
            return { state: 'unreachable', reason: 'an answer without body or ETag' };
          }
          const stored = Buffer.from(await Body.transformToByteArray());
          return toCopy(bucket, directory, stored, Metadata ?? {}, ETag);
        });
      } catch (error) {
        const reason = errorName(error);
        // Without permission to list, S3 says AccessDenied of what is not there.
        const isAbsent = reason === 'NoSuchKey' || reason === 'AccessDenied';
        return isAbsent ? { state: 'absent' } : { state: 'unreachable', reason };
      }
    },

    async write(directory, list, copy, withinMs) {
      if (copy.state === 'unreachable') return { state: 'failed', reason: copy.reason }; // what is there may be newer
      if (copy.state === 'found' && isNewer(copy.list, list, clock.now())) {
        return { state: 'superseded' };
      }
      const put = new PutObjectCommand({
        Bucket: bucket,
        Key: keyOf(directory),
        Body: list.body,
        ...copyHeaders({ ...list, bucket, directory: directory.name }),
        ...(copy.state === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: copy.etag }),
      });
      try {
        await within(clock, withinMs, async (signal) => client.send(put, { abortSignal: signal }));
        return { state: 'written' };
      } catch (error) {
        const reason = errorName(error);
        // A copy that is there but was not found: we may write it, but not read it.
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

/** A list without its body, and where its copy is written. */
type CopyDescription = Omit<List, 'body'> & Readonly<Record<'bucket' | 'directory', string>>;

/** Returns the headers of a stored list as parameters of `PutObject`. */
export function copyHeaders({ bucket, directory, cachedAt, records, sha256 }: CopyDescription) {
  return {
    ContentType: LIST_CONTENT_TYPE,
    CacheControl: listCacheControl(STALE_SECONDS),
    Metadata: {
      format: copyFormat,
      bucket, // a copy of staging is not one of production, wherever it is
      directory,
      'cached-at': new Date(cachedAt).toISOString(), // the copy's X-Cached-At
      records: String(records),
      sha256,
    },
  };
}

/** A copy counts only if it is what a release of this format wrote for this directory of this stage. */
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

function isNewer(copy: List, list: List, now: number): boolean {
  return copy.cachedAt > list.cachedAt && copy.cachedAt <= now + CLOCKS_DIFFER_MS;
}

/** The request path: the edge can serve the object itself when everything behind it fails. */
function keyOf(directory: Directory): string {
  return directory.path.slice(1);
}
