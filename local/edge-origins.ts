/** Where the edge gets what it does not have: lists of the service or else of the store, the page of the site. */

import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { CLOUDFRONT_USER_AGENT, fallbackStatuses } from '../contract/edge.ts';
import { LIST_CONTENT_TYPE } from '../contract/http.ts';
import { EDGE_TIMEOUT_SECONDS } from '../contract/limits.ts';
import { allPaths } from '../contract/paths.ts';
import { computedPaths } from '../contract/site.ts';
import type { HttpAnswer } from './gateway.ts';
import type { SiteBucket } from './site-bucket.ts';

export interface Origins {
  /** Address of the gateway. */
  readonly service: string;
  /** Address of the bucket: a copy's key is the request path. */
  readonly store: string;
  readonly site: SiteBucket;
  /** When it gives up on either; by default as CloudFront does. */
  readonly timeoutMs?: number;
}

/** What is left of a viewer's `Accept-Encoding`: part of the cache key, and all that the origin gets of it. */
export type Accepted = 'br,gzip' | 'br' | 'gzip' | '';

/** The answer of the origin that a path's behaviour names. Never rejects: without any answer it is a 504 of the edge's own. */
export async function askOrigins(
  origins: Origins,
  path: string,
  accepted: Accepted,
  ifNoneMatch: string | undefined,
): Promise<HttpAnswer> {
  const headers = {
    'User-Agent': CLOUDFRONT_USER_AGENT,
    ...(accepted === '' ? {} : { 'Accept-Encoding': accepted }),
    ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
  };
  if (allPaths.includes(path)) {
    const answer = await get(origins, origins.service + path, headers);
    if (!(fallbackStatuses as readonly number[]).includes(answer.status)) return answer;
    const copy = await get(origins, origins.store + path, {});
    // S3 answers 403 for a missing object to those who may read objects but not list the bucket.
    return copy.status === 404 ? { ...copy, status: 403 } : compressed(copy, accepted);
  }
  if (computedPaths.includes(path)) {
    return compressed(await get(origins, origins.service + path, headers), accepted);
  }
  const answer = await origins.site.answer(path, ifNoneMatch ?? '');
  if (answer === undefined) return noSuchObject;
  return compressed({ ...answer, headers: lowerCase(answer.headers) }, accepted);
}

/** Not of the answer but of the connection (RFC 9110, section 7.6.1), or made anew for the next one. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** One GET, as it comes: nothing is followed or unpacked. A 504 where there is no whole answer in time. */
async function get(
  { timeoutMs = EDGE_TIMEOUT_SECONDS * 1000 }: Origins,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(url, { headers, signal, agent: false }, resolve).once('error', reject);
    });
    return {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(
        Object.entries(response.headersDistinct)
          .filter(([name]) => !HOP_BY_HOP.has(name))
          .map(([name, values = []]) => [name, values.join(', ')]),
      ),
      body: await buffer(response),
    };
  } catch {
    return edgeError(504, 'The request could not be satisfied: no origin answered in time.');
  }
}

/** An error page in CloudFront's manner. */
export function edgeError(status: number, message: string): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<H1>${status} ERROR</H1><H2>${message}</H2>\n`),
  };
}

/** S3's answer to those who may list the bucket. */
const noSuchObject: HttpAnswer = {
  status: 404,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from('<Error><Code>NoSuchKey</Code></Error>'),
};

export function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

export function acceptedOf(acceptEncoding: string): Accepted {
  const parts = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/u.test(part));
  const codings = new Set(parts.map((part) => part.replace(/;.*$/u, '').trim()));
  const takesGzip = codings.has('gzip');
  if (codings.has('br')) return takesGzip ? 'br,gzip' : 'br';
  return takesGzip ? 'gzip' : '';
}

/** CloudFront compresses nothing smaller or larger (Developer Guide, "Serving compressed files"). */
const LEAST_BYTES = 1000;
const MOST_BYTES = 10_000_000;

/** Of the types that CloudFront compresses, those that the service has. */
const COMPRESSED_TYPES = new Set([LIST_CONTENT_TYPE, 'text/css', 'text/html', 'text/javascript']);

/** An object of the store as it leaves the edge. A strong ETag becomes weak: the bytes are others now. */
function compressed(answer: HttpAnswer, accepted: Accepted): HttpAnswer {
  const { headers, body } = answer;
  const { 'content-type': type = '', 'content-encoding': encoding, etag = '' } = headers;
  const isSuitable =
    COMPRESSED_TYPES.has(type.replace(/;.*/u, '')) &&
    encoding === undefined &&
    body.length >= LEAST_BYTES &&
    body.length <= MOST_BYTES;
  if (!isSuitable || accepted === '') return answer;
  const weak = etag.startsWith('"') ? { etag: `W/${etag}` } : {};
  const coding = accepted === 'gzip' ? 'gzip' : 'br';
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': coding, ...weak },
    body: coding === 'gzip' ? gzipSync(body) : withBrotli(body),
  };
}

function withBrotli(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
