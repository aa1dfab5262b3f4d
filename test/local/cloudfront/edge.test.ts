/** The rules of the cache, one by one, with origins that do what a healthy service never does. */

import { EDGE_ERROR_SECONDS } from '../../../contract/edge.ts';
import { ONE_HOUR_SECONDS } from '../../../contract/http.ts';
import { EdgeBetween } from './edge-between.ts';

let between: EdgeBetween;
beforeEach(async () => {
  between = await EdgeBetween.start();
});
afterEach(() => {
  between.close();
});

const cacheControl = (seconds: number) => `public, max-age=${seconds}, stale-if-error=86400`;

describe('an answer is kept', () => {
  test.each([
    ['max-age=86400', ONE_HOUR_SECONDS],
    ['s-maxage=86400, max-age=60', ONE_HOUR_SECONDS],
    ['s-maxage=30, max-age=3600', 30],
    ['public, max-age=60', 60],
  ])('that says %s for %d s', async (value, seconds) => {
    between.service.script = () => ({ headers: { 'Cache-Control': value } });
    await between.ask();

    between.edge.passTime(seconds - 1);
    expect(await between.result()).toBe('200 Hit');
    between.edge.passTime(1);
    expect(await between.result()).toBe('200 Miss');
  });

  test.each(['no-store', 'private, max-age=60', 'no-cache', 'max-age=0'])(
    'not at all that says %s',
    async (value) => {
      between.service.script = () => ({ headers: { 'Cache-Control': value } });

      expect([await between.result(), await between.result()]).toEqual(['200 Miss', '200 Miss']);
    },
  );

  test('not at all that says nothing', async () => {
    expect([await between.result(), await between.result()]).toEqual(['200 Miss', '200 Miss']);
  });

  test('for as much less as it was on its way already', async () => {
    between.service.script = () => ({ headers: { 'Cache-Control': 'max-age=60', Age: '50' } });
    await between.ask();

    between.edge.passTime(9);
    expect((await between.ask()).headers['age']).toBe('59');
    between.edge.passTime(1);
    expect(await between.result()).toBe('200 Miss');
  });
});

describe('an error is repeated', () => {
  test.each([
    [404, 'no-store'],
    [403, 'max-age=0'],
    [429, ''],
  ])('when it is %d with Cache-Control %j, for a few seconds', async (status, value) => {
    const headers = value === '' ? {} : { 'Cache-Control': value };
    between.service.script = () => ({ status, headers });
    await between.ask();
    between.service.script = () => ({});

    between.edge.passTime(EDGE_ERROR_SECONDS - 1);
    expect(await between.result()).toBe(`${status} Error`);
    between.edge.passTime(1);
    expect(await between.result()).toBe('200 Miss');
  });
});

describe('the service is asked', () => {
  test('for the path, with the encoding and nothing else of the request', async () => {
    await between.ask('/v1/jobs', {
      acceptEncoding: 'zstd, gzip;q=0.5, br',
      ifNoneMatch: '"mine"',
      origin: 'https://example.org',
    });

    const [{ method, url, headers } = {}] = between.service.requests;
    expect([method, url]).toEqual(['GET', '/v1/jobs']);
    expect(headers).toEqual({
      'accept-encoding': 'br,gzip',
      connection: 'close',
      host: new URL(between.service.url).host,
      'user-agent': 'Amazon CloudFront',
    });
  });

  test('whether what has expired still holds, and is believed, but for the headers of its 304', async () => {
    const headers = { 'Cache-Control': cacheControl(60), ETag: 'W/"1"', 'X-Cached-At': 'then' };
    between.service.script = () => ({ headers, body: 'the list' });
    await between.ask();
    between.edge.passTime(60);
    between.service.script = () => ({ status: 304, headers: { ...headers, 'X-Cached-At': 'now' } });

    const again = await between.ask();

    expect(between.service.requests[1]?.headers['if-none-match']).toBe('W/"1"');
    expect([again.status, again.body.toString()]).toEqual([200, 'the list']);
    expect(again.headers).toMatchObject({
      'x-cache': 'RefreshHit from cloudfront',
      'x-cached-at': 'then',
    });
    expect(await between.result()).toBe('200 Hit');
  });

  test('once by all who miss at the same moment', async () => {
    await Promise.all(Array.from({ length: 20 }, async () => between.ask()));

    expect(between.service.requests).toHaveLength(1);
  });
});

