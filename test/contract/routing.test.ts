import { allDirectories } from '../../contract/directories.ts';
import { answerWithoutList } from '../../contract/routing.ts';
import { corsHeaders, preflightHeaders, securityHeaders } from '../../contract/http.ts';

// prettier-ignore
const KNOWN = [
  ...allDirectories.map((directory) => directory.path),
  '/', '/docs', '/robots.txt', '/favicon.ico', '/openapi.json', '/status.json', '/client.js', '/client.tgz', '/feed.xml', '/feed.json',
  '/assets/page-0A1b_2-c.js',
];

// prettier-ignore
const UNKNOWN = [
  '', '/docs.html', '/docs/a', '/assets/', '/assets/../v1/jobs', '/assets/a/b.js', '/openapi.json/', '/client',
  '/client.js.map', '/status', '/feed', '/feed.atom', '/v1', '/v1/', '/v1/startups/', '/v1/startups/some-slug', '/v1/STARTUPS',
  '/v2/startups', '//v1/startups', '/startups', '/v1/constructor',
];

test.each(KNOWN)('%s goes on where it is read, and only there', (path) => {
  expect(answerWithoutList('GET', path)).toBeUndefined();
  expect(answerWithoutList('HEAD', path)).toBeUndefined();
  expect(answerWithoutList('OPTIONS', path)).toEqual({
    statusCode: 204,
    headers: { ...corsHeaders, ...preflightHeaders, ...securityHeaders },
    body: '',
  });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'get', '']) {
    expect(answerWithoutList(method, path)).toMatchObject({
      statusCode: 405,
      headers: { Allow: 'GET, HEAD, OPTIONS', 'Content-Type': 'application/problem+json' },
    });
  }
});

test.each(UNKNOWN)('the path %j is unknown to every method', (path) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
    expect(answerWithoutList(method, path)).toMatchObject({ statusCode: 404 });
  }
});

test.each([
  [
    'DELETE',
    '/v1/startups',
    405,
    'Method Not Allowed',
    'The service is read-only: use GET or HEAD.',
  ],
  [
    'GET',
    '/v1/<script>', // nothing of the request is repeated
    404,
    'Not Found',
    'The lists are at /v1/startups, /v1/founders, /v1/jobs; the page at /docs says what they are.',
  ],
])(
  '%s of %s is a problem that any origin may read and no cache keeps',
  (method, path, status, title, detail) => {
    const refused = answerWithoutList(method, path);

    expect(refused?.headers).toMatchObject({ ...corsHeaders, 'Cache-Control': 'no-store' });
    expect(JSON.parse(refused?.body ?? '')).toEqual({ type: 'about:blank', title, status, detail });
  },
);
