/** The only file that knows the store of last-good copies: in S3, one object for each directory. */

import { createHash } from 'node:crypto';

import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

import type { Directory } from '../../contract/directories.ts';
import {
  copyFormat,
  copyHeaders,
  copyMetadata,
  listLength,
  timeInWhiteSpace,
} from '../../contract/last-good.ts';
import { orAborted } from './clock.ts';
import { errorName } from './errors.ts';

/** One directory as it was read from the database at one moment. */
export interface Snapshot {
  /** How many records it has. */
  readonly records: number;
  /** When the database was asked, in milliseconds since the Unix epoch. */
  readonly cachedAt: number;
  /** The list as it is served: JSON in UTF-8, not compressed. */
  readonly body: Buffer;
  /** SHA-256 of the body, in hexadecimal. Equal data gives equal bytes, so it names the content. */
  readonly sha256: string;
}

/** Clocks of processes differ; a copy further ahead than this has a wrong time and yields to any read. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

export function makeSnapshot(records: readonly unknown[], cachedAt: number): Snapshot {
  const body = Buffer.from(JSON.stringify(records));
  return { records: records.length, cachedAt, body, sha256: sha256Of(body) };
}

export function sha256Of(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Whether its time cannot be true. `now` is in milliseconds since the Unix epoch. */
export function isFromFuture({ cachedAt }: Snapshot, now: number): boolean {
  return cachedAt > now + CLOCKS_DIFFER_MS;
}

/** What a read of the last-good copy found, and so what a write may replace. */
export type Copy =
  | { readonly state: 'found'; readonly snapshot: Snapshot; readonly etag: string }
  | { readonly state: 'unusable'; readonly reason: string; readonly etag: string }
  | { readonly state: 'absent' }
  | { readonly state: 'unreachable'; readonly reason: string };

/** What became of a write. `superseded`: another process has written one meanwhile, nearly always newer. */
export type CopyWrite =
  | { readonly state: 'written' | 'superseded' }
  | { readonly state: 'failed'; readonly reason: string };

export interface LastGood {
  /** Never rejects. */
  read(directory: Directory, signal: AbortSignal): Promise<Copy>;
  /** Compare-and-set: writes only over what `copy` says was there. Never rejects. */
  write(
    directory: Directory,
    snapshot: Snapshot,
    copy: Copy,
    signal: AbortSignal,
  ): Promise<CopyWrite>;
  /** A socket that freezes with the process is dead when it thaws. */
  closeConnections(): void;
}

export function lastGoodInS3(client: S3Client, bucket: string): LastGood {
  return {
    read: async (directory, signal) => readCopy(client, bucket, directory, signal),
    write: async (directory, snapshot, copy, signal) =>
      write(client, bucket, directory, snapshot, copy, signal),
    closeConnections() {
      client.destroy();
    },
  };
}

/** The connection broke: nobody knows whether S3 did what it was asked. */
const RESET: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const LOST_THE_RACE: ReadonlySet<string> = new Set([
  'PreconditionFailed',
  'ConditionalRequestConflict',
]);

async function readCopy(
  client: S3Client,
  bucket: string,
  directory: Directory,
  signal: AbortSignal,
): Promise<Copy> {
  try {
    const { Body, Metadata, ETag } = await orAborted(
      signal,
      client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(directory) }), {
        abortSignal: signal,
      }),
    );
    if (Body === undefined || ETag === undefined) {
      return { state: 'unreachable', reason: 'an answer without body or ETag' };
    }
    const body = Buffer.from(await orAborted(signal, Body.transformToByteArray()));
    return toCopy(bucket, directory, body, Metadata ?? {}, ETag);
  } catch (error) {
    const name = errorName(error);
    // Without permission to list, S3 says AccessDenied of what is not there.
    if (name === 'NoSuchKey' || name === 'AccessDenied') return { state: 'absent' };
    return { state: 'unreachable', reason: name };
  }
}

/** A copy counts only if it is, byte for byte, what this version of the service wrote for this directory of this stage. */
export function toCopy(
  bucket: string,
  directory: Directory,
  stored: Buffer,
  metadata: Readonly<Record<string, string>>,
  etag: string,
): Extract<Copy, { readonly etag: string }> {
  const unusable = (reason: string) => ({ state: 'unusable', reason, etag }) as const;
  if (metadata[copyMetadata.format] !== copyFormat) return unusable('another format');
  if (metadata[copyMetadata.bucket] !== bucket) return unusable('another bucket');
  if (metadata[copyMetadata.directory] !== directory.name) return unusable('another directory');
  const body = stored.subarray(0, listLength(stored));
  const sha256 = sha256Of(body);
  if (metadata[copyMetadata.sha256] !== sha256) return unusable('not the bytes that were written');
  const cachedAt = Date.parse(metadata[copyMetadata.cachedAt] ?? '');
  const records = Number(metadata[copyMetadata.records]);
  if (Number.isNaN(cachedAt) || !Number.isSafeInteger(records)) return unusable('no time or count');
  const time = stored.subarray(body.length).toString();
  if (time !== timeInWhiteSpace(cachedAt)) return unusable('another time');
  return { state: 'found', snapshot: { records, cachedAt, body, sha256 }, etag };
}

async function write(
  client: S3Client,
  bucket: string,
  directory: Directory,
  snapshot: Snapshot,
  copy: Copy,
  signal: AbortSignal,
): Promise<CopyWrite> {
  if (copy.state === 'unreachable') return { state: 'failed', reason: copy.reason }; // what is there may be newer
  const condition = copy.state === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: copy.etag };
  const put = new PutObjectCommand({
    Bucket: bucket,
    Key: keyOf(directory),
    Body: Buffer.concat([snapshot.body, Buffer.from(timeInWhiteSpace(snapshot.cachedAt))]),
    ...copyHeaders({ ...snapshot, bucket, directory: directory.name }),
    ...condition,
  });
  const send = async (): Promise<string | undefined> => errorOf(client, put, signal);
  const first = await send();
  const isRetry = first !== undefined && RESET.has(first);
  const error = isRetry ? await send() : first;
  if (error === undefined) return { state: 'written' };
  if (!LOST_THE_RACE.has(error)) return { state: 'failed', reason: error };
  if (isRetry) {
    const now = await readCopy(client, bucket, directory, signal);
    if (now.state === 'found') {
      return { state: isSame(now.snapshot, snapshot) ? 'written' : 'superseded' };
    }
  }
  // An object that could not be seen but is there: we may write it but not read it.
  return copy.state === 'absent' ? { state: 'failed', reason: error } : { state: 'superseded' };
}

/** The name of the error with which a write failed; `undefined` where it succeeded. */
async function errorOf(
  client: S3Client,
  put: PutObjectCommand,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await orAborted(signal, client.send(put, { abortSignal: signal }));
    return undefined;
  } catch (error) {
    return errorName(error);
  }
}

/** Whether the object is ours: the first write did arrive. */
function isSame(one: Snapshot, other: Snapshot): boolean {
  return one.sha256 === other.sha256 && one.cachedAt === other.cachedAt;
}

/** The request path: the edge can serve the object itself when everything behind it fails. */
function keyOf(directory: Directory): string {
  return directory.path.slice(1);
}
