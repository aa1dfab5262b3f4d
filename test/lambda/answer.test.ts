import { directories } from '../../contract/directories.ts';
import { FUNCTION_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { unavailable } from '../../contract/routing.ts';
import { type Answer, directoryAnswers } from '../../lambda/directory/answer.ts';
import { pause } from '../../aws/clock.ts';
import { DatabaseDefect } from '../../lambda/directory/failure.ts';
import { type Copy, type CopyWrite, makeSnapshot } from '../../aws/last-good.ts';
import { asResponse } from '../../lambda/directory/render.ts';
import { FakeDependencies, never, plainGet } from '../support/aws/fake-dependencies.ts';
import { many, startup } from '../support/records/records.ts';

const { startups, jobs } = directories;

/** Asks a process that runs in this world. */
function processIn(
  dependencies: FakeDependencies,
  directory: typeof startups | typeof jobs = startups,
) {
  const answer = directoryAnswers(directory, dependencies);
  return async (): Promise<Answer> => answer(plainGet);
}

/** Asks, and lets time pass until there is an answer; tells how long it took. */
async function timed(
  dependencies: FakeDependencies,
  ask: () => Promise<Answer>,
): Promise<[Answer, number]> {
  const startedAt = dependencies.clock.now();
  let took = 0;
  const answering = ask().finally(() => {
    took = dependencies.clock.now() - startedAt;
  });
  await dependencies.clock.pass(20_000);
  return [await answering, took];
}

async function outage(reason = 'DatabaseUnavailableException'): Promise<never> {
  return Promise.reject(Object.assign(new Error('?'), { name: reason }));
}

async function resuming(): Promise<never> {
  return outage('DatabaseResumingException');
}

function bodyOf({ response }: Answer): unknown {
  return JSON.parse(response.body);
}

describe('a healthy database', () => {
  it('gives a fresh answer and keeps it as the last-good copy', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);

    const answer = await processIn(dependencies)();

    expect(answer.response).toMatchObject({
      statusCode: 200,
      headers: {
        'X-Data-Source': 'database',
        'Cache-Control': 'public, max-age=3600, stale-if-error=86400',
        'X-Cached-At': '2026-11-20T08:00:00.000Z',
      },
    });
    expect(bodyOf(answer)).toEqual(dependencies.records);
    expect(dependencies.copy?.body.toString()).toBe(answer.response.body);
  });

  it('gives a list the time before the read: it may miss what was edited since', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.onRead = async () => {
      await pause(dependencies.clock, 2000, new AbortController().signal);
    };

    const [answer] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.headers).toMatchObject({
      'X-Cached-At': '2026-11-20T08:00:00.000Z',
      'Cache-Control': 'public, max-age=3598, stale-if-error=86400',
    });
    expect(answer.attempt?.readMs).toBe(2000);
  });

  it('is asked once within the memory time, and max-age counts down', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(59_999);

    const answer = await ask();

    expect(answer.fromMemory).toBe(true);
    expect(answer.response.headers['Cache-Control']).toContain('max-age=3541,');
    expect([dependencies.reads, dependencies.copyReads, dependencies.copyWrites]).toEqual([
      1, 1, 1,
    ]);
  });

  it('is asked again when the memory time is over, and when the clock was set back', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = processIn(dependencies);
    await ask();

    dependencies.clock.jump(60_000);
    await ask();
    dependencies.clock.jump(-1);
    await ask();

    expect(dependencies.reads).toBe(3);
  });

  it('asks the copy as often as the database on every miss', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = processIn(dependencies);

    await ask();
    dependencies.clock.jump(60_000);
    dependencies.onRead = outage;
    await ask();

    expect([dependencies.reads, dependencies.copyReads]).toEqual([2, 2]);
  });

  it('leaves nothing pending: no timer, and both clients at rest', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);

    await processIn(dependencies)();

    expect(dependencies.clock.pending).toBe(0);
    expect(dependencies.rests).toBe(2);
  });
});

