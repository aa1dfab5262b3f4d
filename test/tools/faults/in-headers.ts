/** Faults in the headers of a list and of a preflight. */

import { header, listCacheControl } from '../../../contract/http.ts';
import type { Fault } from '../../support/conforming-server.ts';
import {
  body,
  plainGet,
  plainGetAndHead,
  reading,
  set,
  status,
  toMethod,
  where,
} from '../../support/planting.ts';
import type { PlantedFault } from './planted-fault.ts';

const KEPT = 'founders: may be kept by every cache, for at most one hour';
const REUSED = 'founders: forbids no reuse in an outage and stretches no lifetime';
const CACHED_AT = 'founders: says when the database was read';
const VARY = 'founders: varies by Accept-Encoding and nothing else';
const READ_200 = 'founders: lets every origin read a 200';
const ANSWER_204 = 'founders: answers a preflight with 204';
const PREFLIGHT = 'founders: allows GET, HEAD and If-None-Match for a day';

const FORBIDDEN = [
  's-maxage=60',
  'must-revalidate',
  'stale-while-revalidate=60',
  'private',
  'no-store',
];

const ORIGIN = 'Access-Control-Allow-Origin';
const preflight = toMethod('OPTIONS');

export const faultsInHeaders: readonly PlantedFault[] = [
  ['no public', KEPT, cacheControl('max-age=60, stale-if-error=86400')],
  ['no max-age', KEPT, cacheControl('public, stale-if-error=86400')],
  ['a negative max-age', KEPT, cacheControl('public, max-age=-1, stale-if-error=86400')],
  [
    'a stale answer that is kept like a fresh one',
    KEPT,
    where(
      plainGet,
      set(header.dataSource, 'last-good'),
      set(header.cacheControl, listCacheControl(3600)),
    ),
  ],
  ...FORBIDDEN.map((directive): PlantedFault => [
    `the directive ${directive}`,
    REUSED,
    cacheControl(`${listCacheControl(60)}, ${directive}`),
  ]),
  [
    'no stale-if-error',
    'founders: may be served for a day while the service fails',
    cacheControl('public, max-age=60'),
  ],
  [
    'a fresh answer that is kept for too long',
    'founders: shows an edit after at most one hour',
    where(
      plainGet,
      set(header.cachedAt, minutesFromNow(-30)),
      set(header.cacheControl, listCacheControl(3600)),
    ),
  ],
  ['no X-Cached-At', CACHED_AT, where(plainGet, set(header.cachedAt, undefined))],
  ['X-Cached-At without a zone', CACHED_AT, where(plainGet, set(header.cachedAt, '2026-01-31 12'))],
  [
    'X-Cached-At in the future',
    CACHED_AT,
    where(plainGet, set(header.cachedAt, minutesFromNow(30))),
  ],
  [
    'an unknown X-Data-Source',
    'founders: says whether the answer is fresh or stale',
    where(plainGet, set(header.dataSource, 'cache')),
  ],
  [
    'a strong ETag',
    'founders: carries a weak ETag',
    where(reading, (given) => {
      set(header.etag, given.headers[header.etag]?.replace('W/', ''))(given);
    }),
  ],
  ['no Vary', VARY, where(reading, set(header.vary, undefined))],
  ['a Vary that names Origin', VARY, where(reading, set(header.vary, 'Accept-Encoding, Origin'))],
  ['a cookie', 'founders: sets no cookie', where(plainGet, set('Set-Cookie', 'a=b'))],
  [
    'no nosniff',
    'founders: forbids browsers to guess the type',
    where(plainGet, set('X-Content-Type-Options', undefined)),
  ],
  ['a 200 for one origin', READ_200, where(plainGetAndHead, set(ORIGIN, 'https://a.example'))],
  [
    'hidden headers',
    READ_200,
    where(plainGetAndHead, set('Access-Control-Expose-Headers', 'ETag')),
  ],

  ['a preflight answered 200', ANSWER_204, where(preflight, status(200))],
  ['a 204 with a body', ANSWER_204, where(preflight, body('{}'))],
  [
    'a preflight without If-None-Match',
    PREFLIGHT,
    where(preflight, set('Access-Control-Allow-Headers', undefined)),
  ],
  [
    'a preflight that holds for a minute',
    PREFLIGHT,
    where(preflight, set('Access-Control-Max-Age', '60')),
  ],
  [
    'a 204 for no origin',
    'founders: lets every origin read a 204',
    where(preflight, set(ORIGIN, undefined)),
  ],
];

function cacheControl(value: string): Fault {
  return where(plainGet, set(header.cacheControl, value));
}

function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}
