/** S3 on 127.0.0.1, on disk, as far as this project asks it: the unchanged AWS SDK talks to it in path style. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import path from 'node:path';

import * as v from 'valibot';

import type { Reply } from './http-server.ts';
import { Faults, type FinishedCall, s3Error, type StandIn, startStandIn } from './stand-in.ts';

interface ObjectStoreOptions {
  /** Where the objects are kept: a folder for each bucket, which is there as soon as something is put into it. */
  readonly folder: string;
  readonly onCall?: ((call: FinishedCall) => void) | undefined;
}

export async function startObjectStore({ folder, onCall }: ObjectStoreOptions): Promise<StandIn> {
  return startStandIn({
    faults: new Faults('last-good'),
    operationOf: ({ request }) => request.method ?? '',
    onCall,
    answer: async (call) => answerRequest(folder, call.request, await call.body()),
  });
}

/** Reads and writes at once, so that of two conditional writes a single one wins. */
function answerRequest(
  folder: string,
  { headers, method = '', url = '' }: IncomingMessage,
  bytes: Buffer,
): Reply {
  // The raw path: `..` in a key is nothing special to S3, and a URL parser would resolve it.
  const [, bucket = '', key = ''] = /^\/([\w-]+)\/?([^?]*)/u.exec(url) ?? [];
  const bucketFolder = path.join(folder, bucket);
  const file = path.join(bucketFolder, fileName(decodeURIComponent(key)));
  switch (`${method} ${key === '' ? 'bucket' : 'object'}`) {
    case 'GET bucket':
      return listObjects(bucketFolder);
    case 'GET object': {
      const object = readObject(file);
      if (object === undefined) return s3Error('NoSuchKey');
      return { status: 200, headers: { ...object.headers, etag: object.etag }, body: object.bytes };
    }
    case 'PUT object':
      return putObject(file, headers, bytes);
    case 'DELETE object':
      rmSync(file, { force: true });
      return { status: 204, headers: {}, body: '' };
    default:
      return s3Error('NotImplemented');
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
function readObject(file: string): StoredObject | undefined {
  if (!existsSync(file)) return undefined;
  const content = readFileSync(file);
  const end = content.indexOf('\n');
  const headers = v.parse(StoredHeaders, JSON.parse(content.toString('utf8', 0, end)));
  const bytes = content.subarray(end + 1);
  return { headers, bytes, etag: etagOf(bytes) };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** A write with or without a condition (S3 user guide, "Conditional requests"). */
function putObject(file: string, headers: IncomingHttpHeaders, bytes: Buffer): Reply {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const current = readObject(file);
  if (match !== undefined && current === undefined) return s3Error('NoSuchKey');
  const isAnother = match !== undefined && match !== current?.etag;
  if (isAnother || (noneMatch !== undefined && current !== undefined)) {
    return s3Error('PreconditionFailed');
  }
  const kept = Object.entries(headers).filter(([name]) =>
    /^(?:cache-control|content-type|x-amz-meta-.+)$/u.test(name),
  );
  const own = { ...Object.fromEntries(kept), 'last-modified': new Date().toUTCString() };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(own)}\n`), bytes]));
  return { status: 200, headers: { etag: etagOf(bytes) }, body: '' };
}

/** ListObjectsV2, on a single page. */
function listObjects(bucketFolder: string): Reply {
  const files = existsSync(bucketFolder) ? readdirSync(bucketFolder) : [];
  const keys = files.map(decodeURIComponent).toSorted();
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const body = `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}
