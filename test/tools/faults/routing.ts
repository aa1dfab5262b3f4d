/** Faults in what is answered to other methods, other paths and query strings. */

import { header } from '../../../contract/http.ts';
import {
  body,
  type Condition,
  set,
  status,
  toMethod,
  where,
  withQuery,
} from '../../support/planting.ts';
import type { PlantedFault } from './planted-fault.ts';

const NO_ORIGIN = set('Access-Control-Allow-Origin', undefined);
const QUERY = 'founders: ignores the query string';

const ofMethods = ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((name): PlantedFault[] => [
  [`${name} answered 200`, `founders: refuses ${name}`, where(toMethod(name), status(200))],
  [
    `${name} refused for one origin`,
    `founders: lets every origin read the answer to ${name}`,
    where(toMethod(name), NO_ORIGIN),
  ],
]);

const paths = ['/v1', '/v1/nope', '/v1/startups/', '/v1/startups/some-slug', '/v1/STARTUPS'];
const ofPaths = paths.flatMap((path): PlantedFault[] => {
  const asked: Condition = (request) => request.path === path;
  return [
    [`${path} answered 200`, `service: answers 404 to ${path}`, where(asked, status(200))],
    [
      `${path} kept for an hour`,
      `service: keeps the answer to ${path} out of caches`,
      where(asked, set(header.cacheControl, 'public, max-age=3600')),
    ],
    [
      `${path} refused for one origin`,
      `service: lets every origin read the answer to ${path}`,
      where(asked, NO_ORIGIN),
    ],
  ];
});

export const routingFaults: readonly PlantedFault[] = [
  ...ofMethods,
  [
    'a 405 without Allow',
    'founders: refuses POST',
    where(toMethod('POST'), set(header.allow, undefined)),
  ],
  [
    'a 405 in plain text',
    'founders: refuses POST',
    where(toMethod('POST'), set(header.contentType, 'text/plain')),
  ],
  ['a 405 without a problem', 'founders: refuses POST', where(toMethod('POST'), body('{}'))],
  ['a 403 of its own', 'founders: refuses POST', where(toMethod('POST'), status(403))],

  ['a query string that changes the list', QUERY, where(withQuery, body('[]'))],
  [
    'a query string that makes another snapshot',
    QUERY,
    where(
      withQuery,
      body('[]'),
      set(header.etag, 'W/"other"'),
      set(header.cachedAt, '2026-01-31T12:00:00.000Z'),
    ),
  ],
  ['a query string that is refused', QUERY, where(withQuery, status(400))],

  ...ofPaths,
  [
    'a redirect to the path without its slash',
    'service: answers 404 to /v1/startups/',
    where(({ path }) => path === '/v1/startups/', status(308), set('Location', '/v1/startups')),
  ],
  [
    'a 404 in HTML',
    'service: answers 404 to /v1/nope',
    where(({ path }) => path === '/v1/nope', set(header.contentType, 'text/html')),
  ],
];
