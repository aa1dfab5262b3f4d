/** The answers of the service as OpenAPI describes them, status by status, and every header they have. */

import { CONTENT_SECURITY_POLICY, edgeSecurityHeaders } from '../../contract/edge.ts';
import {
  contentCodings,
  corsHeaders,
  dataSources,
  etagOf,
  type FixedAnswer,
  FRESH_SECONDS,
  header,
  LIST_CONTENT_TYPE,
  listCacheControl,
  PROBLEM_CONTENT_TYPE,
  securityHeaders,
  STALE_SECONDS,
  STATUS_SECONDS,
} from '../../contract/http.ts';
import { dateTime } from '../../contract/fields.ts';
import { methodNotAllowed, notAcceptable, unavailable } from '../../contract/routing.ts';
import { type Schema, schemaOf } from './schemas.ts';

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

const seconds: Schema = { type: 'integer', minimum: 0 };
const text: Schema = { type: 'string' };

/** All but `Content-Type`. Those not required are added in front of the functions, or belong to some answers only. */
export const headers = {
  [header.cachedAt]: required(
    schemaOf(dateTime),
    'When the list was last read from the database (RFC 3339, UTC).',
    '2026-11-20T08:00:00.000Z',
  ),
  [header.dataSource]: required(
    { type: 'string', enum: [...dataSources] },
    '`database`: the list was just read. `last-good`: the database is unavailable, and this is the newest list that could be read from it; `X-Cached-At` says when.',
    dataSources[0],
  ),
  [header.cacheControl]: required(
    text,
    `How long the answer may be kept: a list for what is left of ${FRESH_SECONDS} s, a list from the last-good copy for ${STALE_SECONDS} s, the status for ${STATUS_SECONDS} s, an error not at all. A cache may go on serving a list while the service fails (\`stale-if-error\`, RFC 5861).`,
    listCacheControl(FRESH_SECONDS),
  ),
  [header.etag]: required(
    { type: 'string', pattern: '^(W/)?"[!#-~]+"$' },
    'Names the content: equal lists have equal tags. Send it as `If-None-Match`, and an unchanged list is answered with 304.',
    etagOf('6a0d1f4b8f3c2e5d7a9b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f60718293a4b5'),
  ),
  [header.vary]: constant(
    header.acceptEncoding,
    'The bytes differ with the content codings that the client takes.',
  ),
  'Access-Control-Allow-Origin': constant(
    corsHeaders['Access-Control-Allow-Origin'],
    'Scripts of any origin may read any answer.',
  ),
  'Access-Control-Expose-Headers': required(
    text,
    'The headers that a script of another origin may read.',
    corsHeaders['Access-Control-Expose-Headers'],
  ),
  'X-Content-Type-Options': constant(
    securityHeaders['X-Content-Type-Options'],
    'The body is what its type says, never markup to sniff.',
  ),
  [header.retryAfter]: optional(
    seconds,
    'In how many seconds it is worth asking again.',
    Number(unavailable.headers[header.retryAfter]),
  ),
  [header.allow]: required(
    text,
    'The methods that the list answers.',
    methodNotAllowed.headers[header.allow] ?? '',
  ),
  Age: optional(seconds, 'For how many seconds a cache has kept the answer.', 1200),
  'Last-Modified': optional(
    text,
    'When the copy was stored that the cache took from the store itself, because everything behind failed. `X-Cached-At` says how old the list is.',
    'Fri, 20 Nov 2026 08:00:01 GMT',
  ),
  [header.contentEncoding]: optional(
    { type: 'string', enum: [...contentCodings] },
    'How the body is compressed, after what the client takes; absent where it is not.',
    contentCodings[0],
  ),
  'Strict-Transport-Security': optional(
    text,
    'Browsers come by HTTPS from now on. Sent by the deployed service.',
    edgeSecurityHeaders['Strict-Transport-Security'],
  ),
  'Content-Security-Policy': optional(
    text,
    'An answer that a browser opens as a page runs and loads nothing. Sent by the deployed service.',
    CONTENT_SECURITY_POLICY,
  ),
};

type HeaderName = keyof typeof headers;

/** On every answer that says whether it may be kept. */
const always = [
  header.cacheControl,
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'X-Content-Type-Options',
  'Strict-Transport-Security',
  'Content-Security-Policy',
] as const satisfies readonly HeaderName[];

/** `record` is the name of the schema of its records. */
export function listResponse(record: string, examples: Readonly<Record<string, Example>>) {
  return {
    description: 'The list.',
    headers: references([
      header.cachedAt,
      header.dataSource,
      header.etag,
      header.vary,
      header.contentEncoding,
      'Age',
      'Last-Modified',
      ...always,
    ]),
    content: {
      [LIST_CONTENT_TYPE]: {
        schema: { type: 'array', items: reference('schemas', record) },
        examples,
      },
    },
  };
}

export const statusHeaders = references([...always, 'Age', header.contentEncoding]);

export const responses = {
  NotModified: {
    description:
      'The list is the one that the `ETag` in `If-None-Match` names. A cache that answers for the service may leave out what it has told before.',
    headers: {
      ...references([header.etag, header.vary, 'Age', 'Last-Modified', ...always]),
      ...notRequired([header.cachedAt, header.dataSource]),
    },
  },
  MethodNotAllowed: refusal(
    'Any method but GET, HEAD and OPTIONS. A cache in front of the service may refuse them with a 403 of its own.',
    methodNotAllowed,
    [header.allow],
  ),
  NotAcceptable: refusal(
    'The list is too large to be sent without compression, and the request accepts neither `br` nor `gzip`.',
    notAcceptable,
    [header.vary],
  ),
  Unavailable: {
    ...refusal(
      'The database is unavailable and there is no last-good copy to serve instead, as on the first day. Ask again after `Retry-After`. A gateway in front of the service may answer 503 too, with a body of its own and without these headers.',
      unavailable,
      [],
    ),
    headers: { ...references([header.retryAfter]), ...notRequired(always) },
  },
  Other: {
    description:
      'Any other error: of the service as `application/problem+json`, or of what stands in front of it (a gateway, a cache), which may answer 4xx or 5xx in words of its own. Look at the status; keep what you have, and ask again later.',
    content: {
      [PROBLEM_CONTENT_TYPE]: { schema: reference('schemas', 'Problem') },
      '*/*': { schema: {} },
    },
  },
} as const;

export function reference(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}

function required(schema: Schema, description: string, example: unknown) {
  return { required: true, schema, description, example };
}

function optional(...facts: Parameters<typeof required>) {
  return { ...required(...facts), required: false };
}

function constant(value: string, description: string) {
  return { required: true, schema: { type: 'string', const: value }, example: value, description };
}

function refusal(description: string, { body }: FixedAnswer, names: readonly HeaderName[]) {
  return {
    description,
    headers: references([...names, ...always]),
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: reference('schemas', 'Problem'),
        examples: {
          problem: { summary: 'The body, word for word', value: JSON.parse(body) as unknown },
        },
      },
    },
  };
}

function references(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** For an answer that others may give in the service's place, with less than the service says. */
function notRequired(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { ...headers[name], required: false }]));
}
