/** Takes apart the `aws-chunked` framing in which SDKs send streams (S3 API reference, "sigv4-streaming"). */

import type { IncomingHttpHeaders } from 'node:http';

import { S3Error } from './s3-error.ts';

const CRLF = '\r\n';

export interface Unframed {
  readonly bytes: Buffer;
  /** Headers behind the last chunk: the checksum, which a stream knows only then. */
  readonly trailers: IncomingHttpHeaders;
}

/** Chunks are `<hex length>[;chunk-signature=...]CRLF<bytes>CRLF`; one of length 0 ends them. */
export function unframe(body: Buffer): Unframed {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = body.indexOf(CRLF, at);
    const length = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (lineEnd === -1 || Number.isNaN(length)) throw incomplete();
    at = lineEnd + CRLF.length;
    if (length === 0) return { bytes: Buffer.concat(chunks), trailers: parseTrailers(body, at) };
    if (at + length + CRLF.length > body.length) throw incomplete();
    chunks.push(body.subarray(at, at + length));
    at += length + CRLF.length;
  }
}

function parseTrailers(body: Buffer, at: number): IncomingHttpHeaders {
  const lines = body.toString('latin1', at).split(CRLF);
  const pairs = lines.filter((line) => line.includes(':')).map((line) => line.split(/:\s*/, 2));
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name.toLowerCase(), value.trim()]),
  );
}

function incomplete(): S3Error {
  return new S3Error('IncompleteBody', 'The aws-chunked body ends before its last chunk');
}
