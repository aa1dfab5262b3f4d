import { fixtures } from './support/records.ts';
import { bareUnchanged, list, ScriptedService, unchanged } from './support/scripted-service.ts';

const AN_HOUR = 3600;

describe('a list whose lifetime is over', () => {
  it('is asked for with the ETag of the last answer', async () => {
    const service = new ScriptedService();
    service.next(list([]), list([], { ETag: 'W/"two"' }), unchanged());

    await service.client.jobs();
    service.later(AN_HOUR);
    await service.client.jobs();
    service.later(AN_HOUR);
    await service.client.jobs();

    expect(service.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toStrictEqual([
      null,
      '"one"',
      'W/"two"',
    ]);
  });

  it('is asked for without a condition where the answer had no ETag', async () => {
    const service = new ScriptedService();
    const withoutEtag = (): Response => new Response('[]');
    service.next(withoutEtag, withoutEtag);

    await service.client.jobs();
    await service.client.jobs();

    expect(service.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toStrictEqual([null, null]);
  });

  it('is the same object after a 304 that says nothing new', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.jobs), unchanged());

    const first = await service.client.jobs();
    service.later(AN_HOUR);

    expect(await service.client.jobs()).toBe(first);
  });

  it('takes lifetime, time and source from the headers of a 304, and keeps its records', async () => {
    const service = new ScriptedService();
    const renewal = {
      'Cache-Control': 'public, max-age=60',
      'X-Cached-At': '2026-03-02T07:59:00.000Z',
      'X-Data-Source': 'last-good',
      Age: '10',
    };
    service.next(list(fixtures.jobs), unchanged(renewal), unchanged());

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

  it('is the same list from another source, if that is all that a 304 says', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.jobs), unchanged({ 'X-Data-Source': 'last-good' }));

    const first = await service.client.jobs();
    service.later(AN_HOUR);
    const second = await service.client.jobs();

    expect(second).toStrictEqual({ ...first, source: 'last-good' });
    expect(second.records).toBe(first.records);
  });

  it('keeps of its headers what a 304 does not repeat', async () => {
    const service = new ScriptedService();
    service.next(
      list(fixtures.jobs, { 'X-Data-Source': 'last-good' }),
      bareUnchanged(),
      bareUnchanged({ ETag: '"two"' }),
      unchanged(),
    );

    const first = await service.client.jobs();
    for (let hour = 1; hour <= 3; hour += 1) {
      service.later(AN_HOUR - 1);
      expect(await service.client.jobs()).toHaveProperty('source', 'last-good');
      service.later(1);
      expect((await service.client.jobs()).records).toBe(first.records);
    }

    expect(service.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toStrictEqual([
      null,
      '"one"',
      '"one"',
      '"two"',
    ]);
  });

  it('keeps its records if the same body is sent again', async () => {
    const service = new ScriptedService();
    service.next(
      list(fixtures.jobs),
      list(fixtures.jobs, { 'X-Cached-At': '2026-03-02T09:00:00.000Z' }),
      list(fixtures.jobs, { 'X-Cached-At': '2026-03-02T09:00:00.000Z', ETag: '"two"' }),
    );

    const first = await service.client.jobs();
    service.later(AN_HOUR);
    const second = await service.client.jobs();
    service.later(AN_HOUR);
    const third = await service.client.jobs();

    expect(second.records).toBe(first.records);
    expect(second.cachedAt).toStrictEqual(new Date('2026-03-02T09:00:00.000Z'));
    expect(third).toBe(second);
  });

  it('has nothing of the old list in the new one', async () => {
    const service = new ScriptedService();
    const [one, two] = [fixtures.jobs.slice(0, 2), fixtures.jobs.slice(2, 3)];
    service.next(list(one), list(two, { ETag: '"two"' }));

    await service.client.jobs();
    service.later(AN_HOUR);

    expect((await service.client.jobs()).records).toStrictEqual(two);
  });

  it('forgets the ETag of a body that was replaced by one without', async () => {
    const service = new ScriptedService();
    service.next(list([]), () => new Response('[]'), list([]));

    await service.client.jobs();
    service.later(AN_HOUR);
    await service.client.jobs();
    await service.client.jobs();

    expect(service.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toStrictEqual([
      null,
      '"one"',
      null,
    ]);
  });

  it('is asked for once by many callers at once', async () => {
    const service = new ScriptedService();
    service.next(list([]), unchanged());

    await service.client.jobs();
    service.later(AN_HOUR);
    await Promise.all(Array.from({ length: 50 }, async () => service.client.jobs()));

    expect(service.asked).toHaveLength(2);
  });

  it('does not take a 304 that it did not ask for', async () => {
    const service = new ScriptedService();
    service.next(unchanged(), () => new Response('[]'), unchanged());

    await expect(service.client.jobs()).rejects.toThrow('status 304');
    await service.client.jobs();

    expect(await service.client.jobs()).toHaveProperty('failure.status', 304);
  });
});
