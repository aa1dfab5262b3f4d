import { fixtures } from './support/records.ts';
import {
  ADDRESS,
  AN_HOUR,
  bareList,
  bareUnchanged,
  list,
  ScriptedService,
  status,
  unchanged,
} from './support/scripted-service.ts';

const { jobs } = fixtures;

describe('a list that is fresh', () => {
  it('is asked for at its address, and has what was served', async () => {
    const service = new ScriptedService([
      list(fixtures.startups),
      list(fixtures.founders),
      list(jobs),
    ]);

    const { client } = service;
    const lists = [await client.startups(), await client.founders(), await client.jobs()];

    expect(lists).toStrictEqual(
      [fixtures.startups, fixtures.founders, jobs].map((records) => ({
        records,
        problems: [],
        cachedAt: new Date('2026-03-02T08:00:00.000Z'),
        source: 'database',
      })),
    );
    expect(service.asked).toStrictEqual(
      ['startups', 'founders', 'jobs'].map((name) => ({
        address: `${ADDRESS}/${name}`,
        ifNoneMatch: null,
      })),
    );
  });

  it.each([
    [{}, 3600],
    [{ 'Cache-Control': 'Max-Age=60' }, 60],
    [{ 'Cache-Control': 'public,max-age="60"' }, 60],
    [{ 'Cache-Control': 'stale-if-error=9,  max-age=60' }, 60],
    [{ Age: '3540' }, 60],
    [{ Age: '-5' }, 3600],
  ])('with %j is the same object for %i s', async (headers, seconds) => {
    const service = new ScriptedService([list(jobs, headers), list([])]);

    const first = await service.client.jobs();
    service.later(seconds - 0.001);
    expect(await service.client.jobs()).toBe(first);
    service.later(0.001);
    expect((await service.client.jobs()).records).toStrictEqual([]);
    expect(service.asked).toHaveLength(2);
  });

  it.each(['no-store', 's-maxage=60', 'x-max-age=60', 'max-age=soon', 'max-age=0', ''])(
    'has no lifetime by "%s"',
    async (cacheControl) => {
      const step = list([], { 'Cache-Control': cacheControl });
      const service = new ScriptedService([step, step]);

      await service.client.jobs();
      await service.client.jobs();

      expect(service.asked).toHaveLength(2);
    },
  );

  it('is no older than its time says, though a cache that has no Age answered the first question', async () => {
    const cachedAt = '2026-03-02T08:50:00.000Z';
    const service = new ScriptedService([list(jobs), unchanged({ 'X-Cached-At': cachedAt })]);
    service.later(3000);

    const first = await service.client.jobs();
    service.later(599);
    expect(await service.client.jobs()).toBe(first);
    service.later(1);
    expect((await service.client.jobs()).cachedAt).toEqual(new Date(cachedAt));
    expect(service.asked).toHaveLength(2);
  });

  it('costs one more request where the clock of the client is ahead', async () => {
    const service = new ScriptedService([list(jobs), unchanged()]);
    service.later(2 * AN_HOUR);

    for (let times = 0; times < 5; times += 1) await service.client.jobs();

    expect(service.asked).toHaveLength(2);
  });

  it('is asked for anew after the clock was set back', async () => {
    const service = new ScriptedService([list([]), list([])]);

    await service.client.jobs();
    service.later(-1);
    await service.client.jobs();

    expect(service.asked).toHaveLength(2);
  });

  it('begins to age when it was asked for', async () => {
    const slow = (): Response => {
      service.later(10);
      return new Response('[]', { headers: { 'Cache-Control': 'max-age=60' } });
    };
    const service = new ScriptedService([slow, list([])]);

    await service.client.jobs();
    service.later(50);
    await service.client.jobs();

    expect(service.asked).toHaveLength(2);
  });

  it.each(['', 'yesterday'])('has no time by an X-Cached-At of "%s"', async (cachedAt) => {
    const service = new ScriptedService([list([], { 'X-Cached-At': cachedAt })]);

    expect((await service.client.jobs()).cachedAt).toBeUndefined();
  });

  it('is not hurt by the failure of another list', async () => {
    const service = new ScriptedService([list([]), status(503)]);

    await service.client.jobs();
    await expect(service.client.founders()).rejects.toThrow('503');

    expect((await service.client.jobs()).source).toBe('database');
  });
});

it('is asked for once by many callers at once, the first time and later', async () => {
  const service = new ScriptedService([list([]), unchanged()]);
  const fifty = async () =>
    Promise.all(Array.from({ length: 50 }, async () => service.client.jobs()));

  expect(new Set(await fifty()).size).toBe(1);
  expect(service.asked).toHaveLength(1);
  service.later(AN_HOUR);
  await fifty();
  expect(service.asked).toHaveLength(2);
});

