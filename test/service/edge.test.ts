/** Tests the whole service behind the stand-in for CloudFront, which caches answers and falls back to the last-good copies. */

import { environment } from '../../contract/names.ts';
import { expectDescribed } from '../conformance/answers.ts';
import { conformance } from '../conformance/conformance.ts';
import { type Answer, plainBody } from '../support/ask.ts';
import { TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ edge: true, memorySeconds: 60 });
  await service.getAllKept();
});
afterAll(async () => service.close());

const brotli = { 'Accept-Encoding': 'br, gzip' };

function cacheOf({ headers }: Answer): string | undefined {
  return headers['x-cache']?.replace(' from cloudfront', '');
}

conformance(() => `${service.url}/v1`);

describe('the edge', () => {
  beforeAll(() => {
    service.configure({ [environment.memorySeconds]: '0' });
  });
  beforeEach(async () => {
    await service.heal();
    await service.turn('POST', 'gateway/up');
    await service.turn('DELETE', 'edge');
  });

  test('answers a second request from its cache, with the age of the answer', async () => {
    const first = await service.get('founders', brotli);
    await service.turn('POST', 'edge/later/1800');
    const second = await service.get('founders', brotli);

    expect([cacheOf(first), cacheOf(second)]).toEqual(['Miss', 'Hit']);
    expect(second.body.equals(first.body)).toBe(true);
    expect(Number(second.headers['age'])).toBeGreaterThanOrEqual(1800);
    expect(service.logs.answers).toHaveLength(1);
  });

  test('requests a list again after an hour, and updates the time and source of an unchanged list', async () => {
    const first = await service.get('founders', brotli);
    await service.turn('POST', 'edge/later/3600');
    const second = await service.get('founders', brotli);
    await service.turn('POST', 'database/down');
    await service.turn('POST', 'edge/later/3600');
    const third = await service.get('founders', brotli);

    const { etag, 'x-cached-at': firstTime = '' } = first.headers;
    const { 'x-cached-at': secondTime = '' } = second.headers;
    expect([cacheOf(first), cacheOf(second), cacheOf(third)]).toEqual(['Miss', 'Miss', 'Miss']);
    expect(second.headers).toMatchObject({ etag, 'x-data-source': 'database' });
    expect(Date.parse(secondTime)).toBeGreaterThan(Date.parse(firstTime));
    expect(third.headers).toMatchObject({
      etag,
      'x-data-source': 'last-good',
      'x-cached-at': secondTime,
      'cache-control': expect.stringContaining('max-age=60,') as unknown,
    });
  });

  test('reads a list again for a conditional request after an hour, and answers with 304 and the time of that read', async () => {
    const { headers } = await service.get('founders', brotli);
    await service.turn('POST', 'edge/later/3600');

    const known = { ...brotli, 'If-None-Match': headers['etag'] ?? '' };
    const unchanged = await service.get('founders', known);

    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    expect(unchanged.headers['x-cached-at']).not.toBe(headers['x-cached-at']);
  });

  test('serves the last-good copy while the gateway is down, with the headers that a function would send', async () => {
    const healthy = await service.getKept('startups', brotli);
    await service.turn('DELETE', 'edge');
    await service.turn('POST', 'gateway/down');

    const fallback = await service.get('startups', brotli);

    expect(fallback.status).toBe(200);
    expectDescribed('/startups', fallback);
    expect(fallback.body.toString()).toBe(plainBody(healthy).toString());
    expect(fallback.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=60, stale-if-error=86400',
      'x-cached-at': healthy.headers['x-cached-at'],
      'x-data-source': 'last-good',
      etag: healthy.headers['etag'],
      vary: 'Accept-Encoding',
      'access-control-allow-origin': '*',
    });
    expect(Object.keys(fallback.headers).join()).not.toContain('x-amz');
  });

  test.each([
    ['OPTIONS', '/v1/founders', 204],
    ['POST', '/nowhere', 404],
    ['GET', '/', 200],
    ['GET', '/status.json', 503],
  ])('answers %s %s with %d if the gateway is down', async (method, path, status) => {
    await service.turn('POST', 'gateway/down');

    const answer = await service.ask(path, { method });

    expect(answer.status).toBe(status);
    if (method === 'GET') return;
    expect(cacheOf(answer)).toBe('FunctionGeneratedResponse');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  test('caches /status.json for a minute', async () => {
    const asked = async () => cacheOf(await service.ask('/status.json'));

    expect([await asked(), await asked()]).toEqual(['Miss', 'Hit']);
    await service.turn('POST', 'edge/later/60');
    expect(await asked()).toBe('Miss');
  });
});
