/** PutObject, GetObject, HeadObject and DeleteObject on a folder of buckets. */

import path from 'node:path';

import type { Clock } from '../clock.ts';
import type { Call, Reply } from '../endpoint/reply.ts';
import type { Address } from './address.ts';
import { CRC32_HEADER, crc32, md5 } from './checksums.ts';
import { checkRead, checkWrite, isUnmodified } from './conditions.ts';
import {
  type About,
  readObject,
  removeObject,
  type StoredObject,
  writeObject,
} from './object-files.ts';
import { keptHeaders } from './kept-headers.ts';
import type { PutBody } from './receive-body.ts';
import { S3Error } from './s3-error.ts';

export async function putObject(
  folder: string,
  { bucket, key }: Address,
  { headers, bytes }: PutBody,
  clock: Clock,
): Promise<Reply> {
  const bucketFolder = path.join(folder, bucket);
  checkWrite(headers, await readObject(bucketFolder, key));

  const object: StoredObject = {
    key,
    bytes,
    etag: `"${md5(bytes, 'hex')}"`,
    lastModified: new Date(Math.floor(clock.now() / 1000) * 1000).toISOString(),
    crc32: crc32(bytes),
    headers: keptHeaders(headers),
  };
  await writeObject(bucketFolder, object);
  return {
    status: 200,
    headers: {
      etag: object.etag,
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
  const object = await readObject(path.join(folder, address.bucket), address.key);
  if (object === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
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

export async function deleteObject(
  folder: string,
  { bucket, key }: Address,
  { request }: Call,
): Promise<Reply> {
  const bucketFolder = path.join(folder, bucket);
  checkWrite(request.headers, await readObject(bucketFolder, key));
  await removeObject(bucketFolder, key);
  return { status: 204, headers: {}, body: '' };
}

function validators({ etag, lastModified }: About): Record<string, string> {
  return { etag, 'last-modified': new Date(lastModified).toUTCString() };
}

function checksum(object: About): Record<string, string> {
  return { [CRC32_HEADER]: object.crc32, 'x-amz-checksum-type': 'FULL_OBJECT' };
}
