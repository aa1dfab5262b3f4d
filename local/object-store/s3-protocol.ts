/** S3's protocol: what a request says, and the errors and replies in which it is answered. */

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 as crc32Of } from 'node:zlib';

import type { Fault, FaultTable } from '../endpoint/faults.ts';
import type { Call, Reply } from '../endpoint/server.ts';
import { escapeXml } from '../endpoint/xml.ts';

/** S3 API reference, "Error responses". */
const statuses = {
  AccessDenied: 403,
  BadDigest: 400,
  ConditionalRequestConflict: 409,
  EntityTooLarge: 400,
  InternalError: 500,
  MetadataTooLarge: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  ServiceUnavailable: 503,
  SlowDown: 503,
} as const;

export type S3Code = keyof typeof statuses;

export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3Code;

  constructor(code: S3Code, message: string) {
    super(message);
    this.code = code;
  }
}

export function notImplemented(): S3Error {
  return new S3Error('NotImplemented', 'This operation is not implemented here');
}

export function errorReply(code: S3Code, message: string): Reply {
  const requestId = randomUUID();
  const { headers, body } = xmlReply(
    `<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message><RequestId>${requestId}</RequestId></Error>`,
  );
  return { status: statuses[code], headers: { ...headers, 'x-amz-request-id': requestId }, body };
}

export function xmlReply(xml: string): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`,
  };
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

/** What a request is about, in path style: `/bucket/key`, or `/bucket` with what is wanted of it. */
export interface Address {
  readonly bucket: string;
  /** Empty where the request is about the bucket. */
  readonly key: string;
  readonly resource: 'object' | 'list' | 'versions' | 'delete';
  /** Of the keys in a list. */
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
export function parseAddress(url: string): Address {
  const [rawPath = '', rawQuery = ''] = url.split('?', 2);
  const [, bucket = '', rawKey = ''] = /^\/([^/]*)\/?([^]*)$/.exec(rawPath) ?? [];
  const key = decodeURIComponent(rawKey);
  const query = new URLSearchParams(rawQuery);
  const known = key === '' ? ofBuckets : ofObjects;
  if (bucket === '' || [...query.keys()].some((name) => !known.has(name))) throw notImplemented();
  const ofBucket = query.has('versions') ? 'versions' : query.has('delete') ? 'delete' : 'list';
  return {
    bucket: decodeURIComponent(bucket),
    key,
    resource: key === '' ? ofBucket : 'object',
    prefix: query.get('prefix') ?? '',
  };
}

const CRC32_HEADER = 'x-amz-checksum-crc32';

const OBJECT_BYTES = 64 * 1024 * 1024; // S3 takes 5 GiB in one put; ours are in memory for a moment

/**
 * The body, checked against the CRC32 that came with it.
 *
 * @throws BadDigest; BodyTooLargeError; NotImplemented for a digest that is not computed here, and for `aws-chunked`, in
 *   which SDKs send streams
 */
export async function receiveBody(call: Call): Promise<Buffer> {
  const { headers } = call.request;
  const bytes = await call.body(OBJECT_BYTES);
  const unknown = Object.keys(headers).find(
    (name) => /^(?:content-md5|x-amz-checksum-.*)$/.test(name) && name !== CRC32_HEADER,
  );
  if (unknown !== undefined) {
    throw new S3Error('NotImplemented', `${unknown} is not checked here: send CRC32`);
  }
  if (headers[CRC32_HEADER] !== undefined && headers[CRC32_HEADER] !== crc32(bytes)) {
    throw new S3Error(
      'BadDigest',
      'The CRC32 you specified did not match the calculated checksum.',
    );
  }
  if (String(headers['x-amz-content-sha256']).startsWith('STREAMING-')) {
    throw new S3Error('NotImplemented', 'A body in chunks (aws-chunked) is not implemented here');
  }
  return bytes;
}

/** Base64 of the four bytes, as S3 writes it. */
function crc32(bytes: Uint8Array): string {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(crc32Of(bytes));
  return four.toString('base64');
}

const USER_METADATA_PREFIX = 'x-amz-meta-';
const USER_METADATA_BYTES = 2 * 1024; // S3 user guide, "User-defined object metadata"

const systemHeaders = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]);

/** The headers of a put that are kept with the object and come back with it. @throws MetadataTooLarge */
export function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const all = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const user = all.filter(([name]) => name.startsWith(USER_METADATA_PREFIX));
  const bytes = user.map(([name, value]) => `${name.slice(USER_METADATA_PREFIX.length)}${value}`);
  if (Buffer.byteLength(bytes.join('')) > USER_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed size.');
  }
  return Object.fromEntries([...all.filter(([name]) => systemHeaders.has(name)), ...user]);
}

/**
 * A conditional write (S3 user guide, "Conditional requests"; RFC 9110, section 13).
 *
 * @param current - ETag of the object that is there.
 * @throws PreconditionFailed; NoSuchKey where `If-Match` meets no object; NotImplemented
 */
export function checkWrite(headers: IncomingHttpHeaders, current: string | undefined): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new S3Error('NotImplemented', 'A write takes If-None-Match: * only');
  }
  if (noneMatch === '*' && current !== undefined) throw preconditionFailed('If-None-Match');
  if (match === undefined) return;
  if (current === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  // Clients write the tag with quotes or without.
  if (match.replaceAll('"', '') !== current.replaceAll('"', '')) {
    throw preconditionFailed('If-Match');
  }
}

function preconditionFailed(header: string): S3Error {
  return new S3Error(
    'PreconditionFailed',
    `At least one of the pre-conditions you specified did not hold: ${header}`,
  );
}
