/** The answers of the service, status by status. */

import { header, LIST_CONTENT_TYPE, PROBLEM_CONTENT_TYPE } from '../../contract/http.ts';
import type { FixedAnswer } from '../../contract/http.ts';
import { methodNotAllowed, notAcceptable, unavailable } from '../../contract/refusals.ts';
import { type Example, type Header, type Reference, reference, type Response } from './document.ts';
import { type HeaderName, headers } from './headers.ts';
import { parseJson } from './json.ts';

/** On every answer that says whether it may be kept. */
const always = [
  header.cacheControl,
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'X-Content-Type-Options',
  'Strict-Transport-Security',
  'Content-Security-Policy',
] as const satisfies readonly HeaderName[];

/** `record` is the name under which the schema of its records is. */
export function listResponse(
  description: string,
  record: string,
  examples: Readonly<Record<string, Example>>,
): Response {
  return {
    description,
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
        schema: { type: 'array', items: { ...reference('schemas', record) } },
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
      ...optional([header.cachedAt, header.dataSource]),
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
      'The database is away and there is no last-good copy to serve instead, as on the first day. Ask again after `Retry-After`. A gateway in front of the service may answer 503 too, with a body of its own and without these headers.',
      unavailable,
      [],
    ),
    headers: { ...references([header.retryAfter]), ...optional(always) },
  },
  Other: {
    description:
      'Any other error: of the service as `application/problem+json`, or of what stands in front of it (a gateway, a cache), which may answer 4xx or 5xx in words of its own. Look at the status; keep what you have, and ask again later.',
    content: {
      [PROBLEM_CONTENT_TYPE]: { schema: { ...reference('schemas', 'Problem') } },
      '*/*': { schema: {} },
    },
  },
} as const satisfies Readonly<Record<string, Response>>;

function refusal(
  description: string,
  { body }: FixedAnswer,
  names: readonly HeaderName[],
): Response {
  return {
    description,
    headers: references([...names, ...always]),
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: { ...reference('schemas', 'Problem') },
        examples: { problem: { summary: 'The body, word for word', value: parseJson(body) } },
      },
    },
  };
}

function references(names: readonly HeaderName[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** For an answer that others may give in the service's place, with less than the service says. */
function optional(names: readonly HeaderName[]): Readonly<Record<string, Header>> {
  return Object.fromEntries(names.map((name) => [name, { ...headers[name], required: false }]));
}
