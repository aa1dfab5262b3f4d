/** The whole service behind the stand-in for CloudFront: it is the documented one, and what the edge adds to it. */

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

describe('what the edge adds', () => {
  beforeAll(() => {
    service.configure({ [environment.memorySeconds]: '0' });
  });
  beforeEach(async () => {
    await service.heal();
    await service.turn('POST', 'gateway/up');
    await service.turn('DELETE', 'edge');
  });

  describe('the cache', () => {
    test('answers a second request without asking anyone, and says how old the answer is', async () => {
      const first = await service.get('founders', brotli);
      await service.turn('POST', 'edge/later/1800');
      const second = await service.get('founders', brotli);

      expect([cacheOf(first), cacheOf(second)]).toEqual(['Miss', 'Hit']);
      expect(second.body.equals(first.body)).toBe(true);
      expect(Number(second.headers['age'])).toBeGreaterThanOrEqual(1800);
      expect(service.logs.answers).toHaveLength(1);
    });

    test('asks again after an hour, and says of an equal list when it was read and from where', async () => {
      const first = await service.get('founders', brotli);
      await service.turn('POST', 'edge/later/3600');
      const second = await service.get('founders', brotli);
      await service.turn('POST', 'database/down');
      await service.turn('POST', 'edge/later/3600');
      const third = await service.get('founders', brotli);

      const answers = [first, second, third];
      const [one = '', two = '', three = ''] = answers.map(({ headers }) => headers['x-cached-at']);
      expect(answers.map(cacheOf)).toEqual(['Miss', 'Miss', 'Miss']);
      expect(answers.map(({ headers }) => headers['etag'])).toEqual([
        first.headers['etag'],
        first.headers['etag'],
        first.headers['etag'],
      ]);
      expect(answers.map(({ headers }) => headers['x-data-source'])).toEqual([
        'database',
        'database',
        'last-good',
      ]);
      expect(Date.parse(two)).toBeGreaterThan(Date.parse(one));
      expect(three).toBe(two);
      expect(third.headers['cache-control']).toContain('max-age=60,');
    });

    test('gives a visitor its 304 once more after an hour, with the headers of the new reading', async () => {
      const { headers } = await service.get('founders', brotli);
      const known = { ...brotli, 'If-None-Match': headers['etag'] ?? '' };
      await service.turn('POST', 'edge/later/3600');

      const unchanged = await service.get('founders', known);

      expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
      expect(unchanged.headers['x-cached-at']).not.toBe(headers['x-cached-at']);
    });
  });

  describe('when the functions cannot be reached', () => {
    test('the last-good copy itself is served, as a function would have served it', async () => {
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
      expect(Object.keys(fallback.headers).filter((name) => name.startsWith('x-amz'))).toEqual([]);
    });
  });

  test.each([
    ['OPTIONS', '/v1/founders', 204],
    ['POST', '/nowhere', 404],
  ])(
    '%s %s is answered with %d, though nothing is behind the edge',
    async (method, path, status) => {
      await service.turn('POST', 'gateway/down');

      const answer = await service.ask(path, { method });

      expect([answer.status, cacheOf(answer)]).toEqual([status, 'FunctionGeneratedResponse']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    },
  );

  test('the edge keeps the status for a minute', async () => {
    const asked = async () => (await service.ask('/status.json')).headers['x-cache'];

    expect([await asked(), await asked()]).toEqual(['Miss from cloudfront', 'Hit from cloudfront']);
    await service.turn('POST', 'edge/later/60');
    expect(await asked()).toBe('Miss from cloudfront');
  });

  test('with the gateway down the page is still there', async () => {
    await service.turn('POST', 'gateway/down');
    try {
      expect((await service.ask('/')).status).toBe(200);
      expect((await service.ask('/status.json')).status).toBe(503);
    } finally {
      await service.turn('POST', 'gateway/up');
    }
  });
});
