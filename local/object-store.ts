/**
 * A stand-in for S3 that can read, write and delete objects. It listens on 127.0.0.1 and keeps objects in memory. The unchanged
 * AWS SDK works with it, but must use path-style URLs.
 */

import { createHash } from 'node:crypto';

import type { Call, HttpAnswer } from './http-server.ts';
import { s3Error, type StandIn, startStandIn } from './stand-in.ts';

/** The stored objects, each as the answer to a GET request. They are keyed by path. */
type Objects = Map<string, HttpAnswer>;

export async function startObjectStore(): Promise<StandIn> {
  const objects: Objects = new Map();
  return startStandIn('last-good', (call) => {
    if (call.method === 'GET') return objects.get(call.path) ?? s3Error('NoSuchKey');
    if (call.method === 'PUT') return putObject(objects, call);
    if (call.method !== 'DELETE') return s3Error('NotImplemented');
    objects.delete(call.path);
    return { statusCode: 204, headers: {}, body: '' };
  });
}

/** Writes an object, with or without a condition (S3 User Guide, "Conditional requests"). */
function putObject(objects: Objects, { path, headers, body }: Call): HttpAnswer {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const current = objects.get(path)?.headers['etag'];
  if (match !== undefined && current === undefined) return s3Error('NoSuchKey');
  const isUnwanted = match === undefined ? noneMatch !== undefined : match !== current;
  if (isUnwanted && current !== undefined) return s3Error('PreconditionFailed');
  const kept = Object.entries(headers).filter(([name]) =>
    /^(?:cache-control|content-type|x-amz-meta-.+)$/u.test(name),
  );
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  const own = { 'last-modified': new Date().toUTCString(), etag };
  objects.set(path, { statusCode: 200, headers: { ...Object.fromEntries(kept), ...own }, body });
  return { statusCode: 200, headers: { etag }, body: '' };
}
