/** Every header that the service sends besides `Content-Type`, with the values that the contract gives it. */

import { dateTime } from '../../contract/fields.ts';
import { CONTENT_SECURITY_POLICY, edgeSecurityHeaders } from '../../contract/edge.ts';
import { etagOf } from '../../contract/etag.ts';
import {
  contentCodings,
  corsHeaders,
  dataSources,
  FRESH_SECONDS,
  header,
  listCacheControl,
  securityHeaders,
  STALE_SECONDS,
  STATUS_SECONDS,
} from '../../contract/http.ts';
import { methodNotAllowed, unavailable } from '../../contract/refusals.ts';
import type { Header, Schema } from './document.ts';
import { schemaOf } from './schemas.ts';

const seconds: Schema = { type: 'integer', minimum: 0 };
const text: Schema = { type: 'string' };

/** Those that are not required come from what stands in front of the functions, or with some answers only. */
export const headers = {
  [header.cachedAt]: {
    required: true,
    schema: schemaOf(dateTime),
    description: 'When the list was last read from the database (RFC 3339, UTC).',
    example: '2026-11-20T08:00:00.000Z',
  },
  [header.dataSource]: {
    required: true,
    schema: { type: 'string', enum: [...dataSources] },
    description:
      '`database`: the list was just read. `last-good`: the database is away, and this is the newest list that could be read from it; `X-Cached-At` says when.',
    example: dataSources[0],
  },
  [header.cacheControl]: {
    required: true,
    schema: text,
    description: `How long the answer may be kept: a list for what is left of ${FRESH_SECONDS} s, a list from the last-good copy for ${STALE_SECONDS} s, the status for ${STATUS_SECONDS} s, an error not at all. A cache may go on serving a list while the service fails (\`stale-if-error\`, RFC 5861).`,
    example: listCacheControl(FRESH_SECONDS),
  },
  [header.etag]: {
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[!#-~]+"$' },
    description:
      'Names the content: equal lists have equal tags. Send it as `If-None-Match`, and an unchanged list is answered with 304.',
    example: etagOf('6a0d1f4b8f3c2e5d7a9b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f60718293a4b5'),
  },
  [header.vary]: {
    required: true,
    ...always(header.acceptEncoding),
    description: 'The bytes differ with the content codings that the client takes.',
  },
  'Access-Control-Allow-Origin': {
    required: true,
    ...always(corsHeaders['Access-Control-Allow-Origin']),
    description: 'Scripts of any origin may read any answer.',
  },
  'Access-Control-Expose-Headers': {
    required: true,
    schema: text,
    description: 'The headers that a script of another origin may read.',
    example: corsHeaders['Access-Control-Expose-Headers'],
  },
  'X-Content-Type-Options': {
    required: true,
    ...always(securityHeaders['X-Content-Type-Options']),
    description: 'The body is what its type says, never markup to sniff.',
  },
  [header.retryAfter]: {
    required: false,
    schema: seconds,
    description: 'In how many seconds it is worth asking again.',
    example: Number(unavailable.headers[header.retryAfter]),
  },
  [header.allow]: {
    required: true,
    schema: text,
    description: 'The methods that the list answers.',
    example: methodNotAllowed.headers[header.allow] ?? '',
  },
  Age: {
    required: false,
    schema: seconds,
    description: 'For how many seconds a cache has kept the answer.',
    example: 1200,
  },
  'Last-Modified': {
    required: false,
    schema: text,
    description:
      'When the copy was stored that the cache took from the store itself, because everything behind failed. `X-Cached-At` says how old the list is.',
    example: 'Fri, 20 Nov 2026 08:00:01 GMT',
  },
  [header.contentEncoding]: {
    required: false,
    schema: { type: 'string', enum: [...contentCodings] },
    description: 'How the body is compressed, after what the client takes; absent where it is not.',
    example: contentCodings[0],
  },
  'Strict-Transport-Security': {
    required: false,
    schema: text,
    description: 'Browsers come by HTTPS from now on. Sent by the deployed service.',
    example: edgeSecurityHeaders['Strict-Transport-Security'],
  },
  'Content-Security-Policy': {
    required: false,
    schema: text,
    description:
      'An answer that a browser opens as a page runs and loads nothing. Sent by the deployed service.',
    example: CONTENT_SECURITY_POLICY,
  },
} satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof headers;

function always(value: string): Pick<Header, 'schema' | 'example'> {
  return { schema: { type: 'string', const: value }, example: value };
}
