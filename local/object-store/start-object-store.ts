/** S3 on 127.0.0.1, on disk: the unchanged AWS SDK talks to it in path style. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { type Clock, systemClock } from '../../aws/clock.ts';
import { type Endpoint, startEndpoint } from '../endpoint/faults.ts';
import { BodyTooLargeError, type Call, type Reply } from '../endpoint/server.ts';
import { deleteObjects, listObjects, listVersions } from './bucket-requests.ts';
import { deleteObject, getObject, putObject } from './object-requests.ts';
import {
  type Address,
  errorReply,
  objectStoreFaults,
  parseAddress,
  receiveBody,
  S3Error,
} from './s3-protocol.ts';

export interface ObjectStoreOptions {
  /** Where the objects are kept: one folder per bucket, which is made where it is missing. */
  readonly folder: string;
  readonly buckets: readonly string[];
  readonly clock?: Clock;
}

/** Counts its calls by method: `GET`, `PUT`, `HEAD`, `DELETE`. */
export type ObjectStore = Endpoint;

/** General purpose bucket names (S3 user guide): they are safe as folder names. */
const bucketName = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;

export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { folder, buckets, clock = systemClock } = options;
  const wrong = buckets.find((bucket) => !bucketName.test(bucket));
  if (wrong !== undefined) throw new Error(`${wrong} is not the name of a bucket`);
  await Promise.all(buckets.map((bucket) => mkdir(path.join(folder, bucket), { recursive: true })));
  const store: Store = { folder, buckets, clock, writes: new Map() };
  return startEndpoint({
    faults: objectStoreFaults,
    clock,
    operationOf: ({ request }) => request.method ?? '',
    answer: async (call) => answerCall(store, call),
  });
}

interface Store {
  readonly folder: string;
  readonly buckets: readonly string[];
  readonly clock: Clock;
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
    const operate = address.key === '' ? operateOnBucket : operateOnObject;
    return await operate(store, address, call);
  } catch (error) {
    const reply = asReply(error);
    return call.request.method === 'HEAD' ? { ...reply, body: '' } : reply;
  }
}

async function operateOnObject(store: Store, address: Address, call: Call): Promise<Reply> {
  const { bucket, key, query } = address;
  const { headers, method = '' } = call.request;
  const bucketFolder = path.join(store.folder, bucket);
  const versionId = query.get('versionId');
  switch (method) {
    case 'GET':
    case 'HEAD':
      return getObject(bucketFolder, key, versionId, call);
    case 'PUT': {
      const bytes = await receiveBody(call); // first: a client that stalls holds up no other write
      return inOrder(store, address, async () =>
        putObject(bucketFolder, key, headers, bytes, store.clock.now()),
      );
    }
    case 'DELETE':
      return inOrder(store, address, async () =>
        deleteObject(bucketFolder, key, versionId, headers, store.clock.now()),
      );
    default:
      throw notAllowed();
  }
}

async function operateOnBucket(store: Store, address: Address, call: Call): Promise<Reply> {
  const { bucket, query } = address;
  const { method } = call.request;
  const bucketFolder = path.join(store.folder, bucket);
  if (method === 'GET' && query.has('versions')) return listVersions(bucketFolder, address);
  if (method === 'GET' && query.get('list-type') === '2') return listObjects(bucketFolder, address);
  if (method !== 'POST' || !query.has('delete')) throw notAllowed();
  return deleteObjects(await receiveBody(call), async (key, versionId) =>
    inOrder(store, { bucket, key }, async () =>
      deleteObject(bucketFolder, key, versionId, {}, store.clock.now()),
    ),
  );
}

function notAllowed(): S3Error {
  return new S3Error('MethodNotAllowed', 'The specified method is not allowed here.');
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

function asReply(error: unknown): Reply {
  if (error instanceof S3Error) return errorReply(error.code, error.message);
  if (error instanceof BodyTooLargeError) return errorReply('EntityTooLarge', error.message);
  throw error; // a bug of ours
}
