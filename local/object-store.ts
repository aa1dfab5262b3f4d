/** S3 on 127.0.0.1, on disk, as far as this project asks it: the unchanged AWS SDK talks to it in path style. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';

import * as v from 'valibot';

import { type Clock, systemClock } from '../lambda/aws/clock.ts';
import { errorName } from '../lambda/aws/errors.ts';
import type { Call, Reply } from './http-server.ts';
import {
  commonFaults,
  type FaultTable,
  type FinishedCall,
  type StandIn,
  startStandIn,
} from './stand-in.ts';

/** S3 API reference, "Error responses". */
const statuses = {
  AccessDenied: 403,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
} as const;

type S3Code = keyof typeof statuses;

function errorReply(code: S3Code): Reply {
  const headers = { 'content-type': 'application/xml' };
  return { status: statuses[code], headers, body: `<Error><Code>${code}</Code></Error>` };
}

/** The ways in which the object store can be made to fail. */
export const objectStoreFaults: FaultTable = {
  ...commonFaults,
  denied: { description: 'throws AccessDenied', does: errorReply('AccessDenied') },
};

export interface ObjectStoreOptions {
  /** Where the objects are kept: a folder for each bucket, which is there as soon as something is put into it. */
  readonly folder: string;
  readonly clock?: Clock;
  readonly onCall?: ((call: FinishedCall) => void) | undefined;
}

export async function startObjectStore({
  folder,
  clock = systemClock,
  onCall,
}: ObjectStoreOptions): Promise<StandIn> {
  /** The newest write, settled when it is over: of two conditional ones, a single one wins. */
  let lastWrite: Promise<unknown> = Promise.resolve();
  const inOrder = async (write: () => Promise<Reply>): Promise<Reply> => {
    const result = lastWrite.then(write);
    lastWrite = result.catch(() => undefined);
    return result;
  };
  return startStandIn({
    faults: objectStoreFaults,
    clock,
    operationOf: ({ request }) => request.method ?? '',
    onCall,
    answer: async (call) => answerCall(folder, clock.now(), inOrder, call),
  });
}

async function answerCall(
  folder: string,
  now: number,
  inOrder: (write: () => Promise<Reply>) => Promise<Reply>,
  call: Call,
): Promise<Reply> {
  const { headers, method = '', url = '' } = call.request;
  // The raw path: `..` in a key is nothing special to S3, and a URL parser would resolve it.
  const [, bucket = '', key = '', query = ''] = /^\/([\w-]+)\/?([^?]*)\??(.*)$/u.exec(url) ?? [];
  const bucketFolder = path.join(folder, bucket);
  const file = path.join(bucketFolder, fileName(decodeURIComponent(key)));
  if (bucket === '') return errorReply('NotImplemented');
  if (key === '') {
    return method === 'GET' && query.includes('list-type=2')
      ? listObjects(bucketFolder)
      : errorReply('NotImplemented');
  }
  switch (method) {
    case 'GET': {
      const object = await readObject(file);
      if (object === undefined) return errorReply('NoSuchKey');
      return { status: 200, headers: { ...object.headers, etag: object.etag }, body: object.bytes };
    }
    case 'PUT': {
      const bytes = await call.body(); // first: a client that stalls holds up no other write
      return inOrder(async () => putObject(file, headers, bytes, now));
    }
    case 'DELETE':
      return inOrder(async () => {
        await rm(file, { force: true });
        return { status: 204, headers: {}, body: '' };
      });
    default:
      return errorReply('NotImplemented');
  }
}

/** `.` and `..` are names of files that a key may not have. */
function fileName(key: string): string {
  return encodeURIComponent(key).replaceAll('.', '%2E');
}

const StoredHeaders = v.record(v.string(), v.string());

interface StoredObject {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A file has the headers of its object as JSON on the first line, and then the bytes. */
async function readObject(file: string): Promise<StoredObject | undefined> {
  try {
    const content = await readFile(file);
    const end = content.indexOf('\n');
    const headers = v.parse(StoredHeaders, JSON.parse(content.toString('utf8', 0, end)));
    const bytes = content.subarray(end + 1);
    return { headers, bytes, etag: etagOf(bytes) };
  } catch (error) {
    if (errorName(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** A write with or without a condition (S3 user guide, "Conditional requests"). */
async function putObject(
  file: string,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  now: number,
): Promise<Reply> {
  // A body in chunks is not taken apart here.
  if (String(headers['x-amz-content-sha256']).startsWith('STREAMING-')) {
    return errorReply('NotImplemented');
  }
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const current = await readObject(file);
  if (match !== undefined && current === undefined) return errorReply('NoSuchKey');
  const isAnother = match !== undefined && match !== current?.etag;
  if (isAnother || (noneMatch !== undefined && current !== undefined)) {
    return errorReply('PreconditionFailed');
  }
  const kept = Object.entries(headers).filter(([name]) =>
    /^(?:cache-control|content-type|x-amz-meta-.+)$/u.test(name),
  );
  const own = { ...Object.fromEntries(kept), 'last-modified': new Date(now).toUTCString() };
  await mkdir(path.dirname(file), { recursive: true });
  // Under another name until it is whole: a process may end at any time.
  await writeFile(`${file}.draft`, Buffer.concat([Buffer.from(`${JSON.stringify(own)}\n`), bytes]));
  await rename(`${file}.draft`, file);
  return { status: 200, headers: { etag: etagOf(bytes) }, body: '' };
}

/** ListObjectsV2, on a single page. */
async function listObjects(bucketFolder: string): Promise<Reply> {
  const files = await readdir(bucketFolder).catch(() => []);
  const keys = files.map(decodeURIComponent).toSorted();
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`,
  };
}
