/** The whole service behind the stand-in for CloudFront, before the launch of the job board: the lists, and what is beside them. */

import type { Status } from '../../contract/status.ts';
import { type Answer, plainBody, recordsOf } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ edge: true, startups: 12, withJobs: false });
});
afterAll(async () => service.close());

beforeEach(async () => {
  await service.heal();
  await service.turn('POST', 'gateway/up');
  await service.turn('DELETE', 'edge');
});

const brotli = { 'Accept-Encoding': 'br, gzip' };

function cacheOf({ headers }: Answer): string | undefined {
  return headers['x-cache']?.replace(' from cloudfront', '');
}

/** How often the functions were asked: each asks the database once. */
function reads(): number {
  return service.calls.length;
}

describe('the cache', () => {
  test('answers a second request without asking anyone, and says how old the answer is', async () => {
    const first = await service.get('founders', brotli);
    await service.turn('POST', 'edge/later/1800');
    const second = await service.get('founders', brotli);

    expect([cacheOf(first), cacheOf(second)]).toEqual(['Miss', 'Hit']);
    expect(second.body.equals(first.body)).toBe(true);
    expect(Number(second.headers['age'])).toBeGreaterThanOrEqual(1800);
    expect(reads()).toBe(1);
  });

  test('knows a list by its path and the encoding, and by nothing else of the request', async () => {
    await service.get('founders', brotli);

    const others = [
      await service.ask('/v1/founders?page=2', { headers: brotli }),
      await service.get('founders', { ...brotli, Cookie: 'a=1' }),
      await service.get('founders', { ...brotli, Origin: 'https://example.org' }),
      await service.get('founders', { 'Accept-Encoding': 'gzip;q=0.5, br;q=1, zstd' }),
      await service.ask('/v1/founders', { method: 'HEAD', headers: brotli }),
    ];

    expect(others.map(cacheOf)).toEqual(['Hit', 'Hit', 'Hit', 'Hit', 'Hit']);
    expect(cacheOf(await service.get('founders'))).toBe('Miss');
    expect(cacheOf(await service.get('founders', { 'Accept-Encoding': 'gzip' }))).toBe('Miss');
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
  test.each(['br, gzip', 'gzip', ''])(
    'the last-good copy itself is served, as a function would have served it (%j)',
    async (accepted) => {
      const headers = accepted === '' ? {} : { 'Accept-Encoding': accepted };
      const healthy = await service.getKept('startups', headers);
      await service.turn('DELETE', 'edge');
      await service.turn('POST', 'gateway/down');

      const fallback = await service.get('startups', headers);

      expect(fallback.status).toBe(200);
      const list = plainBody(fallback).toString().trimEnd(); // its time is behind it
      expect(list).toBe(plainBody(healthy).toString());
      expect(fallback.headers).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'public, max-age=60, stale-if-error=86400',
        'x-cached-at': healthy.headers['x-cached-at'],
        'x-data-source': 'last-good',
        etag: healthy.headers['etag'],
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
      });
      expect(fallback.headers['content-encoding']).toBe(healthy.headers['content-encoding']);
      expect(Object.keys(fallback.headers).filter((name) => name.startsWith('x-amz'))).toEqual([]);
    },
  );
});

test.each([
  ['OPTIONS', '/v1/founders', 204],
  ['POST', '/nowhere', 404],
])('%s %s is answered with %d, though nothing is behind the edge', async (method, path, status) => {
  await service.turn('POST', 'gateway/down');

  const answer = await service.ask(path, { method });

  expect([answer.status, cacheOf(answer)]).toEqual([status, 'FunctionGeneratedResponse']);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});

async function reported(): Promise<Status['directories']> {
  await service.turn('DELETE', 'edge');
  const { status: code, body } = await service.ask('/status.json');
  expect(code).toBe(200);
  return (JSON.parse(body.toString()) as Status).directories;
}

test('lists that were served are as the service counts them, without asking the database', async () => {
  const served = await service.getAllKept();
  service.calls.splice(0);

  const status = await reported();

  expect(service.calls.length).toBe(0);
  expect(Object.values(status).map(({ records }) => records)).toEqual(
    served.map(({ body }) => (JSON.parse(body.toString()) as unknown[]).length),
  );
  expect(Object.values(status).map(({ bytes }) => bytes)).toEqual(
    served.map(({ body }) => body.length),
  );
  expect(Object.values(status).map(({ cachedAt }) => cachedAt)).toEqual(
    served.map(({ headers }) => headers['x-cached-at']),
  );
});

test('the edge keeps the status for a minute', async () => {
  const asked = async () => (await service.ask('/status.json')).headers['x-cache'];

  expect([await asked(), await asked()]).toEqual(['Miss from cloudfront', 'Hit from cloudfront']);
  await service.turn('POST', 'edge/later/60');
  expect(await asked()).toBe('Miss from cloudfront');
});

describe('the feeds', () => {
  const routes = ['/feed.xml', '/feed.json'];

  test.each(routes)(
    '%s links to the page at this address, without asking the database',
    async (route) => {
      await service.getAllKept();
      service.calls.splice(0);

      const { status, headers, body } = await service.ask(route);
      const again = await service.ask(route, {
        headers: { 'If-None-Match': String(headers['etag']) },
      });

      expect([status, service.calls.length]).toEqual([200, 0]);
      expect(body.toString().split(`${service.url}/#/startups/`).length - 1).toBe(12);
      expect([again.status, again.headers['x-cache']]).toEqual([304, 'Hit from cloudfront']);
    },
  );
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

describe('before the launch of the job board', () => {
  test('there are no jobs', async () => {
    const { status, headers, body } = await service.get('jobs');

    expect([status, headers['x-data-source'], body.toString()]).toEqual([200, 'database', '[]']);
  });

  test('the empty list has a copy like any other', async () => {
    await service.getKept('jobs');
    service.endEnvironments();
    await service.turn('DELETE', 'edge');
    service.dataApi.faults.set('down');

    const { status, headers, body } = await service.get('jobs');

    expect([status, headers['x-data-source'], body.toString()]).toEqual([200, 'last-good', '[]']);
  });

  test('the first job that is published shows with its startup', async () => {
    await service.run(`INSERT INTO portal.jobs (startup_id, title, status)
      SELECT startup_id, 'First', 'published' FROM directory.founders LIMIT 1`);

    const [startups = [], , jobs = []] = (await service.getAll()).map(recordsOf);

    expect(jobs).toEqual([expect.objectContaining({ title: 'First' })]);
    expect(startups.filter((startup) => startup['open_jobs_count'] === 1)).toEqual([
      expect.objectContaining({ id: jobs[0]?.['startup_id'] }),
    ]);
  });
});
