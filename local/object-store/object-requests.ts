/** PutObject, GetObject, HeadObject and DeleteObject. */

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import type { Call, Reply } from '../endpoint/server.ts';
import { checkWrite, keptHeaders, S3Error } from './s3-protocol.ts';
import {
  addVersion,
  allVersions,
  currentObject,
  removeVersion,
  type StoredObject,
  type Unnumbered,
} from './versions.ts';

const VERSION_HEADER = 'x-amz-version-id';

/** @param now - milliseconds since the Unix epoch. */
export async function putObject(
  bucketFolder: string,
  key: string,
  headers: IncomingHttpHeaders,
  bytes: Uint8Array,
  now: number,
): Promise<Reply> {
  checkWrite(headers, (await currentObject(bucketFolder, key))?.etag);
  const object = makeVersion(key, bytes, keptHeaders(headers), now);
  const versionId = await addVersion(bucketFolder, object, now);
  return {
    status: 200,
    headers: { etag: object.etag, [VERSION_HEADER]: versionId },
    body: '',
  };
}

/** GET and HEAD. @throws NoSuchKey; NoSuchVersion; MethodNotAllowed for a delete marker; NotImplemented for a condition */
export async function getObject(
  bucketFolder: string,
  key: string,
  versionId: string | null,
  { request }: Call,
): Promise<Reply> {
  if (Object.keys(request.headers).some((name) => name.startsWith('if-'))) {
    throw new S3Error('NotImplemented', 'A conditional read is not implemented here');
  }
  const object = await wantedVersion(bucketFolder, key, versionId);
  const isHead = request.method === 'HEAD';
  return {
    status: 200,
    headers: {
      ...object.headers,
      etag: object.etag,
      'last-modified': new Date(object.lastModified).toUTCString(),
      [VERSION_HEADER]: object.versionId,
      ...(isHead ? { 'content-length': String(object.bytes.length) } : {}),
    },
    body: isHead ? '' : object.bytes,
  };
}

/** With a version id, that version is gone for good. Without one, a delete marker hides those that were. */
export async function deleteObject(
  bucketFolder: string,
  key: string,
  versionId: string | null,
  headers: IncomingHttpHeaders,
  now: number,
): Promise<Reply> {
  checkWrite(headers, (await currentObject(bucketFolder, key))?.etag);
  if (versionId === null) {
    const marker = { ...makeVersion(key, Buffer.alloc(0), {}, now), isDeleteMarker: true };
    return deleted(await addVersion(bucketFolder, marker, now), true);
  }
  const version = await versionOf(bucketFolder, key, versionId);
  if (version !== undefined) await removeVersion(bucketFolder, version);
  return deleted(versionId, version?.isDeleteMarker === true);
}

function deleted(versionId: string, isDeleteMarker: boolean): Reply {
  const marker = isDeleteMarker ? { 'x-amz-delete-marker': 'true' } : {};
  return { status: 204, headers: { [VERSION_HEADER]: versionId, ...marker }, body: '' };
}

async function wantedVersion(
  bucketFolder: string,
  key: string,
  versionId: string | null,
): Promise<StoredObject> {
  if (versionId === null) {
    const current = await currentObject(bucketFolder, key);
    if (current === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
    return current;
  }
  const version = await versionOf(bucketFolder, key, versionId);
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
  versionId: string,
): Promise<StoredObject | undefined> {
  return (await allVersions(bucketFolder, key)).find((each) => each.versionId === versionId);
}

function makeVersion(
  key: string,
  bytes: Uint8Array,
  headers: Record<string, string>,
  now: number,
): Unnumbered {
  return {
    key,
    bytes,
    isDeleteMarker: false,
    etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    lastModified: new Date(Math.floor(now / 1000) * 1000).toISOString(),
    headers,
  };
}
