/** PutObject, GetObject, HeadObject and DeleteObject on a folder of buckets. */

import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';

import type { Clock } from '../clock.ts';
import type { Call, Reply } from '../endpoint/reply.ts';
import type { Address } from './address.ts';
import { CRC32_HEADER, crc32, md5 } from './checksums.ts';
import { checkRead, checkWrite, isUnmodified } from './conditions.ts';
import type { About, StoredObject } from './object-files.ts';
import { keptHeaders } from './kept-headers.ts';
import type { PutBody } from './receive-body.ts';
import { S3Error } from './s3-error.ts';
import {
  addVersion,
  allVersions,
  currentObject,
  removeVersion,
  type Unnumbered,
} from './versions.ts';

const VERSION_HEADER = 'x-amz-version-id';

export async function putObject(
  folder: string,
  { bucket, key }: Address,
  { headers, bytes }: PutBody,
  clock: Clock,
): Promise<Reply> {
  const bucketFolder = path.join(folder, bucket);
  checkWrite(headers, await currentObject(bucketFolder, key));

  const now = clock.now();
  const object = makeVersion(key, bytes, { headers: keptHeaders(headers), now });
  const versionId = await addVersion(bucketFolder, object, now);
  return {
    status: 200,
    headers: {
      etag: object.etag,
      [VERSION_HEADER]: versionId,
      [CRC32_HEADER]: object.crc32,
      'x-amz-checksum-type': 'FULL_OBJECT',
    },
    body: '',
  };
}

/** GET and HEAD. */
export async function getObject(
  folder: string,
  address: Address,
  { request }: Call,
): Promise<Reply> {
  const object = await wantedVersion(path.join(folder, address.bucket), address);
  checkRead(request.headers, object);
  if (isUnmodified(request.headers, object)) {
    return { status: 304, headers: validators(object), body: '' };
  }
  const wantsChecksum = request.headers['x-amz-checksum-mode'] === 'ENABLED';
  return {
    status: 200,
    headers: {
      ...object.headers,
      ...validators(object),
      ...(wantsChecksum ? checksum(object) : {}),
      'content-length': String(object.bytes.length),
    },
    body: request.method === 'HEAD' ? '' : object.bytes,
  };
}

/** With a version id, that version is gone for good. Without one, a delete marker hides those that were. */
export async function deleteObject(
  folder: string,
  { bucket, key, query }: Address,
  headers: IncomingHttpHeaders,
  clock: Clock,
): Promise<Reply> {
  const bucketFolder = path.join(folder, bucket);
  checkWrite(headers, await currentObject(bucketFolder, key));
  const wanted = query.get('versionId');
  if (wanted === null) {
    const now = clock.now();
    const marker = makeVersion(key, Buffer.alloc(0), { headers: {}, now, isDeleteMarker: true });
    return deleted(await addVersion(bucketFolder, marker, now), true);
  }
  const version = await versionOf(bucketFolder, key, wanted);
  if (version !== undefined) await removeVersion(bucketFolder, version);
  return deleted(wanted, version?.isDeleteMarker === true);
}

function deleted(versionId: string, isDeleteMarker: boolean): Reply {
  const marker = isDeleteMarker ? { 'x-amz-delete-marker': 'true' } : {};
  return { status: 204, headers: { [VERSION_HEADER]: versionId, ...marker }, body: '' };
}

/** @throws NoSuchKey; NoSuchVersion; MethodNotAllowed for a delete marker */
async function wantedVersion(bucketFolder: string, { key, query }: Address): Promise<StoredObject> {
  const wanted = query.get('versionId');
  if (wanted === null) {
    const current = await currentObject(bucketFolder, key);
    if (current === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
    return current;
  }
  const version = await versionOf(bucketFolder, key, wanted);
  if (version === undefined) {
    throw new S3Error('NoSuchVersion', 'The specified version does not exist.');
  }
  if (version.isDeleteMarker) {
    throw new S3Error('MethodNotAllowed', 'The specified method is not allowed here.');
  }
  return version;
}

async function versionOf(
  bucketFolder: string,
  key: string,
  wanted: string,
): Promise<StoredObject | undefined> {
  const versions = await allVersions(bucketFolder, key);
  return versions.find(({ versionId }) => versionId === wanted);
}

interface Said {
  readonly headers: Record<string, string>;
  readonly now: number;
  readonly isDeleteMarker?: boolean;
}

function makeVersion(
  key: string,
  bytes: Uint8Array,
  { headers, now, isDeleteMarker = false }: Said,
): Unnumbered {
  return {
    key,
    bytes,
    isDeleteMarker,
    etag: `"${md5(bytes, 'hex')}"`,
    lastModified: new Date(Math.floor(now / 1000) * 1000).toISOString(),
    crc32: crc32(bytes),
    headers,
  };
}

function validators({ etag, lastModified, versionId }: About): Record<string, string> {
  return {
    etag,
    'last-modified': new Date(lastModified).toUTCString(),
    [VERSION_HEADER]: versionId,
  };
}

function checksum(object: About): Record<string, string> {
  return { [CRC32_HEADER]: object.crc32, 'x-amz-checksum-type': 'FULL_OBJECT' };
}
