/**
 * Turns a snapshot and a request into a response: which content coding (RFC 9110, section 12.5.3), 304 or 200, and how long
 * it may be kept. Fresh and stale answers are made here, from the same kind of snapshot.
 */

import type { Snapshot } from '../aws/last-good.ts';
import {
  corsHeaders,
  type DataSource,
  etagOf,
  type FixedAnswer,
  FRESH_SECONDS,
  header,
  LIST_CONTENT_TYPE,
  listCacheControl,
  securityHeaders,
  STALE_SECONDS,
} from '../../contract/http.ts';
import { notAcceptable } from '../../contract/routing.ts';
import { type Bodies, type Coding, codings } from './bodies.ts';

/** `identity` is acceptable unless it is excluded, but only after what the client asks for by name. */
const LOWEST_WEIGHT = 0.0001;

/** What of a request matters to a list. */
export interface ListRequest {
  readonly method: string;
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
}

/** As API Gateway takes it from Lambda (HTTP API, payload format 2.0). */
export interface ListResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** A snapshot as this process serves it. */
export interface Served {
  readonly snapshot: Snapshot;
  readonly source: DataSource;
  /** Of the snapshot's list. Snapshots of equal lists share them. */
  readonly bodies: Bodies;
  /**
   * From when on this process may repeat it, in milliseconds since the Unix epoch: of a fresh snapshot the time at which
   * the database was read, of a stale one the time of the answer that first served it.
   */
  readonly since: number;
}

const SECOND_MS = 1000;

export async function render(
  served: Served,
  request: ListRequest,
  now: number,
): Promise<ListResponse> {
  const headers = listHeaders(served, now);
  if (matches(request.ifNoneMatch, etagOf(served.snapshot.sha256))) {
    return { statusCode: 304, headers, body: '', isBase64Encoded: false };
  }
  for (const coding of acceptedCodings(request.acceptEncoding)) {
    // The next coding is worth its time only if this one does not fit.
    const body = await served.bodies.of(coding);
    if (body === undefined) continue;
    return {
      statusCode: 200,
      headers: {
        ...headers,
        ...(coding === 'identity' ? {} : { [header.contentEncoding]: coding }),
      },
      body: request.method === 'HEAD' ? '' : body,
      isBase64Encoded: coding !== 'identity' && request.method !== 'HEAD',
    };
  }
  return asResponse(notAcceptable);
}

/** An answer without a list, as it is sent. */
export function asResponse(answer: FixedAnswer): ListResponse {
  return { ...answer, isBase64Encoded: false };
}

/** Weak comparison of `If-None-Match` (RFC 9110, sections 8.8.3.2 and 13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//u, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === opaque);
}

function listHeaders(served: Served, now: number): Readonly<Record<string, string>> {
  const { snapshot, source } = served;
  return {
    [header.contentType]: LIST_CONTENT_TYPE,
    [header.cacheControl]: listCacheControl(maxAgeSeconds(served, now)),
    // Another process's clock may be ahead of ours.
    [header.cachedAt]: new Date(Math.min(snapshot.cachedAt, now)).toISOString(),
    [header.dataSource]: source,
    [header.etag]: etagOf(snapshot.sha256),
    [header.vary]: header.acceptEncoding,
    ...corsHeaders,
    ...securityHeaders,
  };
}

/** What is left of the lifetime, so that time spent in memory does not lengthen it. */
function maxAgeSeconds({ snapshot, source, since }: Served, now: number): number {
  const isFresh = source === 'database';
  const lifetime = isFresh ? FRESH_SECONDS : STALE_SECONDS;
  const age = Math.floor((now - (isFresh ? snapshot.cachedAt : since)) / SECOND_MS);
  return Math.min(Math.max(lifetime - age, 0), lifetime);
}

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
