/** S3 on 127.0.0.1, on disk, as far as this project asks it: the unchanged AWS SDK talks to it in path style. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const [, bucket = '', key = ''] = /^\/([\w-]+)\/(.+)$/u.exec(target) ?? [];
  const file = path.join(folder, bucket, fileName(decodeURIComponent(key)));
  switch (method) {
    case 'GET':
      return readObject(file) ?? s3Error('NoSuchKey');
    case 'PUT':
      return putObject(file, headers, body);
    case 'DELETE':
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

/** The answer to a GET. A file has the headers of its object as JSON on the first line, and then the bytes. */
function readObject(file: string): HttpAnswer | undefined {
  if (!existsSync(file)) return undefined;
  const content = readFileSync(file);
  const end = content.indexOf('\n');
  const headers = v.parse(StoredHeaders, JSON.parse(content.toString('utf8', 0, end)));
  const body = content.subarray(end + 1);
  return { statusCode: 200, headers: { ...headers, etag: etagOf(body) }, body };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** A write with or without a condition (S3 user guide, "Conditional requests"). */
function putObject(file: string, headers: Call['headers'], bytes: Buffer): HttpAnswer {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const current = readObject(file);
  if (match !== undefined && current === undefined) return s3Error('NoSuchKey');
  const isAnother = match !== undefined && match !== current?.headers['etag'];
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
