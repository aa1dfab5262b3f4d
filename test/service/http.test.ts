/** The lists over HTTP, from processes that remember them. */

import { allDirectories } from '../../contract/directories.ts';
import { plainBody } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';
import { expectStale } from './expectations.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ memorySeconds: 60, startups: 12 });
});
afterAll(async () => service.close());

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

  test('a stale answer is remembered too: no one is asked again while the database is down', async () => {
    const fresh = await service.get('jobs');
    service.endEnvironments('jobs');
    await service.dataApi.faults.set('unavailable');
    service.dataApi.calls.reset();

    expectStale(await service.get('jobs'), fresh);
    const calls = service.dataApi.calls.total;
    expectStale(await service.get('jobs'), fresh);
    expect(service.dataApi.calls.total).toBe(calls);
  });

  test('what is remembered is gone with the process', async () => {
    await service.get('jobs');
    service.endEnvironments('jobs');
    await service.get('jobs');

    expect(service.dataApi.calls.total).toBe(2);
  });
});
