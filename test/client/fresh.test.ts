import { fixtures } from './support/records.ts';
import { ADDRESS, list, ScriptedService, status, unchanged } from './support/scripted-service.ts';

describe('a list that is fresh', () => {
  it('is asked for at its address, and has what was served', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.startups), list(fixtures.founders), list(fixtures.jobs));

    const startups = await service.client.startups();
    const founders = await service.client.founders();
    const jobs = await service.client.jobs();

    expect(startups).toStrictEqual({
      records: fixtures.startups,
      problems: [],
      cachedAt: new Date('2026-03-02T08:00:00.000Z'),
      source: 'database',
    });
    expect([founders.records, jobs.records]).toStrictEqual([fixtures.founders, fixtures.jobs]);
    expect(service.asked).toStrictEqual(
      ['startups', 'founders', 'jobs'].map((name) => ({
        address: `${ADDRESS}/${name}`,
        ifNoneMatch: null,
      })),
    );
  });

  it('is the same object until its lifetime is over', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.jobs), list([]));

    const first = await service.client.jobs();
    service.later(3599.999);
    expect(await service.client.jobs()).toBe(first);
    service.later(0.001);
    expect(await service.client.jobs()).not.toBe(first);
    expect(service.asked).toHaveLength(2);
  });

  it('has spent a part of its lifetime in a cache on the way', async () => {
    const service = new ScriptedService();
    service.next(list([], { Age: '3540' }), list([]));

    await service.client.jobs();
    service.later(59);
    await service.client.jobs();
    expect(service.asked).toHaveLength(1);
    service.later(1);
    await service.client.jobs();
    expect(service.asked).toHaveLength(2);
  });

  it('is no older than its time says, though a cache that has no Age answered the first question', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.jobs), unchanged({ 'X-Cached-At': '2026-03-02T08:50:00.000Z' }));
    service.later(3000);

    const first = await service.client.jobs();
    service.later(599);
    expect(await service.client.jobs()).toBe(first);
    service.later(1);
    expect((await service.client.jobs()).cachedAt).toEqual(new Date('2026-03-02T08:50:00.000Z'));
    expect(service.asked).toHaveLength(2);
  });

  it('costs one more request where the clock of the client is ahead', async () => {
    const service = new ScriptedService();
    service.later(7200);
    service.next(list(fixtures.jobs), unchanged());

    for (let times = 0; times < 5; times += 1) await service.client.jobs();

    expect(service.asked).toHaveLength(2);
  });

  it('is asked for once by many callers at once', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.jobs));

    const lists = await Promise.all(Array.from({ length: 50 }, async () => service.client.jobs()));

    expect(new Set(lists).size).toBe(1);
    expect(service.asked).toHaveLength(1);
  });

  it('is asked for anew after the clock was set back', async () => {
    const service = new ScriptedService();
    service.next(list([]), list([]));

    await service.client.jobs();
    service.later(-1);
    await service.client.jobs();

    expect(service.asked).toHaveLength(2);
  });

  it('begins to age when it was asked for', async () => {
    const service = new ScriptedService();
    const slow = (): Response => {
      service.later(10);
      return new Response('[]', { headers: { 'Cache-Control': 'max-age=60' } });
    };
    service.next(slow, list([]));

    await service.client.jobs();
    service.later(50);
    await service.client.jobs();

    expect(service.asked).toHaveLength(2);
  });

  it.each(['no-store', 's-maxage=60', 'x-max-age=60', 'max-age=soon', 'max-age=0', ''])(
    'has no lifetime by "%s"',
    async (cacheControl) => {
      const service = new ScriptedService();
      service.next(
        list([], { 'Cache-Control': cacheControl }),
        list([], { 'Cache-Control': cacheControl }),
      );

      await service.client.jobs();
      await service.client.jobs();

      expect(service.asked).toHaveLength(2);
    },
  );

  it.each(['Max-Age=60', 'public,max-age="60"', 'stale-if-error=9,  max-age=60'])(
    'has a lifetime by "%s"',
    async (cacheControl) => {
      const service = new ScriptedService();
      service.next(list([], { 'Cache-Control': cacheControl }));

      await service.client.jobs();
      service.later(59);
      await service.client.jobs();

      expect(service.asked).toHaveLength(1);
    },
  );

  it('is no younger by an Age that is no number', async () => {
    const service = new ScriptedService();
    service.next(list([], { Age: '-5' }), list([]));

    await service.client.jobs();
    service.later(3600);
    await service.client.jobs();

    expect(service.asked).toHaveLength(2);
  });

  it('says when the service itself serves its last good copy', async () => {
    const service = new ScriptedService();
    service.next(list([], { 'X-Data-Source': 'last-good' }));

    expect((await service.client.jobs()).source).toBe('last-good');
  });

  it.each(['', 'yesterday'])('has no time by an X-Cached-At of "%s"', async (cachedAt) => {
    const service = new ScriptedService();
    service.next(list([], { 'X-Cached-At': cachedAt }));

    expect((await service.client.jobs()).cachedAt).toBeUndefined();
  });

  it('is not hurt by the failure of another list', async () => {
    const service = new ScriptedService();
    service.next(list([]), status(503));

    await service.client.jobs();
    await expect(service.client.founders()).rejects.toThrow('503');

    expect((await service.client.jobs()).source).toBe('database');
  });
});
