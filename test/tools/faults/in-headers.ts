/** Faults in the headers of a list and of a preflight, by the one check that has to see them, as `directory: name`. */

import { header, listCacheControl } from '../../../contract/http.ts';
import type { Fault } from '../../support/conforming-server.ts';
import {
  body,
  type FaultsByCheck,
  plainGet,
  plainGetAndHead,
  reading,
  set,
  status,
  toMethod,
  where,
} from '../../support/planting.ts';

const FORBIDDEN = [
  's-maxage=60',
  'must-revalidate',
  'stale-while-revalidate=60',
  'private',
  'no-store',
];

const ORIGIN = 'Access-Control-Allow-Origin';
const EXPOSED = 'Access-Control-Expose-Headers';
const preflight = toMethod('OPTIONS');

export const faultsInHeaders: FaultsByCheck = {
  'founders: may be kept by every cache, for at most one hour': {
    'no public': cacheControl('max-age=60, stale-if-error=86400'),
    'no max-age': cacheControl('public, stale-if-error=86400'),
    'a negative max-age': cacheControl('public, max-age=-1, stale-if-error=86400'),
    'a stale answer that is kept like a fresh one': where(
      plainGet,
      set(header.dataSource, 'last-good'),
      set(header.cacheControl, listCacheControl(3600)),
    ),
  },
  'founders: forbids no reuse in an outage and stretches no lifetime': Object.fromEntries(
    FORBIDDEN.map((directive) => [
      `the directive ${directive}`,
      cacheControl(`${listCacheControl(60)}, ${directive}`),
    ]),
  ),
  'founders: may be served for a day while the service fails': {
    'no stale-if-error': cacheControl('public, max-age=60'),
  },
  'founders: shows an edit after at most one hour': {
    'a fresh answer that is kept for too long': where(
      plainGet,
      set(header.cachedAt, minutesFromNow(-30)),
      set(header.cacheControl, listCacheControl(3600)),
    ),
  },
  'founders: says when the database was read': {
    'no X-Cached-At': where(plainGet, set(header.cachedAt, undefined)),
    'X-Cached-At without a zone': where(plainGet, set(header.cachedAt, '2026-01-31 12')),
    'X-Cached-At in the future': where(plainGet, set(header.cachedAt, minutesFromNow(30))),
  },
  'founders: says whether the answer is fresh or stale': {
    'an unknown X-Data-Source': where(plainGet, set(header.dataSource, 'cache')),
  },
  'founders: carries a weak ETag': {
    'a strong ETag': where(reading, (given) => {
      set(header.etag, given.headers[header.etag]?.replace('W/', ''))(given);
    }),
  },
  'founders: varies by Accept-Encoding and nothing else': {
    'no Vary': where(reading, set(header.vary, undefined)),
    'a Vary that names Origin': where(reading, set(header.vary, 'Accept-Encoding, Origin')),
  },
  'founders: sets no cookie': { 'a cookie': where(plainGet, set('Set-Cookie', 'a=b')) },
  'founders: forbids browsers to guess the type': {
    'no nosniff': where(plainGet, set('X-Content-Type-Options', undefined)),
  },
  'founders: lets every origin read a 200': {
    'a 200 for one origin': where(plainGetAndHead, set(ORIGIN, 'https://a.example')),
    'hidden headers': where(plainGetAndHead, set(EXPOSED, 'ETag')),
  },

  'founders: answers a preflight with 204': {
    'a preflight answered 200': where(preflight, status(200)),
    'a 204 with a body': where(preflight, body('{}')),
  },
  'founders: allows GET, HEAD and If-None-Match for a day': {
    'a preflight without If-None-Match': where(
      preflight,
      set('Access-Control-Allow-Headers', undefined),
    ),
    'a preflight that holds for a minute': where(preflight, set('Access-Control-Max-Age', '60')),
  },
  'founders: lets every origin read a 204': {
    'a 204 for no origin': where(preflight, set(ORIGIN, undefined)),
  },
};

function cacheControl(value: string): Fault {
  return where(plainGet, set(header.cacheControl, value));
}

function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}
