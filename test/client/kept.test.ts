import { DirectoryError } from '../../client/src/index.ts';
import { fixtures } from './support/records.ts';
import {
  body,
  cutOff,
  list,
  ScriptedService,
  silent,
  status,
  unchanged,
  unreachable,
} from './support/scripted-service.ts';

const AN_HOUR = 3600;

/** A client that has a list whose lifetime is over. */
async function withOldList(timeoutMs?: number): Promise<ScriptedService> {
  const service = new ScriptedService(timeoutMs);
  service.next(list(fixtures.jobs));
  await service.client.jobs();
  service.later(AN_HOUR);
  return service;
}

describe('a list that was had before', () => {
  it.each([
    ['the service cannot be reached', unreachable, undefined],
    ['the connection is cut in the middle', cutOff, undefined],
    ['the status is 503', status(503), 503],
    ['the status is 500', status(500), 500],
    ['the status is 429', status(429), 429],
    ['the status is 404', status(404), 404],
    ['the status is 204', () => new Response(null, { status: 204 }), 204],
    ['the body is a page', body('<!doctype html>'), 200],
    ['the body is an object', body('{"records":[]}'), 200],
    ['the body is null', body('null'), 200],
    ['the body is empty', body(''), 200],
  ])('is kept while %s', async (_, step, code) => {
    const service = await withOldList();
    service.next(step);

    const kept = await service.client.jobs();

    expect(kept).toMatchObject({
      records: fixtures.jobs,
      problems: [],
      cachedAt: new Date('2026-03-02T08:00:00.000Z'),
      source: 'kept',
    });
    expect(kept.failure).toBeInstanceOf(DirectoryError);
    expect(kept.failure?.status).toBe(code);
  });

  it('is kept while no answer comes in time', async () => {
    jest.useFakeTimers();
    try {
      const service = await withOldList(5000);
      service.next(silent);
      const asking = service.client.jobs();
      await jest.advanceTimersByTimeAsync(4999);
      const still = Symbol('still asking');
      expect(await Promise.race([asking, Promise.resolve(still)])).toBe(still);
      await jest.advanceTimersByTimeAsync(1);

      const { source, failure } = await asking;
      expect([source, failure?.message]).toStrictEqual([
        'kept',
        expect.stringContaining('did not answer within 5 s'),
      ]);
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ['60 s without a Retry-After', {}, 60],
    ['as long as Retry-After says', { 'Retry-After': '7' }, 7],
    ['a second, if Retry-After says less', { 'Retry-After': '0' }, 1],
    ['an hour, if Retry-After says more', { 'Retry-After': '99999999' }, AN_HOUR],
    ['60 s, if Retry-After is no whole number', { 'Retry-After': '7.5' }, 60],
    ['60 s, if Retry-After is a date', { 'Retry-After': 'Mon, 02 Mar 2026 10:00:00 GMT' }, 60],
  ])('is not asked for again for %s', async (_, headers, seconds) => {
    const service = await withOldList();
    service.next(status(503, headers), unchanged());

    const kept = await service.client.jobs();
    service.later(seconds - 0.001);
    expect(await service.client.jobs()).toBe(kept);
    expect(service.asked).toHaveLength(2);
    service.later(0.001);
    await service.client.jobs();
    expect(service.asked).toHaveLength(3);
  });

  it('is itself again, without a failure, when the service is back and nothing has changed', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.jobs), unreachable, unreachable, unchanged());

    const first = await service.client.jobs();
    service.later(AN_HOUR);
    const kept = await service.client.jobs();
    service.later(60);
    const stillKept = await service.client.jobs();
    service.later(60);
    const recovered = await service.client.jobs();

    expect([kept.source, stillKept.source]).toStrictEqual(['kept', 'kept']);
    expect(kept.records).toBe(first.records);
    expect(recovered).toBe(first);
    expect(service.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toStrictEqual([
      null,
      '"one"',
      '"one"',
      '"one"',
    ]);
  });

  it('is the new one, for its whole lifetime, when the service is back and it has changed', async () => {
    const service = await withOldList();
    service.next(status(503), list([], { ETag: '"two"' }));

    await service.client.jobs();
    service.later(60);
    const recovered = await service.client.jobs();
    service.later(AN_HOUR - 1);

    expect(recovered).toStrictEqual({
      records: [],
      problems: [],
      cachedAt: new Date('2026-03-02T08:00:00.000Z'),
      source: 'database',
    });
    expect(await service.client.jobs()).toBe(recovered);
  });

  it('was the last-good copy of the service, and is so again', async () => {
    const service = new ScriptedService();
    const stale = { 'X-Data-Source': 'last-good', 'Cache-Control': 'max-age=60' };
    service.next(list([], stale), unreachable, unchanged(stale));

    const sources = [];
    for (let minute = 0; minute < 3; minute += 1) {
      sources.push((await service.client.jobs()).source);
      service.later(60);
    }

    expect(sources).toStrictEqual(['last-good', 'kept', 'last-good']);
  });
});
