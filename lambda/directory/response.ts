/**
 * Turns a list and a request into a response: which content coding (RFC 9110, section 12.5.3), 304 or 200, and how long it
 * may be kept. Fresh and stale answers are made here, from the same kind of list.
 */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import * as http from '../../contract/http.ts';
import { notAcceptable, unavailable } from '../../contract/routing.ts';
import { type AnswerLimits, LARGEST_BODY_BYTES, visitorLimits } from '../../contract/limits.ts';
import type { List } from '../aws/copies.ts';
import type { Failure } from './failure.ts';

/** The parts of a request that matter to a list. */
export interface ListRequest {
  readonly method: string;
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
}

/** A response as API Gateway takes it from Lambda (HTTP API, payload format 2.0). */
export interface ListResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** A list as this process serves it. */
export interface Served {
  readonly list: List;
  readonly source: http.DataSource;
  /**
   * From when on it may be repeated, in milliseconds since the Unix epoch: of a fresh list the time at which the database
   * was asked, of a stale one the time of the answer that first served it, or of a refresh when it asked for the copy.
   */
  readonly since: number;
  /** How long it may be cached from `since` on, in seconds. */
  readonly lifetime: number;
  readonly bodies: Bodies;
}

/** Picks the fresh list or the copy, and reuses the bodies of an equal list. */
export function pickServed(
  fresh: { readonly list: List; readonly lifetime: number } | undefined,
  copied: List | undefined,
  staleSince: number,
  before: Served | undefined,
): Served | undefined {
  const list = fresh?.list ?? copied;
  if (list === undefined) return undefined;
  const bodies = before?.list.sha256 === list.sha256 ? before.bodies : new Bodies(list.body);
  return fresh === undefined
    ? { list, source: 'last-good', since: staleSince, lifetime: http.STALE_SECONDS, bodies }
    : { list, source: 'database', since: list.cachedAt, lifetime: fresh.lifetime, bodies };
}

export interface Response {
  readonly response: ListResponse;
  /** Where the list comes from; `none` where there is none. */
  readonly source: http.DataSource | 'none';
  readonly list?: List;
  /** Why there is no response with the list although there is a list. */
  readonly failures: readonly Failure[];
}

export async function respond(
  served: Served | undefined,
  request: ListRequest,
  now: number,
): Promise<Response> {
  if (served === undefined) {
    return { response: fixedResponse(unavailable), source: 'none', failures: [] };
  }
  const { list, source, bodies } = served;
  const headers = listHeaders(served, now);
  if (http.isKnown(http.etagOf(list.sha256), request.ifNoneMatch)) {
    const response = { statusCode: 304, headers, body: '', isBase64Encoded: false };
    return { response, source, list, failures: [] };
  }
  for (const coding of acceptedCodings(request.acceptEncoding)) {
    // The next coding is worth its time only if this one does not fit.
    const body = await bodies.of(coding);
    if (body === undefined) continue;
    const isEncoded = coding !== 'identity';
    const response = {
      statusCode: 200,
      headers: isEncoded ? { ...headers, [http.header.contentEncoding]: coding } : headers,
      body: request.method === 'HEAD' ? '' : body,
      isBase64Encoded: isEncoded && request.method !== 'HEAD',
    };
    return { response, source, list, failures: [] };
  }
  if ((await bodies.of('br')) !== undefined) {
    return { response: fixedResponse(notAcceptable), source, list, failures: [] };
  }
  // The edge then serves the copy itself, which has no such limit.
  const reason = `${list.body.length} bytes fit an answer in no content coding`;
  const failure: Failure = { kind: 'defect', name: 'ListTooLong', reason };
  return { response: fixedResponse(unavailable), source, list, failures: [failure] };
}

/** An answer without a list, as it is sent. */
export function fixedResponse(answer: http.FixedAnswer): ListResponse {
  return { ...answer, isBase64Encoded: false };
}

function listHeaders({ list, source, since, lifetime }: Served, now: number) {
  const age = Math.floor((now - since) / 1000); // time spent in memory does not lengthen it
  return {
    [http.header.contentType]: http.LIST_CONTENT_TYPE,
    [http.header.cacheControl]: http.listCacheControl(
      Math.min(Math.max(lifetime - age, 0), lifetime),
    ),
    // Another process's clock may be ahead of ours.
    [http.header.cachedAt]: new Date(Math.min(list.cachedAt, now)).toISOString(),
    [http.header.dataSource]: source,
    [http.header.etag]: http.etagOf(list.sha256),
    [http.header.vary]: http.header.acceptEncoding,
    ...http.corsHeaders,
    ...http.securityHeaders,
  };
}

/** In the service's order of preference. */
const codings = [...http.contentCodings, 'identity'] as const;

type Coding = (typeof codings)[number];

/** `identity` is acceptable unless it is excluded, but only after what the client asks for by name. */
const LOWEST_WEIGHT = 0.0001;

/** The codings that the client takes, best first. A client that names none is sent plain JSON. */
export function acceptedCodings(acceptEncoding: string): readonly Coding[] {
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: Coding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? LOWEST_WEIGHT : 0);
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

/**
 * The bodies in which a list is sent: text, or base64 of its compressed bytes, as Lambda takes them. Each is made once, and
 * an answer from memory copies nothing.
 */
export class Bodies {
  readonly #list: Buffer;
  /** The bodies by their codings; `undefined` where one would pass Lambda's limit. */
  readonly #made = new Map<Coding, string | undefined>();
  #quality = 0;

  /** @param list - as it is sent uncompressed: JSON in UTF-8. */
  constructor(list: Buffer) {
    this.#list = list;
  }

  /** The body in a coding, or `undefined` where it would pass Lambda's limit. */
  async of(coding: Coding): Promise<string | undefined> {
    if (coding === 'br') await this.compress(visitorLimits.brotli);
    else if (!this.#made.has(coding)) this.#made.set(coding, await this.#make(coding));
    return this.#made.get(coding);
  }

  /** Makes the body for brotli, unless there is one of this quality or a better one. */
  async compress({ quality, upToBytes, qualityAbove }: AnswerLimits['brotli']): Promise<void> {
    const wanted = this.#list.length <= upToBytes ? quality : qualityAbove;
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
    // Lambda counts the text as it is escaped in its JSON.
    return Buffer.byteLength(JSON.stringify(text)) > LARGEST_BODY_BYTES ? undefined : text;
  }
}

function asBase64(bytes: Buffer): string | undefined {
  const length = Math.ceil(bytes.length / 3) * 4;
  return length > LARGEST_BODY_BYTES ? undefined : bytes.toString('base64');
}
