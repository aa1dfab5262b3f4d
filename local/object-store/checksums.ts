/** Checks the digests that a client sends along with a body. */

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 as crc32Of } from 'node:zlib';

import { S3Error } from './s3-error.ts';

export const CRC32_HEADER = 'x-amz-checksum-crc32';

/** Base64 of the four bytes, as S3 writes it. */
export function crc32(bytes: Uint8Array): string {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(crc32Of(bytes));
  return four.toString('base64');
}

export function md5(bytes: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHash('md5').update(bytes).digest(encoding);
}

/**
 * @param headers - of the request, or the trailers of an `aws-chunked` body.
 * @throws BadDigest; NotImplemented for a checksum that we do not compute.
 */
export function checkDigests(headers: IncomingHttpHeaders, bytes: Uint8Array): void {
  const sent = (name: string) => headers[name];
  const other = Object.keys(headers).find(
    (name) => /^x-amz-checksum-(?!type$)/.test(name) && name !== CRC32_HEADER,
  );
  if (other !== undefined)
    throw new S3Error('NotImplemented', `${other} is not checked here: send CRC32`);

  if (sent('content-md5') !== undefined && sent('content-md5') !== md5(bytes, 'base64')) {
    throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
  }
  if (sent(CRC32_HEADER) !== undefined && sent(CRC32_HEADER) !== crc32(bytes)) {
    throw new S3Error(
      'BadDigest',
      'The CRC32 you specified did not match the calculated checksum.',
    );
  }
  const sha256 = sent('x-amz-content-sha256');
  if (typeof sha256 !== 'string' || !/^[\da-f]{64}$/.test(sha256)) return; // unsigned, or signed in chunks
  if (sha256 !== createHash('sha256').update(bytes).digest('hex')) {
    throw new S3Error('XAmzContentSHA256Mismatch', 'The provided SHA256 does not match the body.');
  }
}