describe('a database that is away', () => {
  it('is answered from the last-good copy, marked stale, with the copy’s own time', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now() - 7_200_000);
    dependencies.onRead = outage;

    const answer = await processIn(dependencies)();

    expect(answer.response).toMatchObject({
      statusCode: 200,
      headers: {
        'X-Data-Source': 'last-good',
        'Cache-Control': 'public, max-age=60, stale-if-error=86400',
        'X-Cached-At': '2026-11-20T06:00:00.000Z',
      },
    });
    expect(answer.attempt?.failure?.kind).toBe('outage');
  });

  it('is not asked again within the memory time, and the stale lifetime counts down', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now());
    dependencies.onRead = outage;
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(20_000);

    const answer = await ask();

    expect(dependencies.reads).toBe(1);
    expect(answer.response.headers['Cache-Control']).toContain('max-age=40,');
    expect(answer.response.headers['X-Data-Source']).toBe('last-good');
  });

  it('gives a fresh answer again once it is back and the memory time is over', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.copy = makeSnapshot(dependencies.records, dependencies.clock.now());
    dependencies.onRead = outage;
    const ask = processIn(dependencies);
    await ask();
    dependencies.onRead = undefined;
    dependencies.clock.jump(60_000);

    const answer = await ask();

    expect(answer.response.headers['X-Data-Source']).toBe('database');
  });

  it('is answered from memory where the copy is out of reach too', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(3_600_000);
    dependencies.onRead = outage;
    dependencies.onCopyRead = async () => ({ state: 'unreachable', reason: 'TimeoutError' });

    const answer = await ask();

    expect(answer.response.statusCode).toBe(200);
    expect(answer.response.headers['X-Data-Source']).toBe('last-good');
    expect(answer.response.headers['X-Cached-At']).toBe('2026-11-20T08:00:00.000Z');
  });

  it('is answered with the newer one of copy and memory', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(3_600_000);
    dependencies.copy = makeSnapshot(many(4, startup), dependencies.clock.now() - 60_000);
    dependencies.onRead = outage;

    const answer = await ask();

    expect(bodyOf(answer)).toHaveLength(4);
  });

  it('is answered with 503 where there is no copy at all', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = outage;

    const answer = await processIn(dependencies)();

    expect(answer.response).toMatchObject({
      statusCode: 503,
      headers: {
        'Content-Type': 'application/problem+json',
        'Cache-Control': 'no-store',
        'Retry-After': '10',
        'Access-Control-Allow-Origin': '*',
      },
    });
    expect(bodyOf(answer)).toMatchObject({ status: 503, title: 'Service Unavailable' });
  });

  it('is answered with the same 503 whatever has failed', async () => {
    const answers = await Promise.all(
      [outage, async () => Promise.reject(new TypeError('a bug'))].map(async (onRead) => {
        const dependencies = new FakeDependencies();
        dependencies.onRead = onRead;
        return processIn(dependencies)();
      }),
    );

    expect(answers.map(({ response }) => response)).toEqual([
      asResponse(unavailable),
      asResponse(unavailable),
    ]);
    expect(answers.map(({ fromMemory }) => fromMemory)).toEqual([false, false]);
    expect(asResponse(unavailable)).toMatchObject({
      body: expect.stringContaining('not available at the moment; try again.') as unknown,
      isBase64Encoded: false,
    });
  });
});

describe('a database that hangs', () => {
  it('costs 3 s with a copy', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now());
    dependencies.onRead = never;

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.headers['X-Data-Source']).toBe('last-good');
    expect(took).toBe(3000);
    expect(dependencies.clock.pending).toBe(0);
  });

  it('costs 8 s without a copy', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = never;

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.statusCode).toBe(503);
    expect(took).toBe(8000);
  });

  it('costs 3 s where this process remembers a snapshot, even if the store is away', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(60_000);
    dependencies.onRead = never;
    dependencies.onCopyRead = storeThatHangs;

    const [answer, took] = await timed(dependencies, ask);

    expect(answer.response.statusCode).toBe(200);
    expect(took).toBe(3000);
  });
});

