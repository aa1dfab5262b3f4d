/** Faults in how a list is answered to GET, HEAD and a conditional GET. */

import { header } from '../../../contract/http.ts';
import {
  body,
  ifNoneMatch,
  plainGet,
  reading,
  set,
  status,
  toMethod,
  where,
} from '../../support/planting.ts';
import type { PlantedFault } from './planted-fault.ts';

const ANSWER_200 = 'founders: answers GET with 200';
const ARRAY = 'founders: sends a JSON array';
const HEAD = 'founders: answers HEAD like GET';
const LIKE_GET = 'founders: sends the headers of GET with a 304';

const ownTag = ifNoneMatch(/^W\/"(?!of-no-list)[^,]*$/u);

export const faultsInAnswers: readonly PlantedFault[] = [
  ['a 503', ANSWER_200, where(plainGet, status(503))],
  ['a redirect', ANSWER_200, where(plainGet, status(301), set('Location', '/v1/jobs'))],
  [
    'another type',
    'founders: says that it sends JSON',
    where(reading, set(header.contentType, 'text/html')),
  ],
  ['an object', ARRAY, where(plainGet, body('{"data":[]}'))],
  ['half a list', ARRAY, where(plainGet, body('[{'))],
  ['a body in another encoding than it says', ARRAY, where(plainGet, body('[]', 'br'))],

  ['HEAD refused', HEAD, where(toMethod('HEAD'), status(405))],
  ['HEAD without ETag', HEAD, where(toMethod('HEAD'), set(header.etag, undefined))],
  ['HEAD with another type', HEAD, where(toMethod('HEAD'), set(header.contentType, 'text/html'))],
  ['HEAD with a body', 'founders: sends no body with HEAD', where(toMethod('HEAD'), body('[]'))],

  ['200 to its ETag', 'founders: answers 304 to its own ETag', where(ownTag, status(200))],
  [
    '200 to the strong form of its ETag',
    'founders: answers 304 to the strong form of its ETag',
    where(ifNoneMatch(/^"/u), status(200)),
  ],
  [
    '200 to a list of ETags',
    'founders: answers 304 to a list with its ETag',
    where(ifNoneMatch(/,/u), status(200)),
  ],
  [
    '200 to any ETag',
    'founders: answers 304 to If-None-Match: *',
    where(ifNoneMatch(/^\*$/u), status(200)),
  ],
  [
    '304 to another ETag',
    'founders: answers 200 to another ETag',
    where(ifNoneMatch(/^W\/"of-no-list"$/u), status(304)),
  ],
  ['a 304 without Cache-Control', LIKE_GET, where(ownTag, set(header.cacheControl, undefined))],
  ['a 304 without X-Cached-At', LIKE_GET, where(ownTag, set(header.cachedAt, undefined))],
  ['a 304 with another ETag', LIKE_GET, where(ownTag, set(header.etag, 'W/"other"'))],
  ['a 304 with a body', 'founders: sends no body with a 304', where(ownTag, body('[]'))],
  [
    'a 304 for no origin',
    'founders: lets every origin read a 304',
    where(ownTag, set('Access-Control-Allow-Origin', undefined)),
  ],
];
