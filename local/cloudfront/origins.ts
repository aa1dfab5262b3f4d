/** Where the edge gets what it does not have: lists of the service or else of the store, the page of the site. */

import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { CLOUDFRONT_USER_AGENT, fallbackStatuses } from '../../contract/edge.ts';
import { LIST_CONTENT_TYPE } from '../../contract/http.ts';
import { EDGE_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { allPaths } from '../../contract/paths.ts';
import { computedPaths } from '../../contract/site.ts';
import type { HttpAnswer } from '../gateway.ts';
import type { Site } from '../site.ts';

export interface Origins {
  /** Address of the gateway. */
  readonly service: string;
  /** Address of the bucket: a copy's key is the request path. */
  readonly store: string;
  /** The bucket of the site. */
  readonly site: Site;
  /** When it gives up on either; by default as CloudFront does. */
  readonly timeoutMs?: number;
}

/** What is left of a viewer's `Accept-Encoding`: part of the cache key, and all that the origin gets of it. */
export type Accepted = 'br,gzip' | 'br' | 'gzip' | '';

const TIMEOUT_MS = EDGE_TIMEOUT_SECONDS * 1000;

/** As the behaviours say. Never rejects: without any answer it is a 504 of the edge's own. */
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
  if (allPaths.includes(path)) return serviceOrStore(origins, path, accepted, headers);
  if (computedPaths.includes(path)) {
    return compressed(await get(origins, origins.service + path, headers), accepted);
  }
  const answer = await origins.site.answer(path, ifNoneMatch ?? '');
  // S3 answers 404 for a missing object to those who may list the bucket.
  return answer === undefined ? noSuchObject : compressed(withLowerCase(answer), accepted);
}

/** Both at once, as an origin group does it. */
async function serviceOrStore(
  origins: Origins,
  path: string,
  accepted: Accepted,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const answer = await get(origins, origins.service + path, headers);
  if (!(fallbackStatuses as readonly number[]).includes(answer.status)) return answer;
  const copy = await get(origins, origins.store + path, {});
  // S3 answers 403 for a missing object to those who may read objects but not list the bucket.
  if (copy.status === 404) return { ...copy, status: 403 };
  return compressed(copy, accepted);
}

/** Not of the answer but of the connection (RFC 9110, section 7.6.1), or made anew for the next one. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** One GET, as it comes: nothing is followed or unpacked. A 504 where there is no whole answer in time. */
async function get(
  { timeoutMs = TIMEOUT_MS }: Origins,
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
    return noAnswer;
  }
}

/** In CloudFront's manner. */
export function edgeError(status: number, message: string): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<H1>${status} ERROR</H1><H2>${message}</H2>\n`),
  };
}

const noAnswer = edgeError(504, 'The request could not be satisfied: no origin answered in time.');

/** In S3's manner. */
const noSuchObject: HttpAnswer = {
  status: 404,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from('<Error><Code>NoSuchKey</Code></Error>'),
};

function withLowerCase(answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: lowerCase(answer.headers) };
}

export function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

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

/** CloudFront compresses nothing smaller or larger (Developer Guide, "Serving compressed files"). */
const LEAST_BYTES = 1000;
const MOST_BYTES = 10_000_000;

/** Of the types that CloudFront compresses, those that the service has. */
const COMPRESSED_TYPES = new Set([LIST_CONTENT_TYPE, 'text/css', 'text/html', 'text/javascript']);

const BROTLI_QUALITY = 5;

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
