/**
 * Faults in how a list is answered, in each encoding and to each method, condition, query and path, by the one check that has
 * to see them, as `directory: name`.
 */

import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { header } from '../../../contract/http.ts';
import {
  acceptEncoding,
  body,
  type Change,
  type FaultsByCheck,
  ifNoneMatch,
  plainGet,
  reading,
  set,
  status,
  toMethod,
  where,
  withQuery,
} from '../../support/planting.ts';

const FOR_NO_ORIGIN = set('Access-Control-Allow-Origin', undefined);
const HEAD = toMethod('HEAD');
const POST = toMethod('POST');

const ownTag = ifNoneMatch(/^W\/"(?!of-no-list)[^,]*$/u);
const anyTag = ifNoneMatch(/^\*$/u);

const decode: Change = (given) => {
  const isGzip = given.headers[header.contentEncoding] === 'gzip';
  body(isGzip ? gunzipSync(given.body) : brotliDecompressSync(given.body))(given);
};

const encode: Change = (given) => {
  body(gzipSync(given.body), 'gzip')(given);
};

const emptyInGzip = body(gzipSync('[]'), 'gzip');
const emptyInBrotli = body(brotliCompressSync('[]'), 'br');

export const faultsInAnswers: FaultsByCheck = {
  'founders: answers GET with 200': {
    'a 503': where(plainGet, status(503)),
    'a redirect': where(plainGet, status(301), set('Location', '/v1/jobs')),
  },
  'founders: says that it sends JSON': {
    'another type': where(reading, set(header.contentType, 'text/html')),
  },
  'founders: sends a JSON array': {
    'an object': where(plainGet, body('{"data":[]}')),
    'half a list': where(plainGet, body('[{')),
    'a body in another encoding than it says': where(plainGet, body('[]', 'br')),
  },

  'founders: answers HEAD like GET': {
    'HEAD refused': where(HEAD, status(405)),
    'HEAD without ETag': where(HEAD, set(header.etag, undefined)),
    'HEAD with another type': where(HEAD, set(header.contentType, 'text/html')),
  },
  'founders: sends no body with HEAD': { 'HEAD with a body': where(HEAD, body('[]')) },

  'founders: answers 304 to its own ETag': { '200 to its ETag': where(ownTag, status(200)) },
  'founders: answers 304 to the strong form of its ETag': {
    '200 to the strong form of its ETag': where(ifNoneMatch(/^"/u), status(200)),
  },
  'founders: answers 304 to a list with its ETag': {
    '200 to a list of ETags': where(ifNoneMatch(/,/u), status(200)),
  },
  'founders: answers 304 to If-None-Match: *': { '200 to any ETag': where(anyTag, status(200)) },
  'founders: answers 200 to another ETag': {
    '304 to another ETag': where(ifNoneMatch(/^W\/"of-no-list"$/u), status(304)),
  },
  'founders: sends the headers of GET with a 304': {
    'a 304 without Cache-Control': where(ownTag, set(header.cacheControl, undefined)),
    'a 304 without X-Cached-At': where(ownTag, set(header.cachedAt, undefined)),
    'a 304 with another ETag': where(ownTag, set(header.etag, 'W/"other"')),
  },
  'founders: sends no body with a 304': { 'a 304 with a body': where(ownTag, body('[]')) },
  'founders: lets every origin read a 304': { 'a 304 for no origin': where(ownTag, FOR_NO_ORIGIN) },

  'founders: sends brotli where only brotli is taken': {
    'no brotli': where(acceptEncoding('br'), decode),
  },
  'founders: sends the same list in brotli': {
    'another list in brotli': where(acceptEncoding('br'), emptyInBrotli),
  },
  'founders: sends gzip where only gzip is taken': {
    'no gzip': where(acceptEncoding('gzip'), decode),
  },
  'founders: sends the same list in gzip': {
    'another list in gzip': where(acceptEncoding('gzip'), emptyInGzip),
    'gzip that is none': where(acceptEncoding('gzip'), body('[]', 'gzip')),
  },
  'founders: sends no encoding that the client refuses': {
    'brotli where it is refused': where(acceptEncoding('br;q=0, gzip'), emptyInBrotli),
  },
  'founders: sends the list as it is where no encoding is taken': {
    'gzip where no encoding is taken': where(acceptEncoding('identity'), encode),
  },
  'founders: sends the same list as it is': {
    'another list as it is': where(acceptEncoding('identity'), body('[]')),
  },

  'founders: refuses POST': {
    'POST answered 200': where(POST, status(200)),
    'a 405 without Allow': where(POST, set(header.allow, undefined)),
    'a 405 in plain text': where(POST, set(header.contentType, 'text/plain')),
    'a 405 without a problem': where(POST, body('{}')),
    'a 403 of its own': where(POST, status(403)),
  },
  ...Object.fromEntries(
    ['PUT', 'PATCH', 'DELETE'].map((name) => [
      `founders: refuses ${name}`,
      { [`${name} answered 200`]: where(toMethod(name), status(200)) },
    ]),
  ),
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((name) => [
      `founders: lets every origin read the answer to ${name}`,
      { [`${name} refused for one origin`]: where(toMethod(name), FOR_NO_ORIGIN) },
    ]),
  ),

  'founders: ignores the query string': {
    'a query string that changes the list': where(withQuery, body('[]')),
    'a query string that makes another snapshot': where(
      withQuery,
      body('[]'),
      set(header.etag, 'W/"other"'),
      set(header.cachedAt, '2026-01-31T12:00:00.000Z'),
    ),
    'a query string that is refused': where(withQuery, status(400)),
  },

  ...ofPath('/v1'),
  ...ofPath('/v1/nope', { 'a 404 in HTML': [set(header.contentType, 'text/html')] }),
  ...ofPath('/v1/startups/', {
    'a redirect to the path without its slash': [status(308), set('Location', '/v1/startups')],
  }),
  ...ofPath('/v1/startups/some-slug'),
  ...ofPath('/v1/STARTUPS'),
};

/** What may be wrong with the 404 to a path. @param more - of the answer itself. */
function ofPath(path: string, more: Readonly<Record<string, Change[]>> = {}): FaultsByCheck {
  const faulty = (...changes: readonly Change[]) =>
    where((asked) => asked.path === path, ...changes);
  return {
    [`service: answers 404 to ${path}`]: {
      [`${path} answered 200`]: faulty(status(200)),
      ...Object.fromEntries(
        Object.entries(more).map(([fault, changes]) => [fault, faulty(...changes)]),
      ),
    },
    [`service: keeps the answer to ${path} out of caches`]: {
      [`${path} kept for an hour`]: faulty(set(header.cacheControl, 'public, max-age=3600')),
    },
    [`service: lets every origin read the answer to ${path}`]: {
      [`${path} refused for one origin`]: faulty(FOR_NO_ORIGIN),
    },
  };
}