describe('the store stands in for a service', () => {
  beforeEach(() => {
    between.store.script = () => ({
      headers: { 'Cache-Control': cacheControl(60) },
      body: 'a copy',
    });
  });

  test.each([500, 502, 503, 504])('that answers %d', async (status) => {
    between.service.script = () => ({ status });

    const answer = await between.ask();

    expect([answer.status, answer.body.toString()]).toEqual([200, 'a copy']);
    expect(between.store.requests.map(({ url }) => url)).toEqual(['/bucket/v1/jobs']);
  });

  test.each([404, 413, 429])('but not for one that answers %d', async (status) => {
    between.service.script = () => ({ status });

    expect((await between.ask()).status).toBe(status);
    expect(between.store.requests).toHaveLength(0);
  });

  test('that resets the connection', async () => {
    between.service.script = () => 'reset';

    expect((await between.ask()).body.toString()).toBe('a copy');
  });

  test('that breaks off in the middle of its answer', async () => {
    between.service.script = () => 'cut';

    expect((await between.ask()).body.toString()).toBe('a copy');
  });

  test('that does not answer in time, which is asked once', async () => {
    between.service.script = () => new Promise(() => {});

    expect((await between.ask()).body.toString()).toBe('a copy');
    expect(between.service.requests).toHaveLength(1);
  });
});

describe('when neither answers', () => {
  beforeEach(async () => {
    between.service.script = () => ({ headers: { 'Cache-Control': cacheControl(60) } });
    await between.ask();
    between.service.script = () => ({ status: 503 });
    between.store.script = () => 'reset';
  });

  test('what has expired is served, and nobody is asked for a few seconds', async () => {
    between.edge.passTime(60);

    expect(await between.result()).toBe('200 Error');
    between.edge.passTime(EDGE_ERROR_SECONDS - 1);
    expect((await between.ask()).status).toBe(200);
    expect(between.service.requests).toHaveLength(2);

    between.edge.passTime(1);
    expect((await between.ask()).status).toBe(200);
    expect(between.service.requests).toHaveLength(3);
  });

  test('it is served no longer than it allows', async () => {
    between.edge.passTime(60 + 86_400);

    expect(await between.result()).toBe('504 Error');
  });

  test('and nothing is kept, the error can be read by every origin', async () => {
    const { status, headers } = await between.ask('/v1/startups', {
      origin: 'https://example.org',
    });

    expect([status, headers['access-control-allow-origin']]).toEqual([504, '*']);
  });
});

describe('an invalidation', () => {
  const paths = ['/v1/startups', '/v1/founders', '/v1/jobs'];

  async function forgotten(wanted: readonly string[]): Promise<string[]> {
    between.service.script = () => ({ headers: { 'Cache-Control': cacheControl(60) } });
    for (const path of paths) {
      await between.ask(path);
      await between.ask(path, { acceptEncoding: 'br' });
    }
    between.edge.invalidate(wanted);
    const missed: string[] = [];
    for (const path of paths) {
      const plain = await between.result(path);
      const brotli = await between.result(path, { acceptEncoding: 'br' });
      expect(brotli).toBe(plain);
      if (plain === '200 Miss') missed.push(path);
    }
    return missed;
  }

  test.each([
    [['/v1/jobs'], ['/v1/jobs']],
    [
      ['/v1/founders', '/v1/jobs'],
      ['/v1/founders', '/v1/jobs'],
    ],
    [['/v1/s*'], ['/v1/startups']],
    [['/v1/*'], paths],
    [['*'], paths],
    [['/v1', '/v1/job', '/v1/jobs/', '/v1/jobs/*'], []],
    [[], []],
  ])('of %j forgets %j in every encoding', async (wanted, missed) => {
    expect(await forgotten(wanted)).toEqual(missed);
  });
});