describe('a copy that comes late', () => {
  const late = (dependencies: FakeDependencies, milliseconds: number) => {
    const snapshot = makeSnapshot(many(3, startup), dependencies.clock.now() - 60_000);
    dependencies.onCopyRead = async (signal) => {
      const isThere = await pause(dependencies.clock, milliseconds, signal);
      return isThere
        ? { state: 'found', snapshot, etag: '"1"' }
        : { state: 'unreachable', reason: 'DeadlineExceeded' };
    };
  };

  it.each([
    ['that is down', outage, 5000],
    ['that hangs', never, 5000],
    ['that is waking up', resuming, 5000],
  ])(
    'is waited for by a process that has nothing else, beside a database %s',
    async (_, fault, after) => {
      const dependencies = new FakeDependencies();
      dependencies.onRead = fault;
      late(dependencies, after);

      const [answer, took] = await timed(dependencies, processIn(dependencies));

      expect(answer.response.headers['X-Data-Source']).toBe('last-good');
      expect(took).toBe(after);
      expect(dependencies.clock.pending).toBe(0);
    },
  );

  it('is not waited for once the database has answered', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    late(dependencies, 5000);

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.headers['X-Data-Source']).toBe('database');
    expect(took).toBe(1000);
  });

  it('is not waited for by a process that remembers a list', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(60_000);
    dependencies.onRead = outage;
    late(dependencies, 5000);

    const [answer, took] = await timed(dependencies, ask);

    expect(answer.response.headers['X-Data-Source']).toBe('last-good');
    expect(took).toBe(1000);
  });

  it('does not keep a database that wakes up from being asked again', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.onRead = async () => {
      if (dependencies.reads <= 5) await resuming();
    };
    late(dependencies, 60_000);

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.headers['X-Data-Source']).toBe('database');
    expect(took).toBe(3500);
  });
});

describe('a clock that is corrected during a read', () => {
  it.each([-3_600_000, 3_600_000])('by %i ms changes no deadline', async (milliseconds) => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now() - 7_200_000);
    dependencies.onRead = never;
    dependencies.onCopyRead = async () => {
      dependencies.clock.correct(milliseconds);
      return { state: 'found', snapshot: makeSnapshot(many(3, startup), 0), etag: '"1"' };
    };
    const startedAt = dependencies.clock.elapsed();

    const answering = processIn(dependencies)();
    await dependencies.clock.pass(3000);

    const { response } = await answering;
    expect(response.headers['X-Data-Source']).toBe('last-good');
    expect(dependencies.clock.elapsed() - startedAt).toBe(3000);
  });
});

/** As `last-good.ts` behaves when S3 hangs: it gives up when it is told to. */
async function storeThatHangs(signal: AbortSignal): Promise<Copy> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve({ state: 'unreachable', reason: 'DeadlineExceeded' });
    });
  });
}

describe('a database that is waking up', () => {
  it('is answered from the copy at once', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now());
    dependencies.onRead = resuming;

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.statusCode).toBe(200);
    expect([took, dependencies.reads]).toEqual([0, 1]);
  });

  it('is asked again until it is awake where there is no copy', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.onRead = async () => {
      if (dependencies.reads <= 5) await resuming();
    };

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.headers['X-Data-Source']).toBe('database');
    expect(answer.response.headers['X-Cached-At']).toBe('2026-11-20T08:00:02.500Z');
    expect(took).toBe(2500);
  });

  it('is given up after 8 s', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = resuming;

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.statusCode).toBe(503);
    expect(took).toBe(8000);
  });
});

describe('a defect', () => {
  it.each([
    ['a refused statement', new DatabaseDefect('AccessDeniedException, HTTP 403')],
    ['a bug of our own', new TypeError('undefined is not a function')],
  ])('is counted as one and answered from the copy: %s', async (_, error) => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now());
    dependencies.onRead = async () => Promise.reject(error);

    const answer = await processIn(dependencies)();

    expect(answer.response.statusCode).toBe(200);
    expect(answer.attempt?.failure).toMatchObject({ kind: 'defect', name: error.name });
  });

  it('never shows in an answer, nor do its words in what is logged', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = async () => Promise.reject(new TypeError('password=hunter2'));

    const answer = await processIn(dependencies)();

    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
});

