/** The rules of the cache, one by one, with origins that do what a healthy service never does. */

import { EDGE_ERROR_SECONDS } from '../../contract/edge.ts';
import { ONE_HOUR_SECONDS } from '../../contract/http.ts';
import { Edge } from '../../local/edge.ts';
import type { HttpAnswer, HttpRequest } from '../../local/http-server.ts';

interface Scripted {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function answering({ statusCode = 200, headers = {}, body = 'a list' }: Scripted): HttpAnswer {
  return { statusCode, headers, body };
}

/** What the origins answer until a test replaces it, and what they were asked. */
let service: { script: () => Scripted; readonly requests: HttpRequest[] };
let store: { script: () => Promise<Scripted> | Scripted; readonly paths: string[] };
let edge: Edge;
beforeEach(() => {
  service = { script: () => ({}), requests: [] };
  store = { script: () => ({}), paths: [] };
  const origins = {
    service: async (request: HttpRequest) => {
      service.requests.push(request);
      return answering(service.script());
    },
    store: async (path: string) => {
      store.paths.push(path);
      return answering(await store.script());
    },
    site: new Map(),
  };
  jest.spyOn(Date, 'now').mockReturnValue(0);
  edge = new Edge(origins);
});

type Headers = Readonly<Record<string, string>>;

const ask = async (path = '/v1/jobs', headers: Headers = {}) =>
  edge.answer({ method: 'GET', path, headers });

/** What the cache did for a request. */
async function result(path?: string, headers?: Headers): Promise<string> {
  const answer = await ask(path, headers);
  return `${answer.statusCode} ${answer.headers['x-cache']?.replace(' from cloudfront', '')}`;
}

const cacheControl = (seconds: number) => `public, max-age=${seconds}, stale-if-error=86400`;

describe('an answer is kept', () => {
  test.each([
    ['max-age=86400', ONE_HOUR_SECONDS],
    ['public, max-age=60', 60],
  ])('that says %s for %d s', async (value, seconds) => {
    service.script = () => ({ headers: { 'Cache-Control': value } });
    await ask();

    edge.passTime(seconds - 1);
    expect(await result()).toBe('200 Hit');
    edge.passTime(1);
    expect(await result()).toBe('200 Miss');
  });
});

describe('an error is repeated', () => {
  test.each([
    [404, 'no-store'],
    [403, 'max-age=0'],
    [429, ''],
  ])('when it is %d with Cache-Control %j, for a few seconds', async (status, value) => {
    const headers = value === '' ? {} : { 'Cache-Control': value };
    service.script = () => ({ statusCode: status, headers });
    await ask();
    service.script = () => ({});

    edge.passTime(EDGE_ERROR_SECONDS - 1);
    expect(await result()).toBe(`${status} Error`);
    edge.passTime(1);
    expect(await result()).toBe('200 Miss');
  });
});

describe('the service is asked', () => {
  test('for the path, with the encoding and nothing else of the request', async () => {
    await ask('/v1/jobs', {
      'accept-encoding': 'zstd, gzip;q=0.5, br',
      'if-none-match': '"mine"',
      origin: 'https://example.org',
    });

    const headers = { 'accept-encoding': 'br,gzip', 'user-agent': 'Amazon CloudFront' };
    expect(service.requests).toEqual([{ method: 'GET', path: '/v1/jobs', headers }]);
  });

  test('whether what has expired still holds, and is believed, but for the headers of its 304', async () => {
    const headers = { 'Cache-Control': cacheControl(60), ETag: 'W/"1"', 'X-Cached-At': 'then' };
    service.script = () => ({ headers, body: 'the list' });
    await ask();
    edge.passTime(60);
    service.script = () => ({ statusCode: 304, headers: { ...headers, 'X-Cached-At': 'now' } });

    const again = await ask();

    expect(service.requests[1]?.headers['if-none-match']).toBe('W/"1"');
    expect([again.statusCode, again.body]).toEqual([200, 'the list']);
    expect(again.headers).toMatchObject({
      'x-cache': 'RefreshHit from cloudfront',
      'x-cached-at': 'then',
    });
    expect(await result()).toBe('200 Hit');
  });
});

describe('the store stands in for a service', () => {
  beforeEach(() => {
    store.script = () => ({
      headers: { 'Cache-Control': cacheControl(60) },
      body: 'a copy',
    });
  });

  test.each([500, 502, 503, 504])('that answers %d', async (status) => {
    service.script = () => ({ statusCode: status });

    const answer = await ask();

    expect([answer.statusCode, answer.body]).toEqual([200, 'a copy']);
    expect(store.paths).toEqual(['/v1/jobs']);
  });
});

describe('when neither answers', () => {
  beforeEach(async () => {
    service.script = () => ({ headers: { 'Cache-Control': cacheControl(60) } });
    await ask();
    service.script = () => ({ statusCode: 503 });
    store.script = async () => Promise.reject(new Error('unreachable'));
  });

  test('what has expired is served, and nobody is asked for a few seconds', async () => {
    edge.passTime(60);

    expect(await result()).toBe('200 Error');
    edge.passTime(EDGE_ERROR_SECONDS - 1);
    expect((await ask()).statusCode).toBe(200);
    expect(service.requests).toHaveLength(2);

    edge.passTime(1);
    expect((await ask()).statusCode).toBe(200);
    expect(service.requests).toHaveLength(3);
  });
});
