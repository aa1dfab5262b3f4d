/** Where the edge gets what it does not have: the service, and where that fails the store of last-good copies. */

import { fallbackStatuses } from '../../contract/edge.ts';
import { EDGE_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import type { HttpAnswer } from '../http-api.ts';
import { askOrigin } from './ask-origin.ts';
import { type Accepted, compressed } from './encoding.ts';

export interface Origins {
  /** Address of the gateway. */
  readonly service: string;
  /** Address of the bucket: a copy's key is the request path. */
  readonly store: string;
  /** When it gives up on either; as CloudFront does where nothing else is said. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = EDGE_TIMEOUT_SECONDS * 1000;

/** Both at once, as an origin group does it. Never rejects: without any answer it is a 504 of the edge's own. */
export async function serviceOrStore(
  { service, store, timeoutMs = TIMEOUT_MS }: Origins,
  path: string,
  accepted: Accepted,
  ifNoneMatch: string | undefined,
): Promise<HttpAnswer> {
  const headers = {
    ...(accepted === '' ? {} : { 'Accept-Encoding': accepted }),
    ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
  };
  const answer = await askOrigin(`${service}${path}`, headers, timeoutMs).catch(() => noAnswer);
  if (!(fallbackStatuses as readonly number[]).includes(answer.statusCode)) return answer;
  const copy = await askOrigin(`${store}${path}`, {}, timeoutMs).catch(() => noAnswer);
  // Who may read an object but not list the bucket is told 403 of one that is not there.
  if (copy.statusCode === 404) return { ...copy, statusCode: 403 };
  return compressed(copy, accepted);
}

/** In CloudFront's manner. */
export function edgeError(statusCode: number, words: string): HttpAnswer {
  return {
    statusCode,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<H1>${statusCode} ERROR</H1><H2>${words}</H2>\n`),
  };
}

const noAnswer = edgeError(504, 'The request could not be satisfied: no origin answered in time.');
