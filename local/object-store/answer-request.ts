/** One HTTP request to one reply. The only place where an error becomes an answer. */

import type { Clock } from '../clock.ts';
import { BodyTooLargeError, type Call, type Reply } from '../endpoint/reply.ts';
import { Turns } from '../turns.ts';
import { type Address, parseAddress } from './address.ts';
import { deleteObjects } from './delete-objects.ts';
import { listVersions } from './list-versions.ts';
import { deleteObject, getObject, putObject } from './object-requests.ts';
import { receiveBody } from './receive-body.ts';
import { errorReply, S3Error } from './s3-error.ts';

export interface Store {
  readonly folder: string;
  readonly buckets: readonly string[];
  readonly clock: Clock;
}

export function answerRequest(store: Store): (call: Call) => Promise<Reply> {
  const turns = new Map<string, Turns>();
  return async (call) => {
    try {
      return await operate(call, store, turns);
    } catch (error) {
      const reply = asReply(error);
      return call.request.method === 'HEAD' ? { ...reply, body: '' } : reply;
    }
  };
}

async function operate(
  call: Call,
  { folder, buckets, clock }: Store,
  turns: Map<string, Turns>,
): Promise<Reply> {
  const { method = '', url = '' } = call.request;
  const address = parseAddress(url);

  if (!buckets.includes(address.bucket)) {
    throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
  }
  if (address.key === '') return operateOnBucket(call, address, { folder, buckets, clock }, turns);
  switch (method) {
    case 'GET':
    case 'HEAD':
      return getObject(folder, address, call);
    case 'PUT': {
      const body = await receiveBody(call); // before its turn: a client that stalls holds up nobody
      return inTurn(turns, address, () => putObject(folder, address, body, clock));
    }
    case 'DELETE':
      return inTurn(turns, address, () =>
        deleteObject(folder, address, call.request.headers, clock),
      );
    default:
      throw notAllowed();
  }
}

async function operateOnBucket(
  call: Call,
  address: Address,
  { folder, clock }: Store,
  turns: Map<string, Turns>,
): Promise<Reply> {
  const { bucket, query } = address;
  const { method } = call.request;
  if (method === 'GET' && query.has('versions')) return listVersions(folder, address);
  if (method !== 'POST' || !query.has('delete')) throw notAllowed();
  const { bytes } = await receiveBody(call);
  return deleteObjects(bytes, async (key, versionId) => {
    const one = {
      bucket,
      key,
      query: new URLSearchParams(versionId === undefined ? {} : { versionId }),
    };
    await inTurn(turns, one, () => deleteObject(folder, one, {}, clock));
  });
}

function notAllowed(): S3Error {
  return new S3Error('MethodNotAllowed', 'The specified method is not allowed here.');
}

/** Writes to one key happen one after the other, so that of two conditional ones a single one wins. */
async function inTurn<T>(
  turns: Map<string, Turns>,
  { bucket, key }: Address,
  work: () => Promise<T>,
): Promise<T> {
  const name = `${bucket}/${key}`;
  const queue = turns.get(name) ?? new Turns();
  turns.set(name, queue);
  const end = await queue.take();
  try {
    return await work();
  } finally {
    end();
  }
}

function asReply(error: unknown): Reply {
  if (error instanceof S3Error) return errorReply(error.code, error.message);
  if (error instanceof BodyTooLargeError) return errorReply('EntityTooLarge', error.message);
  throw error; // a bug of ours
}
