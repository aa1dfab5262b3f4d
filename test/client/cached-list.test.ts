import { fixtures } from './support/records.ts';
import {
  ADDRESS,
  AN_HOUR,
  bareList,
  list,
  ScriptedService,
  status,
  unchanged,
} from './support/scripted-service.ts';

const { jobs } = fixtures;

describe('a fresh list', () => {
  it('has what the service sent from its address', async () => {
    const { client, addressesAsked } = new ScriptedService([list(fixtures.founders), list(jobs)]);

    const { records } = await client.founders();

    expect(records).toStrictEqual(fixtures.founders);
    expect(await client.jobs()).toStrictEqual({
      records: jobs,
      problems: [],
      cachedAt: new Date('2026-03-02T08:00:00.000Z'),
      source: 'database',
    });
    expect(addressesAsked).toEqual([`${ADDRESS}/founders`, `${ADDRESS}/jobs`]);
  });

  it.each([
    [{}, 3600],
    [{ 'Cache-Control': 'Max-Age=60' }, 60],
    [{ 'Cache-Control': 'public,max-age="60"' }, 60],
    [{ 'Cache-Control': 'stale-if-error=9,  max-age=60' }, 60],
    [{ Age: '3540' }, 60],
    [{ Age: '-5' }, 3600],
    [{ 'X-Cached-At': '2026-03-02T07:10:00.000Z' }, 600],
    [{ 'X-Cached-At': '2026-03-02T06:00:00.000Z', 'X-Data-Source': 'last-good' }, 3600],
  ])('with %j is the same object for %i s', async (headers, seconds) => {
    const service = new ScriptedService([list([], headers), list(jobs)]);

    const first = await service.client.jobs();
    expect(await service.jobsAfter(seconds - 0.001)).toBe(first);
    expect((await service.jobsAfter(0.001)).records).toStrictEqual(jobs);
  });

  it.each([
    { 'Cache-Control': 'no-store' },
    { 'Cache-Control': 's-maxage=60' },
    { 'Cache-Control': 'x-max-age=60' },
    { 'Cache-Control': 'max-age=soon' },
    { 'Cache-Control': '' },
    { 'X-Cached-At': '2026-03-02T06:00:00.000Z' },
  ])('with %j is requested again at once', async (headers: Record<string, string>) => {
    const { client } = new ScriptedService([list([], headers), list(jobs)]);

    await client.jobs();
    expect((await client.jobs()).records).toStrictEqual(jobs);
  });
});

it.each([
  ['answer', list(jobs)],
  ['failure', status(503)],
])('concurrent callers share one %s', async (_, step) => {
  const service = new ScriptedService([step]);

  const results = await Promise.all(
    Array.from({ length: 50 }, async () => service.client.jobs().catch((error: unknown) => error)),
  );

  expect(new Set(results).size).toBe(1);
  expect(service.addressesAsked).toHaveLength(1);
});

describe('a call with a signal', () => {
  it('rejects with its reason, while the request goes on for the others', async () => {
    let respond: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (respond = resolve));
    const service = new ScriptedService([async () => waiting.then(list([]))]);
    const leaver = new AbortController();
    const reason = new Error('the view is gone');

    const left = service.client.jobs({ signal: leaver.signal });
    const others = [
      service.client.jobs(),
      service.client.jobsOf('an id', { signal: new AbortController().signal }),
    ];
    leaver.abort(reason);
    await expect(left).rejects.toBe(reason);
    respond();

    expect(await Promise.all(others)).toMatchObject([{ records: [] }, []]);
    expect(service.addressesAsked).toHaveLength(1);
  });
});

describe('a list whose lifetime is over', () => {
  it('is requested with the ETag of the last answer, if it had one', async () => {
    const other = list([], { ETag: 'W/"two"' });
    const service = new ScriptedService([list([]), other, unchanged(), bareList, list([])]);

    for (let times = 0; times < 5; times += 1) await service.jobsAfter(AN_HOUR);

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
    const second = await service.jobsAfter(AN_HOUR);
    expect(await service.jobsAfter(49)).toBe(second);
    const third = await service.jobsAfter(1);

    expect(second).toMatchObject({
      cachedAt: new Date(renewal['X-Cached-At']),
      source: 'last-good',
    });
    expect(second.records).toBe(first.records);
    expect(second.problems).toBe(first.problems);
    expect(third).toStrictEqual(first);
  });

  it('keeps its records if the same body is sent again, and itself if nothing has changed', async () => {
    const later = { 'X-Cached-At': '2026-03-02T09:00:00.000Z' };
    const steps = [list(jobs), list(jobs, later), list(jobs, { ...later, ETag: '"two"' })];
    const service = new ScriptedService(steps);

    const first = await service.client.jobs();
    const second = await service.jobsAfter(AN_HOUR);
    service.later(AN_HOUR);

    expect(second.records).toBe(first.records);
    expect(second.cachedAt).toStrictEqual(new Date(later['X-Cached-At']));
    expect(await service.client.jobs()).toBe(second);
  });
});