describe('a snapshot that must not be published', () => {
  it('is answered from the copy, which stays: a list that is suddenly empty', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(120, startup), dependencies.clock.now() - 60_000);

    const answer = await processIn(dependencies)();

    expect(bodyOf(answer)).toHaveLength(120);
    expect(answer.response.headers['X-Data-Source']).toBe('last-good');
    expect(answer.attempt?.failure).toMatchObject({
      kind: 'defect',
      name: 'SnapshotRefused',
      reason: '0 records are left of 120',
    });
    expect(answer.attempt?.checked).toEqual({ records: [], leftOut: [], setToNull: [] });
    expect(dependencies.copy.records).toBe(120);
  });

  it('is compared with memory where the copy is out of sight', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(120, startup);
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(60_000);
    dependencies.records = many(59, startup);
    dependencies.onCopyRead = async () => ({ state: 'unreachable', reason: 'TimeoutError' });

    const answer = await ask();

    expect(bodyOf(answer)).toHaveLength(120);
  });

  it('is compared with memory where there is no copy', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(120, startup);
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(60_000);
    dependencies.records = [];
    dependencies.copy = undefined;

    expect(bodyOf(await ask())).toHaveLength(120);
  });

  it('is published, and kept, when the operator accepts it', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(120, startup);
    const ask = directoryAnswers(directories.startups, dependencies);
    const other = directoryAnswers(directories.startups, dependencies);
    await ask(plainGet);
    await other(plainGet);
    dependencies.clock.jump(60_000);
    dependencies.records = many(10, startup);

    const refused = await ask(plainGet, { acceptDrop: false });
    const accepted = await ask(plainGet, { acceptDrop: true });

    expect(refused.attempt?.failure?.name).toBe('SnapshotRefused');
    expect(bodyOf(accepted)).toHaveLength(10);
    expect(dependencies.copy?.records).toBe(10);
    expect(bodyOf(await other(plainGet))).toHaveLength(10); // the other processes follow the copy
  });

  it('does not exist for jobs: an empty board is a true one', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(40, startup), dependencies.clock.now() - 60_000);

    const answer = await processIn(dependencies, jobs)();

    expect(answer.response.body).toBe('[]');
    expect(answer.response.headers['X-Data-Source']).toBe('database');
  });
});

describe('the last-good copy', () => {
  it('is not written over by an older snapshot', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const newer = makeSnapshot(many(4, startup), dependencies.clock.now() + 1000);
    dependencies.copy = newer;

    const answer = await processIn(dependencies)();

    expect(answer.attempt?.kept?.state).toBe('superseded');
    expect(dependencies.copy).toBe(newer);
  });

  it('with a time far in the future yields to any read', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.copy = makeSnapshot(dependencies.records, dependencies.clock.now() + 86_400_000);

    const answer = await processIn(dependencies)();

    expect(answer.attempt?.kept?.state).toBe('written');
  });

  it('with a time far in the future is served only where there is no other', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = processIn(dependencies);
    await ask();
    dependencies.clock.jump(60_000);
    dependencies.copy = makeSnapshot(many(4, startup), dependencies.clock.now() + 86_400_000);
    dependencies.onRead = outage;

    expect(bodyOf(await ask())).toHaveLength(3);
    expect(bodyOf(await processIn(dependencies)())).toHaveLength(4);
  });

  it('never shows a time in the future', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now() + 400);
    dependencies.onRead = outage;

    const answer = await processIn(dependencies)();

    expect(answer.response.headers['X-Cached-At']).toBe('2026-11-20T08:00:00.000Z');
  });

  it('that cannot be written fails no answer', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.onCopyWrite = async () => ({ state: 'failed', reason: 'AccessDenied' });

    const answer = await processIn(dependencies)();

    expect(answer.response.headers['X-Data-Source']).toBe('database');
    expect(answer.attempt?.kept?.state).toBe('failed');
  });

  it('that hangs while it is written holds the answer up for a second at most', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.onCopyWrite = writeThatHangs;

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.statusCode).toBe(200);
    expect(took).toBe(1000);
  });

  it('is not written again by a read of the same moment', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now());

    const answer = await processIn(dependencies)();

    expect(answer.attempt?.kept?.state).toBe('superseded');
    expect(dependencies.copyWrites).toBe(0);
  });

  it.each([0, 1000])(
    'that is %d ms older than the memory of the process yields to it',
    async (age) => {
      const dependencies = new FakeDependencies();
      dependencies.records = many(3, startup);
      const ask = processIn(dependencies);
      await ask();
      const { snapshot } = (await ask()).served ?? {};
      dependencies.copy = makeSnapshot(many(4, startup), dependencies.clock.now() - age);
      dependencies.clock.jump(60_000);
      dependencies.onRead = outage;

      expect((await ask()).served?.snapshot).toBe(snapshot);
    },
  );

  it('gets its second where there was none, however long the database took', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.onRead = async () => {
      await pause(dependencies.clock, 7900, new AbortController().signal);
    };
    dependencies.onCopyWrite = writeThatHangs;

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.headers['X-Data-Source']).toBe('database');
    expect(took).toBe(8900);
  });

  it('gets no more of the 4 s than the database leaves', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now() - 60_000);
    dependencies.records = many(3, startup);
    dependencies.onRead = async () => {
      await pause(dependencies.clock, 2900, new AbortController().signal);
    };
    dependencies.onCopyWrite = writeThatHangs;

    const [answer, took] = await timed(dependencies, processIn(dependencies));

    expect(answer.response.headers['X-Data-Source']).toBe('database');
    expect(took).toBe(3800);
  });
});

