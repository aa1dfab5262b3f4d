/** Where the edge gets what it does not have: lists of the service or else of the store, the page of the site. */

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { CLOUDFRONT_USER_AGENT, fallbackStatuses } from '../contract/edge.ts';
import { LIST_CONTENT_TYPE } from '../contract/http.ts';
import { allPaths } from '../contract/paths.ts';
import { computedPaths } from '../contract/site.ts';
import type { HttpAnswer, HttpRequest } from './gateway.ts';
import type { SiteBucket } from './site-bucket.ts';

export interface Origins {
  readonly service: (request: HttpRequest) => Promise<HttpAnswer>;
  /** The bucket of the copies: a copy's key is the request path. It rejects where it cannot be reached. */
  readonly store: (path: string) => Promise<HttpAnswer>;
  readonly site: SiteBucket;
}

/** What is left of a viewer's `Accept-Encoding`: part of the cache key, and all that the origin gets of it. */
export type Accepted = 'br,gzip' | 'br' | 'gzip' | '';

/** The answer of the origin that a path's behaviour names. */
export async function askOrigins(
  { service, store, site }: Origins,
  path: string,
  accepted: Accepted,
  ifNoneMatch: string | undefined,
): Promise<HttpAnswer> {
  const isList = allPaths.includes(path);
  if (!isList && !computedPaths.includes(path)) {
    const answer = (await site.answer(path, ifNoneMatch ?? '')) ?? noSuchObject;
    return compressed(answer, accepted);
  }
  const headers = {
    'user-agent': CLOUDFRONT_USER_AGENT,
    ...(accepted === '' ? {} : { 'accept-encoding': accepted }),
    ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
  };
  const answer = await service({ method: 'GET', path, headers });
  if (!isList) return compressed(answer, accepted);
  if (!(fallbackStatuses as readonly number[]).includes(answer.status))
    return withLowerCase(answer);
  const copy = await store(path).catch(() => noAnswer);
  // S3 answers 403 for a missing object to those who may read objects but not list the bucket.
  return copy.status === 404 ? { ...copy, status: 403 } : compressed(copy, accepted);
}

/** An error page in CloudFront's manner. */
export function edgeError(status: number, message: string): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<H1>${status} ERROR</H1><H2>${message}</H2>\n`),
  };
}

const noAnswer = edgeError(504, 'The request could not be satisfied: no origin answered in time.');

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

function withLowerCase(answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: lowerCase(answer.headers) };
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
function compressed(original: HttpAnswer, accepted: Accepted): HttpAnswer {
  const answer = withLowerCase(original);
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
