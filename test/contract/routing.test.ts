import { allDirectories } from '../../contract/directories.ts';
import { answerWithoutList } from '../../contract/routing.ts';
import { corsHeaders, preflightHeaders, securityHeaders } from '../../contract/http.ts';

const paths = allDirectories.map((directory) => directory.path);

test.each(paths)('GET and HEAD of %s go on to the directory', (path) => {
  expect(answerWithoutList('GET', path)).toBeUndefined();
  expect(answerWithoutList('HEAD', path)).toBeUndefined();
});

test.each(paths)('a preflight of %s is answered by the routing', (path) => {
  expect(answerWithoutList('OPTIONS', path)).toEqual({
    statusCode: 204,
    headers: { ...corsHeaders, ...preflightHeaders, ...securityHeaders },
    body: '',
  });
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'get', ''])(
  'the method %j is refused with what is allowed',
  (method) => {
    expect(answerWithoutList(method, '/v1/jobs')).toMatchObject({
      statusCode: 405,
      headers: { Allow: 'GET, HEAD, OPTIONS', 'Content-Type': 'application/problem+json' },
    });
  },
);

const siteExamples = [
  '/',
  '/docs',
  '/robots.txt',
  '/favicon.ico',
  '/openapi.json',
  '/status.json',
  '/client.js',
  '/client.tgz',
  '/feed.xml',
  '/feed.json',
  '/assets/page-0A1b_2-c.js',
];

test.each(siteExamples)('what is beside the lists at %s goes on', (path) => {
  expect(answerWithoutList('GET', path)).toBeUndefined();
  expect(answerWithoutList('OPTIONS', path)).toMatchObject({ statusCode: 204 });
  expect(answerWithoutList('POST', path)).toMatchObject({ statusCode: 405 });
});

test.each([
  '',
  '/index.html',
  '/docs.html',
  '/docs/',
  '/assets/',
  '/assets/../v1/jobs',
  '/assets/a/b.js',
  '/openapi.json/',
  '/client',
  '/client.js.map',
  '/status',
  '/feed',
  '/feed.atom',
  '/v1',
  '/v1/',
  '/v1/startups/',
  '/v1/startups/some-slug',
  '/v1/STARTUPS',
  '/v2/startups',
  '//v1/startups',
  '/startups',
  '/v1/constructor',
])('the path %j is unknown to every method', (path) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
    expect(answerWithoutList(method, path)).toMatchObject({ statusCode: 404 });
  }
});

test('a refusal is a problem that every origin may read and no cache keeps', () => {
  const refused = answerWithoutList('DELETE', '/v1/startups');

  expect(refused?.headers).toMatchObject({ ...corsHeaders, 'Cache-Control': 'no-store' });
  expect(JSON.parse(refused?.body ?? '')).toEqual({
    type: 'about:blank',
    title: 'Method Not Allowed',
    status: 405,
    detail: 'The service is read-only: use GET or HEAD.',
  });
});

test('a refusal repeats nothing of the request', () => {
  expect(answerWithoutList('GET', '/v1/<script>')).toEqual(answerWithoutList('GET', '/v1/other'));
});

test('the answer to an unknown path lists the known ones', () => {
  expect(JSON.parse(answerWithoutList('GET', '/v1')?.body ?? '')).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail:
      'The lists are at /v1/startups, /v1/founders, /v1/jobs; the page at /docs says what they are.',
  });
});
