/** S3 on 127.0.0.1, on disk and with versions, as far as this project asks it: the unchanged AWS SDK talks to it in path style. */

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';

import { type Clock, systemClock } from '../../lambda/aws/clock.ts';
import { type Endpoint, type Fault, type FaultTable, startEndpoint } from '../endpoint/faults.ts';
import { contentsOf, element, textsOf, xmlReply } from '../endpoint/replies.ts';
import type { Call, Reply } from '../endpoint/server.ts';
import {
  addVersion,
  currentObject,
  isDeleteMarker,
  lastModified,
  removeVersion,
  type Version,
  versionsByKey,
} from './versions.ts';

/** S3 API reference, "Error responses". */
const statuses = {
  AccessDenied: 403,
  ConditionalRequestConflict: 409,
  InternalError: 500,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  ServiceUnavailable: 503,
  SlowDown: 503,
} as const;

type S3Code = keyof typeof statuses;

class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3Code;

  constructor(code: S3Code, message: string) {
    super(message);
    this.code = code;
  }
}

/** How the object store can be made to fail. */
export const objectStoreFaults: FaultTable = {
  up: { description: 'healthy', does: 'pass' },
  down: { description: 'every connection is reset', does: 'refuse' },
  denied: failing('AccessDenied', '403: this function may not'),
  slow: { description: 'answers, but only after some seconds (2 by default)', does: 'delay' },
  hang: { description: 'never answers', does: 'hang' },
  reset: { description: 'breaks the connection', does: 'reset' },
  unavailable: failing('ServiceUnavailable', '503: S3 is unavailable'),
  throttled: failing('SlowDown', '503: too many requests'),
  broken: failing('InternalError', '500: an error inside S3'),
  conflict: failing('ConditionalRequestConflict', '409: another write to the key won'),
};

function failing(code: S3Code, description: string): Fault {
  return { description, does: errorReply(code, 'A fault that was set.') };
}

function errorReply(code: S3Code, message: string): Reply {
  const error = `${element('Code', code)}${element('Message', message)}`;
  return xmlReply(`<Error>${error}</Error>`, statuses[code]);
}

export interface ObjectStoreOptions {
  /** Where the objects are kept: one folder for each bucket, which is there as soon as something is put into it. */
  readonly folder: string;
  readonly clock?: Clock;
}

/** Counts its calls by method: `GET`, `PUT`, `DELETE`, `POST`. */
export type ObjectStore = Endpoint;

export async function startObjectStore({
  folder,
  clock = systemClock,
}: ObjectStoreOptions): Promise<ObjectStore> {
  const store: Store = { folder, clock, writes: new Map() };
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
    return await operate(store, parseAddress(call.request.url ?? ''), call);
  } catch (error) {
    if (error instanceof S3Error) return errorReply(error.code, error.message);
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
      const bytes = await call.body(); // first: a client that stalls holds up no other write
      return inOrder(store, address, async () =>
        putObject(bucketFolder, key, headers, bytes, store.clock.now()),
      );
    }
    case 'DELETE object':
      return inOrder(store, address, async () =>
        deleteObject(bucketFolder, key, store.clock.now()),
      );
    case 'GET list':
      return listObjects(bucketFolder);
    case 'GET versions':
      return listVersions(bucketFolder, address);
    case 'POST delete':
      for (const version of versionsNamedIn((await call.body()).toString())) {
        await inOrder(store, { bucket, key: version.key }, async () =>
          removeVersion(bucketFolder, version),
        );
      }
      return xmlReply(`<DeleteResult ${NAMESPACE}/>`);
    default:
      throw notImplemented();
  }
}

/** What a request is about, in path style: `/bucket/key`, or `/bucket` with what is wanted of it. */
interface Address {
  readonly bucket: string;
  /** Empty where the request is about the bucket. */
  readonly key: string;
  readonly resource: 'object' | 'list' | 'versions' | 'delete';
  /** Of the keys whose versions are listed. */
  readonly prefix: string;
}

/** Query parameters that are understood. The SDK only repeats the operation's name in `x-id`. */
const ofObjects = new Set(['x-id']);
const ofBuckets = new Set(['x-id', 'delete', 'versions', 'list-type', 'prefix']);

/**
 * Reads the raw path: `..` in a key is nothing special to S3, and a URL parser would resolve it.
 *
 * @throws NotImplemented
 */
