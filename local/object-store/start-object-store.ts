/** S3 on 127.0.0.1, on disk and with versions, as far as this project asks it: the unchanged AWS SDK talks to it in path style. */

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';

import { type Clock, systemClock } from '../../aws/clock.ts';
import { type Endpoint, startEndpoint } from '../endpoint/faults.ts';
import { BodyTooLargeError, type Call, type Reply } from '../endpoint/server.ts';
import { contentsOf, element, textOf } from '../endpoint/xml.ts';
import {
  type Address,
  checkWrite,
  errorReply,
  keptHeaders,
  notImplemented,
  objectStoreFaults,
  parseAddress,
  receiveBody,
  S3Error,
  xmlReply,
} from './s3-protocol.ts';
import {
  addVersion,
  currentVersion,
  removeVersion,
  type StoredObject,
  type Version,
  versionsByKey,
} from './versions.ts';

export interface ObjectStoreOptions {
  /** Where the objects are kept: one folder for each bucket. */
  readonly folder: string;
  readonly buckets: readonly string[];
  readonly clock?: Clock;
}

/** Counts its calls by method: `GET`, `PUT`, `DELETE`, `POST`. */
export type ObjectStore = Endpoint;

export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { folder, buckets, clock = systemClock } = options;
  const store: Store = { folder, buckets, clock, writes: new Map() };
  return startEndpoint({
    faults: objectStoreFaults,
    clock,
    operationOf: ({ request }) => request.method ?? '',
    answer: async (call) => answerCall(store, call),
  });
}

interface Store extends Required<ObjectStoreOptions> {
  /** The newest write to each key, settled when it is over. */
  readonly writes: Map<string, Promise<unknown>>;
}

/** The only place where an error becomes an answer. */
async function answerCall(store: Store, call: Call): Promise<Reply> {
  try {
    const address = parseAddress(call.request.url ?? '');
    if (!store.buckets.includes(address.bucket)) {
      throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
    }
    return await operate(store, address, call);
  } catch (error) {
    if (error instanceof S3Error) return errorReply(error.code, error.message);
    if (error instanceof BodyTooLargeError) return errorReply('EntityTooLarge', error.message);
    throw error; // a bug of ours
  }
}

async function operate(store: Store, address: Address, call: Call): Promise<Reply> {
  const { bucket, key, resource } = address;
  const { headers, method = '' } = call.request;
  const bucketFolder = path.join(store.folder, bucket, 'versions');
  switch (`${method} ${resource}`) {
    case 'GET object':
      return getObject(bucketFolder, key, headers);
    case 'PUT object': {
      const bytes = await receiveBody(call); // first: a client that stalls holds up no other write
      return inOrder(store, address, async () =>
        putObject(bucketFolder, key, headers, bytes, store.clock.now()),
      );
    }
    case 'DELETE object':
      return inOrder(store, address, async () =>
        deleteObject(bucketFolder, key, store.clock.now()),
      );
    case 'GET list':
      return listObjects(bucketFolder, address);
    case 'GET versions':
      return listVersions(bucketFolder, address);
    case 'POST delete':
      for (const version of await versionsNamedIn(call)) {
        await inOrder(store, { bucket, key: version.key }, async () =>
          removeVersion(bucketFolder, version.key, version.versionId),
        );
      }
      return xmlReply(`<DeleteResult ${NAMESPACE}/>`);
    default:
      throw notImplemented();
  }
}

/** Writes to one key happen one after the other, so that of two conditional ones a single one wins. */
async function inOrder<T>(
  { writes }: Store,
  { bucket, key }: Pick<Address, 'bucket' | 'key'>,
  write: () => Promise<T>,
): Promise<T> {
  const name = `${bucket}/${key}`;
  const result = (writes.get(name) ?? Promise.resolve()).then(write);
  writes.set(
    name,
    result.catch(() => undefined),
  );
  return result;
}

const VERSION_HEADER = 'x-amz-version-id';

