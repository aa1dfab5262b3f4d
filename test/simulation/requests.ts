/** Requests as API Gateway hands them on, ordinary ones and strange ones. */

import type { HandlerEvent } from './process.ts';
import type { Random } from './random.ts';

export interface SimulatedRequest {
  readonly event: HandlerEvent;
  readonly method: string;
  /** Content codings in which the list may come; none: 406. */
  readonly codings: readonly string[];
  /** The ETags that the client says it has; `*` stands for any. */
  readonly etags: readonly string[];
}

const IDENTITY = 'identity';

/** `Accept-Encoding` and the codings that it allows (RFC 9110, section 12.5.3). */
const accepted: readonly (readonly [
  weight: number,
  header: string | undefined,
  codings: readonly string[],
])[] = [
  [8, 'gzip, deflate, br, zstd', ['br']],
  [3, 'gzip', ['gzip']],
  [3, undefined, [IDENTITY]],
  [1, '', [IDENTITY]],
  [1, 'br;q=0.1, gzip;q=0.9', ['gzip']],
  [1, 'br;q=0, *', ['gzip']],
  [1, 'identity;q=0, gzip;q=0.001', ['gzip']],
  [1, '*;q=0', []],
  [1, 'identity;q=0', []],
  [1, 'br;q=1e9, gzip;q=-1, ;;;,,=', [IDENTITY]],
  [1, `${','.repeat(8000)}br`, ['br']],
  [1, 'BR', ['br']],
  [1, 'x'.repeat(8000), [IDENTITY]],
];

const METHODS = [
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  '',
];

export function anyRequest(random: Random, knownEtags: readonly string[]): SimulatedRequest {
  if (random.happens(0.03)) return random.pick(strange)();
  const [, header, codings] = random.weigh(accepted.map((each) => [each[0], each] as const));
  const etags = random.happens(0.3) ? anyEtags(random, knownEtags) : [];
  const method = random.happens(0.08) ? random.pick(METHODS) : 'GET';
  const headers = {
    ...(header === undefined ? {} : { 'accept-encoding': header }),
    ...(etags.length === 0 ? {} : { 'if-none-match': etags.join(', ') }),
    ...(random.happens(0.1)
      ? { 'x-forwarded-for': '203.0.113.7\r\nSet-Cookie: a=b', __proto__: 'x', cookie: 'a=b' }
      : {}),
  };
  const requestContext = {
    http: { method, path: '/v1/startups', protocol: 'HTTP/1.1', sourceIp: '', userAgent: '' },
  };
  return { event: { headers, requestContext, ...anyExtras(random) }, method, codings, etags };
}

function anyEtags(random: Random, known: readonly string[]): readonly string[] {
  if (random.happens(0.2))
    return [random.pick(['W/"x"', '"', 'W/W/"x"', `"${'x'.repeat(8000)}"`, '\u0000'])];
  if (random.happens(0.05)) return ['*'];
  return known.length === 0 ? [] : ['W/"other"', random.pick(known)];
}

function anyExtras(random: Random): Record<string, unknown> {
  if (!random.happens(0.1)) return {};
  return random.pick([
    { rawQueryString: 'x='.repeat(4000), queryStringParameters: { __proto__: 'x' } },
    { body: '{"refresh":{"acceptDrop":true}}', isBase64Encoded: false },
    { cookies: ['a=b'], pathParameters: { name: '../../etc' } },
    { rawPath: '//v1/%00/startups' },
  ]);
}

/** Events of which parts are missing: what a test in the console sends. */
const strange: readonly (() => SimulatedRequest)[] = [
  null,
  {},
  { headers: {} },
  { requestContext: {} },
  { requestContext: { http: undefined } },
].map((event) => () => ({
  event: event as HandlerEvent,
  method: 'GET',
  codings: [IDENTITY],
  etags: [],
}));
