import { assetPath, refusedMethods, unknownPaths } from '../../bundling/edge-events.ts';
import { allDirectories } from '../../contract/directories.ts';
import { answerWithoutList } from '../../contract/routing.ts';
import { edgeSecurityHeaders } from '../../contract/edge.ts';
import { edgeFunction } from './edge-function.ts';

const run = edgeFunction('viewer-request');

const methods = ['GET', 'HEAD', 'OPTIONS', ...refusedMethods];

describe('the viewer-request function', () => {
  it.each(allDirectories.flatMap(({ path }) => ['GET', 'HEAD'].map((method) => [method, path])))(
    'lets %s %s through untouched',
    (method, uri) => {
      const request = { method, uri, headers: { host: { value: 'example.org' } } };

      expect(run({ request })).toEqual(request);
    },
  );

  it.each(['/openapi.json', '/status.json', assetPath])('lets %s through untouched', (uri) => {
    expect(run({ request: { method: 'GET', uri, headers: {} } })).toMatchObject({ uri });
  });

  it('asks the bucket for the page by the name of its file', () => {
    const request = { method: 'GET', uri: '/', headers: {} };

    expect(run({ request })).toEqual({ ...request, uri: '/index.html' });
  });

  it.each(methods.flatMap((method) => unknownPaths.map((uri) => [method, uri] as const)))(
    'answers %s %j with the 404 of the contract',
    (method, uri) => {
      const answer = run({ request: { method, uri, headers: {} } });

      expect(answer).toMatchObject({
        statusCode: 404,
        statusDescription: 'Not Found',
        headers: { 'content-type': { value: 'application/problem+json' } },
      });
      expect(answer.body?.data).toBe(answerWithoutList(method, uri)?.body);
    },
  );

  it.each(refusedMethods)('answers %j on a list with the 405 of the contract', (method) => {
    expect(run({ request: { method, uri: '/v1/jobs', headers: {} } })).toMatchObject({
      statusCode: 405,
      headers: { allow: { value: 'GET, HEAD, OPTIONS' } },
    });
  });

  it('answers a preflight with 204 and no body', () => {
    const answer = run({ request: { method: 'OPTIONS', uri: '/v1/jobs', headers: {} } });

    expect(answer).toMatchObject({
      statusCode: 204,
      headers: {
        'access-control-allow-methods': { value: 'GET, HEAD' },
        'access-control-allow-headers': { value: 'If-None-Match, If-Modified-Since' },
        'access-control-max-age': { value: '86400' },
      },
    });
    expect(answer.body).toBeUndefined();
  });

  it.each([
    ['OPTIONS', '/v1/jobs'],
    ['POST', '/v1/jobs'],
    ['GET', '/nowhere'],
  ])('gives its answer to %s %s CORS and security headers, in lower case', (method, uri) => {
    const { headers = {} } = run({ request: { method, uri, headers: {} } });

    expect(headers['access-control-allow-origin']).toEqual({ value: '*' });
    for (const [name, value] of Object.entries(edgeSecurityHeaders)) {
      expect(headers[name.toLowerCase()]).toEqual({ value });
    }
    for (const name of Object.keys(headers)) expect(name).toBe(name.toLowerCase());
  });
});
