import { directory, DirectoryError } from '../../client/src/index.ts';
import { fixtures } from './support/records.ts';
import {
  ADDRESS,
  AN_HOUR,
  body,
  cutOff,
  list,
  ScriptedService,
  silent,
  status,
  unchanged,
  unreachable,
} from './support/scripted-service.ts';

const CHECK = 'check that directory() was given the address of the service.';
const RECONNECT = 'check the address and the connection, then ask again.';

const { jobs } = fixtures;

/** With something that is no error. */
const rejected = Promise.reject.bind(Promise, 'no') as () => Promise<Response>;

/** A client that has a list whose lifetime is over. */
async function withOldList(timeoutMs?: number): Promise<ScriptedService> {
  const service = new ScriptedService([list(jobs)], timeoutMs);
  await service.client.jobs();
  service.later(AN_HOUR);
  return service;
}

async function failureOf(asking: Promise<unknown>): Promise<DirectoryError> {
  return asking.then(
    () => Promise.reject(new Error('it did not fail')),
    (failure: unknown) => failure as DirectoryError,
  );
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
      records: jobs,
      problems: [],
      cachedAt: new Date('2026-03-02T08:00:00.000Z'),
      source: 'kept',
    });
    expect(kept.failure).toBeInstanceOf(DirectoryError);
    expect(kept.failure?.status).toBe(code);
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
    const service = new ScriptedService([list(jobs), unreachable, unreachable, unchanged()]);

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
    expect(service.etagsAsked).toStrictEqual([null, '"one"', '"one"', '"one"']);
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
});

describe('without any copy', () => {
  it.each([
    [unreachable, `could not be reached (fetch failed): ${RECONNECT}`],
    [rejected, `could not be reached: ${RECONNECT}`],
    [status(503), 'answered with status 503: ask again in 60 s.'],
    [status(503, { 'Retry-After': '5' }), 'answered with status 503: ask again in 5 s.'],
    [status(500), 'answered with status 500: ask again in 60 s.'],
    [status(429), 'answered with status 429: ask again in 60 s.'],
    [status(404), `answered with status 404: ${CHECK}`],
    [body('<html>'), `answered with something else than a JSON array: ${CHECK}`],
  ])('a failure is a sentence with address, event and advice', async (step, sentence) => {
    const service = new ScriptedService([step]);

    const { message } = await failureOf(service.client.jobs());
    expect(message).toBe(`${ADDRESS}/jobs ${sentence}`);
  });

  it('a failure has its name, its status and its cause', async () => {
    const { client } = new ScriptedService([status(503), unreachable]);

    const answered = await failureOf(client.jobs());
    const lost = await failureOf(client.jobs());

    expect([answered.name, answered.status, 'cause' in answered]).toStrictEqual([
      'DirectoryError',
      503,
      false,
    ]);
    expect([lost.name, 'status' in lost, lost.cause]).toStrictEqual([
      'DirectoryError',
      false,
      new TypeError('fetch failed'),
    ]);
  });

  it('many callers at once share one failure, which is not remembered', async () => {
    const service = new ScriptedService([status(503), list([])]);

    const failures = await Promise.all(
      Array.from({ length: 50 }, async () => failureOf(service.client.jobs())),
    );
    expect(new Set(failures).size).toBe(1);
    expect(service.asked).toHaveLength(1);

    expect((await service.client.jobs()).source).toBe('database');
    expect(service.asked).toHaveLength(2);
  });
});

describe('the time that an answer may take', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is what was asked for, and then the list that was had before is kept', async () => {
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
      `${ADDRESS}/jobs did not answer within 5 s: ${RECONNECT}`,
    ]);
  });

  it('is without end if that is asked for', async () => {
    let answer: (response: Response) => void = () => undefined;
    const slow = async () => new Promise<Response>((resolve) => (answer = resolve));
    const service = new ScriptedService([slow], Infinity);

    const asking = service.client.jobs();
    await jest.advanceTimersByTimeAsync(86_400_000);
    answer(new Response('[]'));

    expect((await asking).records).toStrictEqual([]);
  });

  it('is 20 s by default, covers the body, and then the request is given up', async () => {
    let signal: AbortSignal | null | undefined;
    const client = directory(ADDRESS, {
      fetch: async (_, options) => {
        signal = options?.signal;
        return new Response(new ReadableStream());
      },
    });

    const failure = failureOf(client.jobs());
    await jest.advanceTimersByTimeAsync(19_999);
    expect(signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect((await failure).message).toContain('within 20 s');
    expect(signal?.aborted).toBe(true);
  });

  it('leaves no timer behind', async () => {
    const service = new ScriptedService([list([]), unreachable]);

    await service.client.jobs();
    service.later(AN_HOUR);
    await service.client.jobs();

    expect(jest.getTimerCount()).toBe(0);
  });
});