describe('a call with a signal', () => {
  it('ends with the reason of its signal, while the request goes on for the others', async () => {
    let respond: (answer: Response) => void = () => undefined;
    const service = new ScriptedService([
      async () =>
        new Promise<Response>((resolve) => {
          respond = resolve;
        }),
    ]);
    const leaver = new AbortController();
    const reason = new Error('the view is gone');

    const left = service.client.jobs({ signal: leaver.signal });
    const others = [
      service.client.jobs(),
      service.client.jobs({ signal: new AbortController().signal }),
      service.client.jobsOf('an id', { signal: AbortSignal.timeout(2 ** 31 - 1) }),
    ];
    leaver.abort(reason);
    await expect(left).rejects.toBe(reason);
    respond(new Response('[]', { headers: { 'Cache-Control': 'max-age=60' } }));

    expect(await Promise.all(others)).toMatchObject([{ records: [] }, { records: [] }, []]);
    await service.client.jobs();
    expect(service.asked).toHaveLength(1);
  });

  it('asks nothing if it was aborted before, and fails as the list does otherwise', async () => {
    const service = new ScriptedService([status(503)]);

    for (const call of [
      service.client.startups({ signal: AbortSignal.abort() }),
      service.client.founders({ signal: AbortSignal.abort() }),
      service.client.startupBySlug('a', { signal: AbortSignal.abort() }),
      service.client.foundersOf('a', { signal: AbortSignal.abort() }),
    ]) {
      await expect(call).rejects.toHaveProperty('name', 'AbortError');
    }
    expect(service.asked).toHaveLength(0);
    await expect(service.client.jobs({ signal: new AbortController().signal })).rejects.toThrow(
      '503',
    );
  });
});

describe('a list whose lifetime is over', () => {
  it('is asked for with the ETag of the last answer, if it had one', async () => {
    const service = new ScriptedService([
      list([]),
      list([], { ETag: 'W/"two"' }),
      unchanged(),
      bareList,
      list([]),
    ]);

    for (let times = 0; times < 5; times += 1) {
      await service.client.jobs();
      service.later(AN_HOUR);
    }

    expect(service.etagsAsked).toStrictEqual([null, '"one"', 'W/"two"', '"one"', null]);
  });

  it('takes lifetime, time and source from the headers of a 304, and keeps its records', async () => {
    const renewal = {
      'Cache-Control': 'public, max-age=60',
      'X-Cached-At': '2026-03-02T07:59:00.000Z',
      'X-Data-Source': 'last-good',
      Age: '10',
    };
    const service = new ScriptedService([list(jobs), unchanged(renewal), unchanged()]);

    const first = await service.client.jobs();
    service.later(AN_HOUR);
    const second = await service.client.jobs();
    service.later(49);
    await service.client.jobs();
    expect(service.asked).toHaveLength(2);
    service.later(1);
    const third = await service.client.jobs();
    expect(service.asked).toHaveLength(3);

    expect(second.cachedAt).toStrictEqual(new Date('2026-03-02T07:59:00.000Z'));
    expect([first, second, third].map(({ source }) => source)).toStrictEqual([
      'database',
      'last-good',
      'database',
    ]);
    expect(second.records).toBe(first.records);
    expect(second.problems).toBe(first.problems);
  });

  it('keeps of its headers what a 304 does not repeat', async () => {
    const service = new ScriptedService([
      list(jobs, { 'X-Data-Source': 'last-good' }),
      bareUnchanged(),
      bareUnchanged({ ETag: '"two"' }),
      unchanged(),
    ]);

    const first = await service.client.jobs();
    for (let hour = 1; hour <= 3; hour += 1) {
      service.later(AN_HOUR - 1);
      expect(await service.client.jobs()).toHaveProperty('source', 'last-good');
      service.later(1);
      expect((await service.client.jobs()).records).toBe(first.records);
    }

    expect(service.etagsAsked).toStrictEqual([null, '"one"', '"one"', '"two"']);
  });

  it('keeps its records if the same body is sent again', async () => {
    const cachedAt = '2026-03-02T09:00:00.000Z';
    const service = new ScriptedService([
      list(jobs),
      list(jobs, { 'X-Cached-At': cachedAt }),
      list(jobs, { 'X-Cached-At': cachedAt, ETag: '"two"' }),
    ]);

    const first = await service.client.jobs();
    service.later(AN_HOUR);
    const second = await service.client.jobs();
    service.later(AN_HOUR);
    const third = await service.client.jobs();

    expect(second.records).toBe(first.records);
    expect(second.cachedAt).toStrictEqual(new Date(cachedAt));
    expect(third).toBe(second);
  });

  it('does not take a 304 that it did not ask for', async () => {
    const service = new ScriptedService([unchanged(), bareList, unchanged()]);

    await expect(service.client.jobs()).rejects.toThrow('status 304');
    await service.client.jobs();

    expect(await service.client.jobs()).toHaveProperty('failure.status', 304);
  });
});
