/** What CloudFront makes of `Accept-Encoding`: part of the cache key, and all that the origin hears of it. */

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { LIST_CONTENT_TYPE } from '../../contract/http.ts';
import type { HttpAnswer } from '../http-api.ts';

export type Accepted = 'br,gzip' | 'br' | 'gzip' | '';

/** CloudFront compresses nothing smaller or larger (Developer Guide, "Serving compressed files"). */
const LEAST_BYTES = 1000;
const MOST_BYTES = 10_000_000;

/** Of the types that CloudFront compresses, those that the service has. */
const COMPRESSED_TYPES = new Set([LIST_CONTENT_TYPE, 'text/css', 'text/html', 'text/javascript']);

const BROTLI_QUALITY = 5;

export function acceptedOf(acceptEncoding: string): Accepted {
  const codings = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/u.test(part))
      .map((part) => part.replace(/\s*;.*$/u, '')),
  );
  const takesBrotli = codings.has('br');
  const takesGzip = codings.has('gzip');
  if (takesBrotli && takesGzip) return 'br,gzip';
  if (takesBrotli) return 'br';
  return takesGzip ? 'gzip' : '';
}

/** As an object of the store leaves the edge. A strong ETag becomes weak: the bytes are others now. */
export function compressed(answer: HttpAnswer, accepted: Accepted): HttpAnswer {
  const { headers, body } = answer;
  const isSuitable =
    COMPRESSED_TYPES.has(headers['content-type']?.replace(/;.*/u, '') ?? '') &&
    headers['content-encoding'] === undefined &&
    body.length >= LEAST_BYTES &&
    body.length <= MOST_BYTES;
  if (!isSuitable || accepted === '') return answer;
  const coding = accepted === 'gzip' ? 'gzip' : 'br';
  const { etag = '' } = headers;
  return {
    ...answer,
    headers: {
      ...headers,
      'content-encoding': coding,
      ...(etag.startsWith('"') ? { etag: `W/${etag}` } : {}),
    },
    body: coding === 'gzip' ? gzipSync(body) : withBrotli(body),
  };
}

function withBrotli(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