function parseAddress(url: string): Address {
  const [rawPath = '', rawQuery = ''] = url.split('?', 2);
  const [, bucket = '', rawKey = ''] = /^\/([\w-]*)\/?([^]*)$/.exec(rawPath) ?? [];
  const key = decodeURIComponent(rawKey);
  const query = new URLSearchParams(rawQuery);
  const known = key === '' ? ofBuckets : ofObjects;
  if (bucket === '' || [...query.keys()].some((name) => !known.has(name))) throw notImplemented();
  const ofBucket = query.has('versions') ? 'versions' : query.has('delete') ? 'delete' : 'list';
  const resource = key === '' ? ofBucket : 'object';
  return { bucket, key, resource, prefix: query.get('prefix') ?? '' };
}

function notImplemented(): S3Error {
  return new S3Error('NotImplemented', 'This operation is not implemented here');
}

function noSuchKey(): S3Error {
  return new S3Error('NoSuchKey', 'The specified key does not exist.');
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
  const object = await currentObject(bucketFolder, key);
  if (object === undefined) throw noSuchKey();
  return {
    status: 200,
    headers: {
      ...object.headers,
      etag: etagOf(object.bytes),
      'last-modified': lastModified(object),
      [VERSION_HEADER]: object.versionId,
    },
    body: object.bytes,
  };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

async function putObject(
  bucketFolder: string,
  key: string,
  headers: IncomingHttpHeaders,
  bytes: Uint8Array,
  now: number,
): Promise<Reply> {
  const current = await currentObject(bucketFolder, key);
  checkWrite(headers, current && etagOf(current.bytes));
  const object = { headers: keptHeaders(headers), bytes };
  const { versionId } = await addVersion(bucketFolder, key, object, now);
  return { status: 200, headers: { etag: etagOf(bytes), [VERSION_HEADER]: versionId }, body: '' };
}

/**
 * A conditional write (S3 user guide, "Conditional requests"; RFC 9110, section 13).
 *
 * @param current - ETag of the object that is there.
 * @throws PreconditionFailed; NoSuchKey where `If-Match` meets no object; NotImplemented for a body in chunks
 */
function checkWrite(headers: IncomingHttpHeaders, current: string | undefined): void {
  if (String(headers['x-amz-content-sha256']).startsWith('STREAMING-')) throw notImplemented();
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined && current === undefined) throw noSuchKey();
  const holds =
    (match === undefined || match === current) &&
    (noneMatch === undefined || current === undefined);
  if (holds) return;
  throw new S3Error(
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
  );
}

/** The headers of a put that are kept with the object and come back with it. */
function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) =>
    /^(?:cache-control|content-type|x-amz-meta-.+)$/u.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** A delete marker hides what was there. */
async function deleteObject(bucketFolder: string, key: string, now: number): Promise<Reply> {
  const { versionId } = await addVersion(bucketFolder, key, 'delete marker', now);
  const headers = { [VERSION_HEADER]: versionId, 'x-amz-delete-marker': 'true' };
  return { status: 204, headers, body: '' };
}

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** ListObjectsV2, on a single page. */
async function listObjects(bucketFolder: string): Promise<Reply> {
  const keys = (await versionsByKey(bucketFolder, ''))
    .flatMap(([newest]) => (newest === undefined || isDeleteMarker(newest) ? [] : newest))
    .map(({ key }) => `<Contents>${element('Key', key)}</Contents>`);
  return xmlReply(
    `<ListBucketResult ${NAMESPACE}>${element('IsTruncated', false)}${element('KeyCount', keys.length)}${keys.join('')}</ListBucketResult>`,
  );
}

/** ListObjectVersions, on a single page. */
async function listVersions(bucketFolder: string, { prefix }: Address): Promise<Reply> {
  const versions = (await versionsByKey(bucketFolder, prefix)).flatMap((ofKey) =>
    ofKey.map((version, index) => {
      const name = isDeleteMarker(version) ? 'DeleteMarker' : 'Version';
      const ids = element('Key', version.key) + element('VersionId', version.versionId);
      return `<${name}>${ids}${element('IsLatest', index === 0)}</${name}>`;
    }),
  );
  return xmlReply(
    `<ListVersionsResult ${NAMESPACE}>${element('IsTruncated', false)}${versions.join('')}</ListVersionsResult>`,
  );
}

/** Of DeleteObjects. @throws NotImplemented for a key without a version */
function versionsNamedIn(xml: string): readonly Version[] {
  return contentsOf(xml, 'Object').map((object) => {
    const [[key], [versionId]] = [textsOf(object, 'Key'), textsOf(object, 'VersionId')];
    if (key === undefined || versionId === undefined) throw notImplemented();
    return { key, versionId };
  });
}
