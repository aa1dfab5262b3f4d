import { directory, DirectoryError } from '../../client/src/index.ts';
import { fixtures } from './support/records.ts';
import {
  ADDRESS,
  AN_HOUR,
  body,
  list,
  ScriptedService,
  status,
  type Step,
  unreachable,
} from './support/scripted-service.ts';

const CHECK = 'check that directory() was given the address of the service.';
const RECONNECT = 'check the address and the connection, then ask again.';

const { jobs } = fixtures;

/** The connection ends in the middle of the list. */
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
/** Neither answers nor listens to its signal. */
const silent: Step = async () => new Promise(() => undefined);

describe.each<[string, Step]>([
  [`could not be reached (fetch failed): ${RECONNECT}`, unreachable],
  [`could not be reached (terminated): ${RECONNECT}`, cutOff],
  [`could not be reached: ${RECONNECT}`, rejectedWithText],
  ['answered with status 503: ask again in 60 s.', status(503)],
  ['answered with status 503: ask again in 5 s.', status(503, { 'Retry-After': '5' })],
  ['answered with status 429: ask again in 60 s.', status(429)],
  [`answered with status 404: ${CHECK}`, status(404)],
  [`answered with something else than a JSON array: ${CHECK}`, body('<!doctype html>')],
  [`answered with something else than a JSON array: ${CHECK}`, body('')],
])('a service that %s', (sentence, step) => {
  it('is told in a sentence where there is no copy, and asked again at the next call', async () => {
    const { client } = new ScriptedService([step, list(jobs)]);

    await expect(client.jobs()).rejects.toHaveProperty('message', `${ADDRESS}/jobs ${sentence}`);
    expect((await client.jobs()).source).toBe('database');
  });

  it('leaves the copy', async () => {
    const service = new ScriptedService([list(jobs), step]);
    const { records } = await service.client.jobs();
    const kept = await service.jobsAfter(AN_HOUR);

    expect(kept).toMatchObject({
      cachedAt: new Date('2026-03-02T08:00:00.000Z'),
      source: 'kept',
      failure: { message: `${ADDRESS}/jobs ${sentence}` },
    });
    expect(kept.records).toBe(records);
  });
});

it('a failure has its name, and its status or cause', async () => {
  const { client } = new ScriptedService([status(503), unreachable]);
  const [answered, lost] = [await client.jobs().catch(same), await client.jobs().catch(same)];

  expect(answered).toBeInstanceOf(DirectoryError);
  expect(answered).toMatchObject({ name: 'DirectoryError', status: 503 });
  expect(answered).not.toHaveProperty('cause');
  expect(lost).toMatchObject({ name: 'DirectoryError', cause: new TypeError('fetch failed') });
  expect(lost).not.toHaveProperty('status');
});

describe('a kept list', () => {
  it.each([
    ['60 s without a Retry-After', {}, 60],
    ['as long as Retry-After says', { 'Retry-After': '7' }, 7],
    ['a second, if Retry-After says less', { 'Retry-After': '0' }, 1],
    ['an hour, if Retry-After says more', { 'Retry-After': '99999999' }, AN_HOUR],
    ['60 s, if Retry-After is no whole number', { 'Retry-After': '7.5' }, 60],
    ['60 s, if Retry-After is a date', { 'Retry-After': 'Mon, 02 Mar 2026 10:00:00 GMT' }, 60],
  ])('is not requested again for %s', async (_, headers, seconds) => {
    const service = new ScriptedService([list(jobs), status(503, headers), list([])]);
    await service.client.jobs();
    const kept = await service.jobsAfter(AN_HOUR);
    expect(await service.jobsAfter(seconds - 0.001)).toBe(kept);
    expect((await service.jobsAfter(0.001)).records).toEqual([]);
  });
});

describe('the limit of a request', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is timeoutMs, after which the copy is kept', async () => {
    const service = new ScriptedService([list(jobs), silent], { timeoutMs: 5000 });
    await service.client.jobs();
    service.later(AN_HOUR);

    const asking = service.client.jobs();
    const settled = jest.fn();
    void asking.then(settled);
    await jest.advanceTimersByTimeAsync(4999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);

    expect(await asking).toMatchObject({
      source: 'kept',
      failure: { message: `${ADDRESS}/jobs did not answer within 5 s: ${RECONNECT}` },
    });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is 20 s by default, covers the body, and ends the request', async () => {
    let signal: AbortSignal | null | undefined;
    const client = directory(ADDRESS, {
      fetch: async (_, options) => {
        signal = options?.signal;
        return new Response(new ReadableStream());
      },
    });

    const failure = client.jobs().catch(String);
    await jest.advanceTimersByTimeAsync(19_999);
    expect(signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await failure).toContain('within 20 s');
    expect(signal?.aborted).toBe(true);
  });
});
