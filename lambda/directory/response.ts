/** Builds the response for a fresh or stale list: its content coding (RFC 9110, section 12.5.3), status and cache lifetime. */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import * as http from '../../contract/http.ts';
import { notAcceptable, unavailable } from '../../contract/routing.ts';
import { type AnswerLimits, LARGEST_BODY_BYTES, visitorLimits } from '../../contract/limits.ts';
import type { List } from '../aws/copies.ts';
import type { Failure } from './failure.ts';

/** The parts of a request that affect the response. */
export type ListRequest = Readonly<Record<'method' | 'acceptEncoding' | 'ifNoneMatch', string>>;

/** The response that Lambda returns to API Gateway (HTTP API, payload format 2.0). */
export interface ListResponse extends http.FixedAnswer {
  /** Whether the body is base64. Default: false. */
  readonly isBase64Encoded?: boolean;
}

interface Served {
  readonly list: List;
  /** Value of `X-Data-Source`. */
  readonly source: 'database' | 'last-good';
  /**
   * The time from which the list's time in memory and its cache lifetime are counted, in Unix milliseconds. For a fresh list,
   * it is when the database was queried. If a visitor's request read the copy, it is when that request was answered. If a
   * refresh read the copy, it is when the refresh started.
   */
  readonly memorySince: number;
  /** Cache lifetime in seconds, counted from `memorySince`. */
  readonly lifetime: number;
  readonly bodies: Bodies;
}

/** Picks the fresh list, or else the copy. If the list has not changed, reuses its bodies. */
export function pickServed(
  fresh: { readonly list: List; readonly lifetime: number } | undefined,
  copy: List | undefined,
  staleSince: number,
  before: Served | undefined,
): Served | undefined {
  const list = fresh?.list ?? copy;
  if (list === undefined) return undefined;
  const bodies = before?.list.sha256 === list.sha256 ? before.bodies : new Bodies(list.body);
  return fresh === undefined
    ? { list, source: 'last-good', memorySince: staleSince, lifetime: http.STALE_SECONDS, bodies }
    : { list, source: 'database', memorySince: list.cachedAt, lifetime: fresh.lifetime, bodies };
}

export interface ListOutcome {
  readonly response: ListResponse;
  readonly source: Served['source'] | 'none';
  readonly list?: List;
  /**
   * `respond` returns a failure only if the list was too long to send. `createAnswers` adds the failure of the read or of its
   * checks, and the failures of the copy.
   */
  readonly failures: readonly Failure[];
}

export async function respond(
  served: Served | undefined,
  request: ListRequest,
  now: number,
): Promise<ListOutcome> {
  if (served === undefined) return { response: unavailable, source: 'none', failures: [] };
  const { list, source, bodies } = served;
  const outcome = { source, list, failures: [] };
  const headers = listHeaders(served, now);
  if (http.isKnown(http.etagOf(list.sha256), request.ifNoneMatch)) {
    return { ...outcome, response: { statusCode: 304, headers, body: '' } };
  }
  for (const coding of acceptedCodings(request.acceptEncoding)) {
    // Try the next coding only if this body is too large.
    const body = await bodies.bodyFor(coding);
    if (body === undefined) continue;
    const isEncoded = coding !== 'identity';
    const response = {
      statusCode: 200,
      headers: isEncoded ? { ...headers, 'Content-Encoding': coding } : headers,
      body: request.method === 'HEAD' ? '' : body,
      isBase64Encoded: isEncoded && request.method !== 'HEAD',
    };
    return { ...outcome, response };
  }
  if ((await bodies.bodyFor('br')) !== undefined) return { ...outcome, response: notAcceptable };
  // Instead of this 503, CloudFront serves the copy from S3, where Lambda's size limit does not apply.
  const reason = `${list.body.length} bytes are too many for a response in any content coding`;
  const failure: Failure = { kind: 'defect', name: 'ListTooLong', reason };
  return { ...outcome, response: unavailable, failures: [failure] };
}

function listHeaders({ list, source, memorySince, lifetime }: Served, now: number) {
  const age = Math.floor((now - memorySince) / 1000); // time in memory counts towards the lifetime
  return {
    'Content-Type': http.LIST_CONTENT_TYPE,
    'Cache-Control': http.listCacheControl(Math.min(Math.max(lifetime - age, 0), lifetime)),
    // The clock of the process that wrote the copy may be ahead, but the stated time must not be in the future.
    [http.header.cachedAt]: new Date(Math.min(list.cachedAt, now)).toISOString(),
    [http.header.dataSource]: source,
    ETag: http.etagOf(list.sha256),
    Vary: 'Accept-Encoding',
    ...http.corsHeaders,
    ...http.securityHeaders,
  };
}

/** The content codings of a list, in the order that the service prefers. */
const codings = ['br', 'gzip', 'identity'] as const;

type Coding = (typeof codings)[number];

/** Weight of `identity` if the client names neither it nor `*`. This ranks it below the codings that the client names. */
const IDENTITY_WEIGHT = 0.0001;

/** Returns the accepted codings, best first. A client that does not name any coding gets `identity`. */
export function acceptedCodings(acceptEncoding: string): readonly Coding[] {
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: Coding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? IDENTITY_WEIGHT : 0);
  return codings
    .filter((coding) => weightOf(coding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
}

function parseWeights(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const q = Number(weight);
    if (q >= 0 && q <= 1) weights.set(coding, q);
  }
  return weights;
}

/** The encoded bodies of a list: text, or base64 if compressed. They are kept, so that a later request can reuse them. */
export class Bodies {
  readonly #list: Buffer;
  /** `undefined` means that the body is too large for Lambda. */
  readonly #made = new Map<Coding, string | undefined>();
  #quality = 0;

  /** @param list - JSON in UTF-8. */
  constructor(list: Buffer) {
    this.#list = list;
  }

  /** Returns the body, or `undefined` if it is too large for Lambda. */
  async bodyFor(coding: Coding): Promise<string | undefined> {
    if (coding === 'br') await this.compressBrotli(visitorLimits.brotli);
    else if (!this.#made.has(coding)) this.#made.set(coding, await this.#make(coding));
    return this.#made.get(coding);
  }

  /** Compresses the list with brotli, unless it has already been compressed with the quality in `limits` or a better one. */
  async compressBrotli(limits: AnswerLimits['brotli']): Promise<void> {
    const isShort = this.#list.length <= limits.upToBytes;
    const wanted = isShort ? limits.quality : limits.qualityAbove;
    if (wanted <= this.#quality) return;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: wanted,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#list.length,
    };
    this.#made.set('br', asBase64(await promisify(brotliCompress)(this.#list, { params })));
    this.#quality = wanted;
  }

  async #make(coding: 'gzip' | 'identity'): Promise<string | undefined> {
    if (coding === 'gzip') return asBase64(await promisify(gzip)(this.#list));
    if (this.#list.length > LARGEST_BODY_BYTES) return undefined;
    const text = this.#list.toString();
    // Lambda's limit applies to the JSON-escaped text.
    return Buffer.byteLength(JSON.stringify(text)) > LARGEST_BODY_BYTES ? undefined : text;
  }
}

function asBase64(bytes: Buffer): string | undefined {
  const length = Math.ceil(bytes.length / 3) * 4;
  return length > LARGEST_BODY_BYTES ? undefined : bytes.toString('base64');
}
