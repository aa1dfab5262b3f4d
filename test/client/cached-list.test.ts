import { directory, DirectoryError } from '../../client/src/index.ts';
import { fixtures } from './support/package-contents.ts';
import {
  ADDRESS,
  AN_HOUR,
  bareList,
  body,
  list,
  ScriptedService,
  status,
  type Step,
  unchanged,
  unreachable,
} from './support/scripted-service.ts';

const { jobs } = fixtures;

describe('a new list', () => {
  it('contains the records that the service returns at the address of the list', async () => {
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

  it.each<[number, Record<string, string>]>([
    [3600, {}],
    [60, { 'Cache-Control': 'Max-Age=60' }],
    [60, { 'Cache-Control': 'stale-if-error=9,  max-age=60' }],
    [60, { Age: '3540' }],
    [3600, { Age: '-5' }],
    [600, { 'X-Cached-At': '2026-03-02T07:10:00.000Z' }],
    [3600, { 'X-Cached-At': '2026-03-02T06:00:00.000Z', 'X-Data-Source': 'last-good' }],
    [3600, { 'Cache-Control': 'max-age=7200', 'X-Data-Source': 'last-good' }],
    [0, { 'Cache-Control': 'no-store' }],
    [0, { 'Cache-Control': 's-maxage=60' }],
    [0, { 'Cache-Control': 'max-age=soon' }],
    [0, { 'X-Cached-At': '2026-03-02T06:00:00.000Z' }],
  ])('stays the same object for %i s if %j overrides its headers', async (seconds, headers) => {
    const service = new ScriptedService([list([], headers), list(jobs)]);

    const first = await service.client.jobs();
    const last = await service.jobsAfter(Math.max(seconds - 0.001, 0));
    expect(last === first).toBe(seconds > 0);
    expect((await service.jobsAfter(0.001)).records).toStrictEqual(jobs);
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

it('an aborted call rejects with the reason of its signal, and other callers still get the list', async () => {
  let respond: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (respond = resolve));
  const service = new ScriptedService([async () => waiting.then(list([]))]);
  const leaver = new AbortController();
  const reason = new Error('the view is gone');

  const left = service.client.jobs({ signal: leaver.signal });
  const other = service.client.jobs();
  leaver.abort(reason);
  await expect(left).rejects.toBe(reason);
  respond();

  expect(await other).toMatchObject({ records: [] });
  expect(service.addressesAsked).toHaveLength(1);
});

describe('an expired list', () => {
  it('is requested with the ETag of the last answer, if that answer had one', async () => {
    const other = list([], { ETag: 'W/"two"' });
    const service = new ScriptedService([list([]), other, unchanged(), bareList, list([])]);

    for (let times = 0; times < 5; times += 1) await service.jobsAfter(AN_HOUR);

    expect(service.etagsAsked).toStrictEqual([null, '"one"', 'W/"two"', '"one"', null]);
  });

  it('takes its lifetime, time and source from the headers of a 304, and keeps its records', async () => {
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

  it('keeps its records if the body is the same, and stays the same object if its time and source are the same too', async () => {
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

const CHECK = 'check that directory() was given the address of the service.';
const RECONNECT = 'check the address and the connection, then try again.';

/** Ends the connection in the middle of the list. */
const cutOff: Step = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"id":'));
        controller.error(new TypeError('terminated'));
      },
    }),
  );
const rejectedWithText = Promise.reject.bind(Promise, 'no') as Step;
const same = (error: unknown) => error;
describe.each<[string, Step]>([
  [`could not be reached (fetch failed): ${RECONNECT}`, unreachable],
  [`could not be reached (terminated): ${RECONNECT}`, cutOff],
  [`could not be reached: ${RECONNECT}`, rejectedWithText],
  ['responded with status 503: try again in 5 s.', status(503, { 'Retry-After': '5' })],
  ['responded with status 429: try again in 60 s.', status(429)],
  [`responded with status 404: ${CHECK}`, status(404)],
  [`did not return a JSON array: ${CHECK}`, body('<!doctype html>')],
  [`did not return a JSON array: ${CHECK}`, body('')],
])('the failure "%s"', (sentence, step) => {
  it('is thrown if the client has no copy, and is otherwise returned with the copy', async () => {
    const service = new ScriptedService([step, list(jobs), step]);
    const message = `${ADDRESS}/jobs ${sentence}`;

    await expect(service.client.jobs()).rejects.toHaveProperty('message', message);
    const { records, cachedAt } = await service.client.jobs();
    const kept = await service.jobsAfter(AN_HOUR);

    expect(kept).toMatchObject({ cachedAt, source: 'kept', failure: { message } });
    expect(kept.records).toBe(records);
  });
});

it('a failure is a DirectoryError, which has a status if the service answered, and a cause if it did not', async () => {
  const { client } = new ScriptedService([status(503), unreachable]);
  const [answered, lost] = [await client.jobs().catch(same), await client.jobs().catch(same)];

  expect(answered).toBeInstanceOf(DirectoryError);
  expect(answered).toMatchObject({ name: 'DirectoryError', status: 503 });
  expect(answered).not.toHaveProperty('cause');
  expect(lost).toMatchObject({ name: 'DirectoryError', cause: new TypeError('fetch failed') });
  expect(lost).not.toHaveProperty('status');
});

it.each([
  ['60 s if there is no Retry-After', {}, 60],
  ['7 s if Retry-After says so', { 'Retry-After': '7' }, 7],
  ['1 s if Retry-After is shorter', { 'Retry-After': '0' }, 1],
  ['an hour if Retry-After is longer', { 'Retry-After': '99999999' }, AN_HOUR],
  ['60 s if Retry-After is a date', { 'Retry-After': 'Mon, 02 Mar 2026 10:00:00 GMT' }, 60],
])('a kept list is not requested again for %s', async (_, headers, seconds) => {
  const service = new ScriptedService([list(jobs), status(503, headers), list([])]);
  await service.client.jobs();
  const kept = await service.jobsAfter(AN_HOUR);
  expect(await service.jobsAfter(seconds - 0.001)).toBe(kept);
  expect((await service.jobsAfter(0.001)).records).toEqual([]);
});

it.each([
  [20, {}],
  [5, { timeoutMs: 5000 }],
])(
  'a request times out after %i s, even while the body is arriving, if the options are %j',
  async (seconds, given) => {
    jest.useFakeTimers();
    let signal: AbortSignal | null | undefined;
    const fetch: typeof globalThis.fetch = async (_address, options) => {
      signal = options?.signal;
      return new Response(new ReadableStream());
    };

    const failure = directory(ADDRESS, { ...given, fetch })
      .jobs()
      .catch(String);
    await jest.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);

    expect(await failure).toContain(`did not respond within ${seconds} s: ${RECONNECT}`);
    expect(signal?.aborted).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  },
);
