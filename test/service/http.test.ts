/** The lists over HTTP, from processes that remember them, and what a flood of requests costs. */

import { connect } from 'node:net';

import { allDirectories } from '../../contract/directories.ts';
import { plainBody } from '../support/http/ask.ts';
import { exchange } from '../support/http/exchange.ts';
import { TestService } from '../support/service/service.ts';
import { expectStale } from './expectations.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ memorySeconds: 60, startups: 12 });
});
afterAll(async () => service.close());

const path = '/v1/startups';

/** Processes for each directory. */
const ENVIRONMENTS = 4;

describe.each(allDirectories)('$path', ({ name, path: list }) => {
  test('is sent plain, as brotli and as gzip, and is the same list each time', async () => {
    const plain = await service.get(name);
    const brotli = await service.get(name, { 'Accept-Encoding': 'gzip, deflate, br' });
    const gzip = await service.get(name, { 'Accept-Encoding': 'gzip' });

    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(plainBody(brotli).equals(plain.body)).toBe(true);
    expect(plainBody(gzip).equals(plain.body)).toBe(true);
    expect(brotli.body.length).toBeLessThan(plain.body.length);
    expect([plain, brotli, gzip].map(({ headers }) => headers['vary'])).toEqual(
      Array(3).fill('Accept-Encoding'),
    );
  });

  test('is not sent again to a client that has it', async () => {
    const { headers } = await service.get(name);

    const again = await service.get(name, { 'If-None-Match': headers['etag'] ?? '' });

    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers).toMatchObject({
      etag: headers['etag'],
      'x-cached-at': headers['x-cached-at'],
      'x-data-source': 'database',
      'access-control-allow-origin': '*',
    });
    expect(again.headers['cache-control']).toMatch(/^public, max-age=\d+, /);
    expect(again.headers).not.toHaveProperty('content-length');
  });

  test('has the headers of GET on HEAD, and no body', async () => {
    const get = await service.get(name);
    const head = await service.ask(list, { method: 'HEAD' });

    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    for (const header of ['content-type', 'etag', 'x-cached-at', 'x-data-source', 'vary']) {
      expect(head.headers[header]).toBe(get.headers[header]);
    }
  });

  test('allows a conditional fetch from any origin', async () => {
    const preflight = await service.ask(list, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' },
    });

    expect(preflight.status).toBe(204);
    expect(preflight.body).toHaveLength(0);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'If-None-Match, If-Modified-Since',
    });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s', async (method) => {
    const answer = await service.ask(list, { method, body: '{}' });

    expect(answer.status).toBe(405);
    expect(answer.headers).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
  });

  test('is the same with any query', async () => {
    const plain = await service.get(name);

    const answers = await Promise.all(
      ['?', '?page=2', '?id=1&id=2', "?q=' OR 1=1--", '?%00=%ff', '?a=b?c=d'].map(async (query) =>
        service.ask(encodeURI(list + query)),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.filter(({ body }) => !body.equals(plain.body))).toEqual([]);
  });
});

test.each([
  '/index.html',
  '/v1',
  '/v1/',
  '/v1/startups/',
  '/v1/startups/1',
  '/v2/jobs',
  '/V1/jobs',
  '/_local',
])('%s is not found', async (unknown) => {
  const answer = await service.ask(unknown);

  expect(answer.status).toBe(404);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'access-control-allow-origin': '*',
  });
  expect(JSON.parse(answer.body.toString())).toMatchObject({ status: 404, title: 'Not Found' });
});

test('a query of 9 KB is answered', async () => {
  const answer = await service.ask(`${path}?${'x'.repeat(9 * 1024)}`);

  expect(answer.status).toBe(200);
});

test('a header that is too large is refused, and the next request is answered', async () => {
  const tooLarge = await service.ask(path, { headers: { 'X-Large': 'x'.repeat(11_000) } });
  const next = await service.ask(path);

  expect(tooLarge.status).toBe(431);
  expect(next.status).toBe(200);
});

test('the body of a GET changes nothing', async () => {
  const plain = await service.get('startups');
  const answer = await service.ask(path, { body: 'x'.repeat(100_000) });

  expect(answer.status).toBe(200);
  expect(answer.body.equals(plain.body)).toBe(true);
});

test('a client that disconnects in the middle of its body does no harm', async () => {
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: local\r\nContent-Length: 100\r\n\r\nhalf`);
  socket.resetAndDestroy();

  const next = await service.ask(path);

  expect(next.status).toBe(200);
});

test('what is not HTTP is refused, and the next request is answered', async () => {
  expect((await exchange(service.url, 'hello\r\n\r\n')).status).toBe(400);
  expect((await service.ask(path)).status).toBe(200);
});

describe('the memory of a process', () => {
  beforeEach(async () => {
    service.endEnvironments();
    await service.heal();
  });

  test('a second answer comes from memory: no one is asked for it', async () => {
    const first = await service.get('startups');
    const second = await service.get('startups');

    expect(second.body.equals(first.body)).toBe(true);
    expect(second.headers['x-cached-at']).toBe(first.headers['x-cached-at']);
    expect(service.dataApi.calls.total).toBe(1);
  });

  test('200 requests at once cost at most one read for each process', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => service.get('startups', { 'Accept-Encoding': 'br' })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1);
    expect(service.dataApi.calls.total).toBeLessThanOrEqual(ENVIRONMENTS);
  });

  test('a stale answer is remembered too: a flood does not reach a database that is down', async () => {
    const fresh = await service.get('jobs');
    service.endEnvironments('jobs');
    await service.dataApi.faults.set('unavailable');
    service.dataApi.calls.reset();

    const answers = await Promise.all(Array.from({ length: 50 }, async () => service.get('jobs')));

    answers.forEach((answer) => {
      expectStale(answer, fresh);
    });
    expect(service.dataApi.calls.total).toBeLessThanOrEqual(ENVIRONMENTS);
  });

  test('what is remembered is gone with the process', async () => {
    await service.get('jobs');
    service.endEnvironments('jobs');
    await service.get('jobs');

    expect(service.dataApi.calls.total).toBe(2);
  });
});
