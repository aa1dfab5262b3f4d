/** Receives the body of a put, checked against every digest that came with it. */

import type { IncomingHttpHeaders } from 'node:http';

import type { Call } from '../endpoint/reply.ts';
import { unframe } from './aws-chunked.ts';
import { checkDigests } from './checksums.ts';
import { S3Error } from './s3-error.ts';

const OBJECT_BYTES = 64 * 1024 * 1024; // S3 takes 5 GiB in one put; ours live in memory for a moment

export interface PutBody {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array;
}

/** @throws BadDigest; IncompleteBody; BodyTooLargeError */
export async function receiveBody(call: Call): Promise<PutBody> {
  const { headers } = call.request;
  const body = await call.body(OBJECT_BYTES);
  if (!isChunked(headers)) {
    checkDigests(headers, body);
    return { headers, bytes: body };
  }
  const { bytes, trailers } = unframe(body);
  if (bytes.length !== Number(headers['x-amz-decoded-content-length'])) {
    throw new S3Error('IncompleteBody', 'The body is not as long as x-amz-decoded-content-length');
  }
  checkDigests({ ...headers, ...trailers }, bytes);
  return { headers, bytes };
}

function isChunked(headers: IncomingHttpHeaders): boolean {
  return String(headers['x-amz-content-sha256']).startsWith('STREAMING-');
}
