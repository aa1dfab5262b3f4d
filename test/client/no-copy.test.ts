import { directory, DirectoryError } from '../../client/src/index.ts';
import {
  ADDRESS,
  body,
  list,
  ScriptedService,
  silent,
  status,
  unreachable,
} from './support/scripted-service.ts';

const CHECK = 'check that directory() was given the address of the service.';
const RECONNECT = 'check the address and the connection, then ask again.';

describe('without any copy', () => {
  it.each([
    [unreachable, `could not be reached (fetch failed): ${RECONNECT}`],
    [status(503), 'answered with status 503: ask again in 60 s.'],
    [status(503, { 'Retry-After': '5' }), 'answered with status 503: ask again in 5 s.'],
    [status(500), 'answered with status 500: ask again in 60 s.'],
    [status(429), 'answered with status 429: ask again in 60 s.'],
    [status(404), `answered with status 404: ${CHECK}`],
    [body('<html>'), `answered with something else than a JSON array: ${CHECK}`],
  ])('a failure is a sentence with address, event and advice', async (step, sentence) => {
    const service = new ScriptedService();
    service.next(step);

    const { message } = await failureOf(service.client.jobs());
    expect(message).toBe(`${ADDRESS}/jobs ${sentence}`);
  });

  it('a failure has its name, its status and its cause', async () => {
    const service = new ScriptedService();
    service.next(status(503), unreachable);

    const answered = await failureOf(service.client.jobs());
    const lost = await failureOf(service.client.jobs());

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

  it('even something thrown that is no error is a sentence', async () => {
    const thrown = Promise.reject.bind(Promise, 'no') as () => Promise<Response>;
    const client = directory(ADDRESS, { fetch: thrown });

    await expect(client.jobs()).rejects.toThrow(`jobs could not be reached: ${RECONNECT}`);
  });

  it('a failure is not remembered: the next call asks again', async () => {
    const service = new ScriptedService();
    service.next(status(503), list([]));

    await expect(service.client.jobs()).rejects.toThrow(DirectoryError);

    expect((await service.client.jobs()).source).toBe('database');
    expect(service.asked).toHaveLength(2);
  });

  it('many callers at once share one failure', async () => {
    const service = new ScriptedService();
    service.next(status(503));

    const failures = await Promise.all(
      Array.from({ length: 50 }, async () => failureOf(service.client.jobs())),
    );

    expect(new Set(failures).size).toBe(1);
    expect(service.asked).toHaveLength(1);
  });

  it('what needs the list fails as the list does', async () => {
    const service = new ScriptedService();
    service.next(status(503), status(503), status(503));

    await expect(service.client.startupBySlug('a')).rejects.toThrow(`${ADDRESS}/startups`);
    await expect(service.client.foundersOf('a')).rejects.toThrow(`${ADDRESS}/founders`);
    await expect(service.client.jobsOf('a')).rejects.toThrow(`${ADDRESS}/jobs`);
  });
});

describe('the time that an answer may take', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is 20 s by default', async () => {
    const service = new ScriptedService();
    service.next(silent);

    const failure = failureOf(service.client.jobs());
    await jest.advanceTimersByTimeAsync(20_000);

    expect((await failure).message).toBe(
      `${ADDRESS}/jobs did not answer within 20 s: ${RECONNECT}`,
    );
  });

  it('is without end if that is asked for', async () => {
    const service = new ScriptedService(Infinity);
    let answer: (response: Response) => void = () => undefined;
    service.next(async () => new Promise((resolve) => (answer = resolve)));

    const asking = service.client.jobs();
    await jest.advanceTimersByTimeAsync(86_400_000);
    answer(new Response('[]'));

    expect((await asking).records).toStrictEqual([]);
  });

  it('covers the body, and then the request is given up', async () => {
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
    const service = new ScriptedService();
    service.next(list([]), unreachable);

    await service.client.jobs();
    service.later(3600);
    await service.client.jobs();

    expect(jest.getTimerCount()).toBe(0);
  });
});

async function failureOf(asking: Promise<unknown>): Promise<DirectoryError> {
  return asking.then(
    () => Promise.reject(new Error('it did not fail')),
    (failure: unknown) => failure as DirectoryError,
  );
}