/** @throws NoSuchKey; NotImplemented for a condition */
async function getObject(
  bucketFolder: string,
  key: string,
  asked: IncomingHttpHeaders,
): Promise<Reply> {
  if (Object.keys(asked).some((name) => name.startsWith('if-'))) throw notImplemented();
  const object = await currentVersion(bucketFolder, key);
  if (object === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  const { headers, etag, lastModified, versionId, bytes } = object;
  return {
    status: 200,
    headers: {
      ...headers,
      etag,
      'last-modified': new Date(lastModified).toUTCString(),
      [VERSION_HEADER]: versionId,
    },
    body: bytes,
  };
}

async function putObject(
  bucketFolder: string,
  key: string,
  headers: IncomingHttpHeaders,
  bytes: Uint8Array,
  now: number,
): Promise<Reply> {
  checkWrite(headers, (await currentVersion(bucketFolder, key))?.etag);
  const object = makeObject(key, bytes, keptHeaders(headers), now);
  const versionId = await addVersion(bucketFolder, object, now);
  return { status: 200, headers: { etag: object.etag, [VERSION_HEADER]: versionId }, body: '' };
}

/** A delete marker hides what was there. */
async function deleteObject(bucketFolder: string, key: string, now: number): Promise<Reply> {
  const marker = { ...makeObject(key, Buffer.alloc(0), {}, now), isDeleteMarker: true };
  const versionId = await addVersion(bucketFolder, marker, now);
  const headers = { [VERSION_HEADER]: versionId, 'x-amz-delete-marker': 'true' };
  return { status: 204, headers, body: '' };
}

function makeObject(
  key: string,
  bytes: Uint8Array,
  headers: Record<string, string>,
  now: number,
): StoredObject {
  return {
    key,
    bytes,
    isDeleteMarker: false,
    etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    lastModified: new Date(Math.floor(now / 1000) * 1000).toISOString(),
    headers,
  };
}

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** ListObjectsV2, on a single page. */
async function listObjects(bucketFolder: string, { bucket, prefix }: Address): Promise<Reply> {
  const objects = (await versionsByKey(bucketFolder, prefix))
    .flatMap(([newest]) => newest ?? [])
    .filter(({ isDeleteMarker }) => !isDeleteMarker);
  const contents = objects.map((object) => `<Contents>${aboutVersion(object)}</Contents>`);
  return xmlReply(
    `<ListBucketResult ${NAMESPACE}>${aboutList(bucket, prefix)}${element('KeyCount', objects.length)}${contents.join('')}</ListBucketResult>`,
  );
}

/** ListObjectVersions, on a single page. */
async function listVersions(bucketFolder: string, { bucket, prefix }: Address): Promise<Reply> {
  const versions = (await versionsByKey(bucketFolder, prefix)).flatMap((ofKey) =>
    ofKey.map((version, index) => {
      const name = version.isDeleteMarker ? 'DeleteMarker' : 'Version';
      const ids = element('VersionId', version.versionId) + element('IsLatest', index === 0);
      return `<${name}>${ids}${aboutVersion(version)}</${name}>`;
    }),
  );
  return xmlReply(
    `<ListVersionsResult ${NAMESPACE}>${aboutList(bucket, prefix)}${versions.join('')}</ListVersionsResult>`,
  );
}

function aboutList(bucket: string, prefix: string): string {
  return element('Name', bucket) + element('Prefix', prefix) + element('IsTruncated', false);
}

function aboutVersion({ key, lastModified, isDeleteMarker, etag, bytes }: Version): string {
  const about = element('Key', key) + element('LastModified', lastModified);
  if (isDeleteMarker) return about;
  return `${about}${element('ETag', etag)}${element('Size', bytes.length)}${element('StorageClass', 'STANDARD')}`;
}

/** Of DeleteObjects. @throws NotImplemented for a key without a version */
async function versionsNamedIn(call: Call): Promise<readonly Pick<Version, 'key' | 'versionId'>[]> {
  const xml = (await receiveBody(call)).toString();
  return contentsOf(xml, 'Object').map((object) => {
    const [key, versionId] = [textOf(object, 'Key'), textOf(object, 'VersionId')];
    if (key === undefined || versionId === undefined) throw notImplemented();
    return { key, versionId };
  });
}