/** As `last-good.ts` behaves when S3 hangs: it gives up when it is told to. */
async function writeThatHangs(signal: AbortSignal): Promise<CopyWrite> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve({ state: 'failed', reason: 'DeadlineExceeded' });
    });
  });
}

describe('a bug while the records are checked', () => {
  it('is a defect too, and is answered from the copy', async () => {
    const dependencies = new FakeDependencies();
    const copy = makeSnapshot(many(3, startup), dependencies.clock.now() - 60_000);
    dependencies.copy = copy;
    dependencies.records = many(3, startup);
    jest.spyOn(Buffer, 'from').mockImplementationOnce(() => {
      throw new RangeError('Invalid string length');
    });

    const answer = await processIn(dependencies)();

    expect(answer.response.body).toBe(copy.body.toString());
    expect(answer.attempt?.failure).toMatchObject({ kind: 'defect', name: 'RangeError' });
  });
});

describe('a refresh', () => {
  const refresh = { acceptDrop: false };

  it('asks the database though the process remembers an answer', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const ask = directoryAnswers(directories.startups, dependencies);
    await ask(plainGet);
    dependencies.clock.jump(1000);

    const answer = await ask(plainGet, refresh);

    expect(dependencies.reads).toBe(2);
    expect(answer.served?.snapshot.cachedAt).toBe(dependencies.clock.now());
  });

  it.each([
    ['the database is away', outage],
    ['the list is refused', async () => {}],
  ])('that must write puts the copy back as it is when %s', async (_, onRead) => {
    const dependencies = new FakeDependencies();
    const copy = makeSnapshot(many(120, startup), dependencies.clock.now() - 3_600_000);
    dependencies.copy = copy;
    dependencies.onRead = onRead;
    const ask = directoryAnswers(directories.startups, dependencies);
    await ask(plainGet, refresh);
    const writesBefore = dependencies.copyWrites;

    const answer = await ask(plainGet, { ...refresh, proveWrite: true });

    expect(answer.attempt).toMatchObject({ failure: {}, kept: { state: 'written' } });
    expect([writesBefore, dependencies.copyWrites]).toEqual([0, 1]);
    expect(dependencies.copy).toBe(copy);
  });

  it('waits for a database that wakes up though there is a copy', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.copy = makeSnapshot([], dependencies.clock.now());
    const ask = directoryAnswers(directories.startups, dependencies);
    const awakeAt = dependencies.clock.now() + 30_000;
    dependencies.onRead = async () => (dependencies.clock.now() < awakeAt ? resuming() : undefined);

    const refreshing = ask(plainGet, refresh);
    await dependencies.clock.pass(31_000);

    expect((await refreshing).served?.source).toBe('database');
    expect(dependencies.copy.records).toBe(3);
  });

  it('leaves the copy its second after that', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.copy = makeSnapshot([], dependencies.clock.now());
    const awakeAt = dependencies.clock.now() + 44_000;
    dependencies.onRead = async () => (dependencies.clock.now() < awakeAt ? resuming() : undefined);
    dependencies.onCopyWrite = writeThatHangs;
    const startedAt = dependencies.clock.now();
    let took = 0;

    const refreshing = directoryAnswers(directories.startups, dependencies)(
      plainGet,
      refresh,
    ).finally(() => {
      took = dependencies.clock.now() - startedAt;
    });
    await dependencies.clock.pass(60_000);

    expect((await refreshing).attempt?.kept?.state).toBe('failed');
    expect(took).toBe(45_000);
  });

  it('ends before Lambda would end it', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = never;
    const ask = directoryAnswers(directories.startups, dependencies);
    const startedAt = dependencies.clock.now();
    let took = 0;

    const refreshing = ask(plainGet, refresh).finally(() => {
      took = dependencies.clock.now() - startedAt;
    });
    await dependencies.clock.pass(60_000);

    expect((await refreshing).response.statusCode).toBe(503);
    expect(took).toBeLessThan(FUNCTION_TIMEOUT_SECONDS * 1000);
  });
});
