/** Where the edge gets what it does not have: lists of the service or else of the store, the page of the site. */

import { CLOUDFRONT_USER_AGENT, fallbackStatuses } from '../../contract/edge.ts';
import { EDGE_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { allPaths } from '../../contract/paths.ts';
import { sitePaths } from '../../contract/site.ts';
import type { HttpAnswer } from '../http-api.ts';
import type { Site } from '../site.ts';
import { askOrigin } from './ask-origin.ts';
import { type Accepted, compressed } from './encoding.ts';

export interface Origins {
  /** Address of the gateway. */
  readonly service: string;
  /** Address of the bucket: a copy's key is the request path. */
  readonly store: string;
  /** The bucket of what stands beside the lists. */
  readonly site: Site;
  /** When it gives up on either; as CloudFront does where nothing else is said. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = EDGE_TIMEOUT_SECONDS * 1000;

/** As the behaviours say. Never rejects: without any answer it is a 504 of the edge's own. */
export async function askBehind(
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
  if (path === sitePaths.status) return compressed(await asked(origins, path, headers), accepted);
  const answer = await origins.site.answer(path, ifNoneMatch ?? '');
  // Who may list a bucket is told of what is not there.
  return answer === undefined ? noSuchObject : compressed(withLowerCase(answer), accepted);
}

async function asked(
  { service, timeoutMs = TIMEOUT_MS }: Origins,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  return askOrigin(`${service}${path}`, headers, timeoutMs).catch(() => noAnswer);
}

/** Both at once, as an origin group does it. */
async function serviceOrStore(
  origins: Origins,
  path: string,
  accepted: Accepted,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const answer = await asked(origins, path, headers);
  if (!(fallbackStatuses as readonly number[]).includes(answer.statusCode)) return answer;
  const { store, timeoutMs = TIMEOUT_MS } = origins;
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

function withLowerCase(answer: HttpAnswer): HttpAnswer {
  const entries = Object.entries(answer.headers);
  const headers = Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
  return { ...answer, headers };
}

/** In S3's manner. */
const noSuchObject: HttpAnswer = {
  statusCode: 404,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from('<Error><Code>NoSuchKey</Code></Error>'),
};

const noAnswer = edgeError(504, 'The request could not be satisfied: no origin answered in time.');
