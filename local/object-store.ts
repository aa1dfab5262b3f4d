/** S3 on 127.0.0.1, on disk, as far as this project asks it: the unchanged AWS SDK talks to it in path style. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import * as v from 'valibot';

import type { Call, HttpAnswer } from './http-server.ts';
import { s3Error, type StandIn, startStandIn } from './stand-in.ts';

/** @param folder - where the objects are kept: a folder for each bucket, which is there as soon as something is put into it. */
export async function startObjectStore(folder: string): Promise<StandIn> {
  return startStandIn('last-good', (call) => answer(folder, call));
}

/** Reads and writes at once, so that of two conditional writes a single one wins. */
function answer(folder: string, { method, path: target, headers, body }: Call): HttpAnswer {
  const [, bucket = '', key = ''] = /^\/([\w-]+)\/?(.*)/u.exec(target) ?? [];
  const bucketFolder = path.join(folder, bucket);
  const file = path.join(bucketFolder, fileName(decodeURIComponent(key)));
  switch (`${method} ${key === '' ? 'bucket' : 'object'}`) {
    case 'GET bucket':
      return listObjects(bucketFolder);
    case 'GET object': {
      const object = readObject(file);
      if (object === undefined) return s3Error('NoSuchKey');
      const { etag } = object;
      return { statusCode: 200, headers: { ...object.headers, etag }, body: object.bytes };
    }
    case 'PUT object':
      return putObject(file, headers, body);
    case 'DELETE object':
      rmSync(file, { force: true });
      return { statusCode: 204, headers: {}, body: '' };
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
function putObject(file: string, headers: Call['headers'], bytes: Buffer): HttpAnswer {
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
  return { statusCode: 200, headers: { etag: etagOf(bytes) }, body: '' };
}

/** ListObjectsV2, on a single page. */
function listObjects(bucketFolder: string): HttpAnswer {
  const files = existsSync(bucketFolder) ? readdirSync(bucketFolder) : [];
  const keys = files.map(decodeURIComponent).toSorted();
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const body = `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
  return { statusCode: 200, headers: { 'content-type': 'application/xml' }, body };
}
