import { answerWithoutList } from '../../contract/routing.ts';

/** Tests only unknown paths and methods, because the edge tests and the conformance checks cover the known ones. */
test.each([
  ['get', '/v1/jobs', 405, 'Method Not Allowed', 'The service is read-only: use GET or HEAD.'],
  [
    'GET',
    '/v1/<script>',
    404,
    'Not Found',
    'The lists are at /v1/startups, /v1/founders, /v1/jobs; see /docs for their documentation.',
  ],
])('the error for %s %s does not quote the request', (method, path, status, title, detail) => {
  const { body = '' } = answerWithoutList(method, path) ?? {};

  expect(JSON.parse(body)).toEqual({ type: 'about:blank', title, status, detail });
});
