/** The whole service behind the stand-in for CloudFront. */

import { edgeSecurityHeaders } from '../../contract/edge.ts';
import { corsHeaders } from '../../contract/http.ts';
import { type Answer, plainBody } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';
import { named } from '../support/verified.ts';
import { conformance } from '../../tools/verify.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ edge: true, startups: 12 });
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
  return service.dataApi.calls.total;
}

describe('the cache', () => {
  test('answers a second request without asking anyone, and says how old the answer is', async () => {
    const first = await service.get('jobs', brotli);
    await service.turn('POST', 'edge/later/1800');
    const second = await service.get('jobs', brotli);

    expect([cacheOf(first), cacheOf(second)]).toEqual(['Miss', 'Hit']);
    expect(second.body.equals(first.body)).toBe(true);
    expect(Number(second.headers['age'])).toBeGreaterThanOrEqual(1800);
    expect(reads()).toBe(1);
  });

  test('knows a list by its path and the encoding, and by nothing else of the request', async () => {
    await service.get('jobs', brotli);

    const others = [
      await service.ask('/v1/jobs?page=2', { headers: brotli }),
      await service.get('jobs', { ...brotli, Cookie: 'a=1' }),
      await service.get('jobs', { ...brotli, Origin: 'https://example.org' }),
      await service.get('jobs', { 'Accept-Encoding': 'gzip;q=0.5, br;q=1, zstd' }),
      await service.ask('/v1/jobs', { method: 'HEAD', headers: brotli }),
    ];

    expect(others.map(cacheOf)).toEqual(['Hit', 'Hit', 'Hit', 'Hit', 'Hit']);
    expect(cacheOf(await service.get('jobs'))).toBe('Miss');
    expect(cacheOf(await service.get('jobs', { 'Accept-Encoding': 'gzip' }))).toBe('Miss');
  });

  test('asks again after an hour, and says of an equal list when it was read and from where', async () => {
    const first = await service.get('jobs', brotli);
    await service.turn('POST', 'edge/later/3600');
    const second = await service.get('jobs', brotli);
    await service.turn('POST', 'database/down');
    await service.turn('POST', 'edge/later/3600');
    const third = await service.get('jobs', brotli);

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
    const { headers } = await service.get('jobs', brotli);
    const known = { ...brotli, 'If-None-Match': headers['etag'] ?? '' };
    await service.turn('POST', 'edge/later/3600');

    const unchanged = await service.get('jobs', known);

    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    expect(unchanged.headers['x-cached-at']).not.toBe(headers['x-cached-at']);
  });

  test('keeps a stale answer for a minute only', async () => {
    await service.get('jobs');
    await service.turn('DELETE', 'edge');
    await service.turn('POST', 'database/down');
    const stale = await service.get('jobs');
    await service.turn('POST', 'database/up');
    const within = await service.get('jobs');
    await service.turn('POST', 'edge/later/60');
    const after = await service.get('jobs');

    expect([stale, within, after].map(({ headers }) => headers['x-data-source'])).toEqual([
      'last-good',
      'last-good',
      'database',
    ]);
  });

  test('answers a conditional request by itself, and HEAD without a body', async () => {
    const { headers } = await service.get('jobs', brotli);

    const unchanged = await service.get('jobs', {
      ...brotli,
      'If-None-Match': headers['etag'] ?? '',
    });
    const head = await service.ask('/v1/jobs', { method: 'HEAD', headers: brotli });

    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    expect(unchanged.headers).toMatchObject({
      etag: headers['etag'],
      'x-cached-at': headers['x-cached-at'],
      'cache-control': headers['cache-control'],
    });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(reads()).toBe(1);
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

  test('and there is no copy, the error is the store’s, and is repeated for a few seconds only', async () => {
    await service.turn('POST', 'gateway/down');
    const first = await service.get('jobs');
    await service.turn('POST', 'gateway/up');
    const second = await service.get('jobs');
    await service.turn('POST', 'edge/later/6');
    const third = await service.get('jobs');

    expect([first, second, third].map(({ status }) => status)).toEqual([403, 403, 200]);
  });

  test('nor the store, what has expired is served for a day', async () => {
    const fresh = await service.get('jobs', brotli);
    await service.turn('POST', 'gateway/down');
    await service.turn('POST', 'last-good/unavailable');
    await service.turn('POST', 'edge/later/7200');
    const expired = await service.get('jobs', brotli);
    await service.turn('POST', 'edge/later/86400');
    const tooOld = await service.get('jobs', brotli);

    expect(expired.status).toBe(200);
    expect(expired.body.equals(fresh.body)).toBe(true);
    expect(tooOld.status).toBe(503);
  });
});

test.each([
  ['OPTIONS', '/v1/jobs', 204],
  ['POST', '/nowhere', 404],
])('%s %s is answered with %d, though nothing is behind the edge', async (method, path, status) => {
  await service.turn('POST', 'gateway/down');

  const answer = await service.ask(path, { method });

  expect([answer.status, cacheOf(answer)]).toEqual([status, 'FunctionGeneratedResponse']);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});

test('every status can be read by a script of another origin, and is no markup', async () => {
  const headers = { Origin: 'https://example.org' };
  const { headers: first } = await service.get('jobs', headers);
  const answers = [
    await service.get('jobs', headers),
    await service.get('jobs', { ...headers, 'If-None-Match': first['etag'] ?? '' }),
    await service.ask('/v1/jobs', { method: 'OPTIONS', headers }),
    await service.ask('/v1/jobs', { method: 'POST', headers }),
    await service.ask('/nowhere', { headers }),
  ];
  await service.turn('DELETE', 'edge');
  await service.deleteCopy('jobs');
  await service.turn('POST', 'gateway/down');
  answers.push(await service.get('jobs', headers));

  expect(answers.map(({ status }) => status)).toEqual([200, 304, 204, 403, 404, 403]);
  for (const answer of answers) {
    for (const [name, value] of Object.entries({ ...corsHeaders, ...edgeSecurityHeaders })) {
      expect([answer.status, name, answer.headers[name.toLowerCase()]]).toEqual([
        answer.status,
        name,
        value,
      ]);
    }
  }
});

test.each([
  ['everything up', 'gateway/up'],
  ['the database down', 'database/down'],
  ['the functions out of reach', 'gateway/down'],
])('verify finds nothing wrong with %s', async (_, fault) => {
  await service.getAllKept();
  await service.turn('DELETE', 'edge');
  await service.turn('POST', fault);

  const found = await conformance(`${service.url}/v1`, 10);

  expect(named(found, 'fail')).toEqual([]);
});
