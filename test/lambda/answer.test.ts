import { pause } from '../../lambda/aws/clock.ts';
import {
  type Copy,
  type CopyWrite,
  makeSnapshot,
  type Snapshot,
} from '../../lambda/aws/last-good.ts';
import { type Directory, directories } from '../../contract/directories.ts';
import { FUNCTION_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import type { RefreshEvent } from '../../contract/refresh.ts';
import { unavailable } from '../../contract/routing.ts';
import { type Answer, directoryAnswers } from '../../lambda/directory/answer.ts';
import { DatabaseDefect } from '../../lambda/directory/failure.ts';
import { asResponse } from '../../lambda/directory/render.ts';
import { FakeDependencies, never, plainGet } from '../support/aws/fake-dependencies.ts';
import { fakeBrotli } from '../support/fake-brotli.ts';
import { many, startup } from '../support/records/records.ts';

const MEMORY_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Refresh = RefreshEvent['refresh'];
type Ask = (refresh?: Refresh) => Promise<Answer>;

let dependencies: FakeDependencies;

beforeEach(() => {
  dependencies = new FakeDependencies();
  dependencies.records = many(3, startup);
});

/** A process that has answered nothing yet. */
function newProcess(directory: Directory = directories.startups): Ask {
  const answer = directoryAnswers(directory, dependencies);
  return async (refresh) => answer(plainGet, refresh);
}

/** A process that remembers the list, for longer than it repeats it. */
async function processWithMemory(): Promise<Ask> {
  const ask = newProcess();
  await ask();
  dependencies.clock.jump(MEMORY_MS);
  return ask;
}

/** Puts a copy of as many startups into the store. A negative age is in the future. */
function storeCopy(count: number, ageMs = 0): Snapshot {
  const copy = makeSnapshot(many(count, startup), dependencies.clock.now() - ageMs);
  dependencies.copy = copy;
  return copy;
}

/** From now on the store takes so long to read a copy. */
function delayCopy(milliseconds: number): void {
  const snapshot = makeSnapshot(many(3, startup), dependencies.clock.now() - 60_000);
  dependencies.onCopyRead = async (signal) => {
    const isThere = await pause(dependencies.clock, milliseconds, signal);
    return isThere
      ? { state: 'found', snapshot, etag: '"1"' }
      : { state: 'unreachable', reason: 'DeadlineExceeded' };
  };
}

/** From now on the database takes so long to answer. */
function delayRead(milliseconds: number): void {
  dependencies.onRead = async () => {
    await pause(dependencies.clock, milliseconds, new AbortController().signal);
  };
}

/** The database resumes, and answers when so much time has passed. */
function resumeAfter(milliseconds: number): void {
  const awakeAt = dependencies.clock.now() + milliseconds;
  dependencies.onRead = async () => (dependencies.clock.now() < awakeAt ? resuming() : undefined);
}

async function outage(name = 'DatabaseUnavailableException'): Promise<never> {
  return Promise.reject(Object.assign(new Error('?'), { name }));
}

async function resuming(): Promise<never> {
  return outage('DatabaseResumingException');
}

/** As `last-good.ts` behaves when S3 hangs: it gives up when it is told to. */
async function writeThatHangs(signal: AbortSignal): Promise<CopyWrite> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve({ state: 'failed', reason: 'DeadlineExceeded' });
    });
  });
}

/** Asks, and lets time pass until there is an answer. */
async function timed(ask: Ask, refresh?: Refresh) {
  const startedAt = dependencies.clock.elapsed();
  let tookMs = 0;
  const answering = ask(refresh).finally(() => {
    tookMs = dependencies.clock.elapsed() - startedAt;
  });
  await dependencies.clock.pass(2 * FUNCTION_TIMEOUT_SECONDS * 1000);
  const answer = await answering;
  return { answer, status: answer.response.statusCode, source: sourceOf(answer), tookMs };
}

function sourceOf({ response }: Answer): string | undefined {
  return response.headers['X-Data-Source'];
}

function bodyOf({ response }: Answer): unknown {
  return JSON.parse(response.body);
}

describe('a healthy database', () => {
  it('gives a fresh answer and keeps it as the last-good copy', async () => {
    const answer = await newProcess()();

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
    delayRead(2000);

    const { answer } = await timed(newProcess());

    expect(answer.response.headers).toMatchObject({
      'X-Cached-At': '2026-11-20T08:00:00.000Z',
      'Cache-Control': 'public, max-age=3598, stale-if-error=86400',
    });
    expect(answer.attempt?.readMs).toBe(2000);
  });

  it('is asked once within the memory time, and max-age counts down', async () => {
    const ask = newProcess();
    await ask();
    dependencies.clock.jump(MEMORY_MS - 1);

    const answer = await ask();

    expect(answer.fromMemory).toBe(true);
    expect(answer.response.headers['Cache-Control']).toContain('max-age=3541,');
    const { reads, copyReads, copyWrites } = dependencies;
    expect({ reads, copyReads, copyWrites }).toEqual({ reads: 1, copyReads: 1, copyWrites: 1 });
  });

  it('is asked again when the memory time is over, and when the clock was set back', async () => {
    const ask = await processWithMemory();

    await ask();
    dependencies.clock.jump(-1);
    await ask();

    expect(dependencies.reads).toBe(3);
  });

  it('is asked as often as the copy, when it is unavailable too', async () => {
    const ask = await processWithMemory();
    dependencies.onRead = outage;

    await ask();

    expect([dependencies.reads, dependencies.copyReads]).toEqual([2, 2]);
  });

  it('leaves nothing pending: no timer, and no connection of the two clients', async () => {
    await newProcess()();

    expect(dependencies.clock.pending).toBe(0);
    expect(dependencies.rests).toBe(2);
  });
});

describe.each([
  { database: 'is unavailable', onRead: outage, withCopyMs: 0, withoutCopyMs: 0 },
  { database: 'hangs', onRead: never, withCopyMs: 3000, withoutCopyMs: 8000 },
  { database: 'is resuming', onRead: resuming, withCopyMs: 0, withoutCopyMs: 8000 },
])('a database that $database', ({ onRead, withCopyMs, withoutCopyMs }) => {
  beforeEach(() => {
    dependencies.onRead = onRead;
  });

  it(`is answered from the copy after ${withCopyMs} ms`, async () => {
    storeCopy(3);

    expect(await timed(newProcess())).toMatchObject({ source: 'last-good', tookMs: withCopyMs });
    expect([dependencies.reads, dependencies.clock.pending]).toEqual([1, 0]);
  });

  it(`is answered with 503 after ${withoutCopyMs} ms where there is no copy`, async () => {
    expect(await timed(newProcess())).toMatchObject({ status: 503, tookMs: withoutCopyMs });
  });

  it('is answered from a copy that comes late, by a process that has nothing else', async () => {
    delayCopy(5000);

    expect(await timed(newProcess())).toMatchObject({ source: 'last-good', tookMs: 5000 });
    expect(dependencies.clock.pending).toBe(0);
  });
});

describe('a database that is unavailable', () => {
  beforeEach(() => {
    dependencies.onRead = outage;
  });

  it('is answered from the last-good copy, marked stale, with the copy’s own time', async () => {
    storeCopy(3, 2 * HOUR_MS);

    const answer = await newProcess()();

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
    storeCopy(3);
    const ask = newProcess();
    await ask();
    dependencies.clock.jump(20_000);

    const answer = await ask();

    expect(dependencies.reads).toBe(1);
    expect(answer.response.headers['Cache-Control']).toContain('max-age=40,');
    expect(sourceOf(answer)).toBe('last-good');
  });

  it('gives a fresh answer again once it is back and the memory time is over', async () => {
    storeCopy(3);
    const ask = await processWithMemory();
    dependencies.onRead = undefined;

    expect(sourceOf(await ask())).toBe('database');
  });
});

describe('a process that remembers a list', () => {
  it('serves it where the copy is out of reach too', async () => {
    const ask = await processWithMemory();
    dependencies.onRead = outage;
    dependencies.onCopyRead = async () => ({ state: 'unreachable', reason: 'TimeoutError' });

    const { response } = await ask();

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'X-Data-Source': 'last-good',
      'X-Cached-At': '2026-11-20T08:00:00.000Z',
    });
  });

  it('serves the copy where that is newer', async () => {
    const ask = await processWithMemory();
    storeCopy(4, MEMORY_MS - 1);
    dependencies.onRead = outage;

    expect(bodyOf(await ask())).toHaveLength(4);
  });

  it.each([0, 1000])('serves it rather than a copy that is %d ms older', async (ageMs) => {
    const ask = await processWithMemory();
    const remembered = dependencies.copy;
    storeCopy(4, MEMORY_MS + ageMs);
    dependencies.onRead = outage;

    expect((await ask()).served?.snapshot).toBe(remembered);
  });

  it('waits 3 s for a database that hangs, even if the store does too', async () => {
    const ask = await processWithMemory();
    dependencies.onRead = never;
    delayCopy(60_000);

    expect(await timed(ask)).toMatchObject({ status: 200, tookMs: 3000 });
  });

  it('waits a second for a copy that comes late', async () => {
    const ask = await processWithMemory();
    dependencies.onRead = outage;
    delayCopy(5000);

    expect(await timed(ask)).toMatchObject({ source: 'last-good', tookMs: 1000 });
  });
});

describe('without any copy', () => {
  it('every failure is answered with this 503', () => {
    expect(asResponse(unavailable)).toMatchObject({
      statusCode: 503,
      headers: {
        'Content-Type': 'application/problem+json',
        'Cache-Control': 'no-store',
        'Retry-After': '10',
        'Access-Control-Allow-Origin': '*',
      },
      isBase64Encoded: false,
    });
    expect(JSON.parse(unavailable.body)).toMatchObject({
      status: 503,
      title: 'Service Unavailable',
      detail: expect.stringContaining('not available at the moment; try again.') as unknown,
    });
  });

  it.each([
    ['an outage', outage],
    ['a bug', async () => Promise.reject(new TypeError('password=hunter2'))],
  ])('neither the answer nor what is logged tells the words of %s', async (_, onRead) => {
    dependencies.onRead = onRead;

    const answer = await newProcess()();

    expect(answer.response).toEqual(asResponse(unavailable));
    expect(answer.fromMemory).toBe(false);
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
});

describe('a copy that comes late', () => {
  it('is not waited for once the database has answered', async () => {
    delayCopy(5000);

    expect(await timed(newProcess())).toMatchObject({ source: 'database', tookMs: 1000 });
  });

  it('does not keep a database that resumes from being asked again', async () => {
    resumeAfter(3500);
    delayCopy(60_000);

    expect(await timed(newProcess())).toMatchObject({ source: 'database', tookMs: 3500 });
    expect(dependencies.reads).toBe(6);
  });
});

it('a database that resumes is asked again until it answers where there is no copy', async () => {
  resumeAfter(2500);

  const { answer, source, tookMs } = await timed(newProcess());

  expect({ source, tookMs }).toEqual({ source: 'database', tookMs: 2500 });
  expect(answer.response.headers['X-Cached-At']).toBe('2026-11-20T08:00:02.500Z');
  expect(dependencies.reads).toBe(6);
});

it.each([-HOUR_MS, HOUR_MS])(
  'a clock that is corrected during a read by %i ms changes no deadline',
  async (milliseconds) => {
    const snapshot = storeCopy(3, 2 * HOUR_MS);
    dependencies.onRead = never;
    dependencies.onCopyRead = async () => {
      dependencies.clock.correct(milliseconds);
      return { state: 'found', snapshot, etag: '"1"' };
    };

    expect(await timed(newProcess())).toMatchObject({ source: 'last-good', tookMs: 3000 });
  },
);

describe('a defect', () => {
  it.each([
    ['a refused statement', new DatabaseDefect('AccessDeniedException, HTTP 403')],
    ['a bug of our own', new TypeError('undefined is not a function')],
  ])('is counted as one and answered from the copy: %s', async (_, error) => {
    storeCopy(3);
    dependencies.onRead = async () => Promise.reject(error);

    const answer = await newProcess()();

    expect(answer.response.statusCode).toBe(200);
    expect(answer.attempt?.failure).toMatchObject({ kind: 'defect', name: error.name });
  });

  it('is a bug while the records are checked, too', async () => {
    const copy = storeCopy(3, 60_000);
    jest.spyOn(Buffer, 'from').mockImplementationOnce(() => {
      throw new RangeError('Invalid string length');
    });

    const answer = await newProcess()();

    expect(answer.response.body).toBe(copy.body.toString());
    expect(answer.attempt?.failure).toMatchObject({ kind: 'defect', name: 'RangeError' });
  });
});

describe('a snapshot that must not be published', () => {
  it('is answered from the copy, which stays: a list that is suddenly empty', async () => {
    storeCopy(120, 60_000);
    dependencies.records = [];

    const answer = await newProcess()();

    expect(bodyOf(answer)).toHaveLength(120);
    expect(sourceOf(answer)).toBe('last-good');
    expect(answer.attempt?.failure).toMatchObject({
      kind: 'defect',
      name: 'ListRefused',
      reason: '0 records are left of 120',
    });
    expect(answer.attempt?.checked).toEqual({ records: [], leftOut: [], setToNull: [] });
    expect(dependencies.copy?.records).toBe(120);
  });

  it.each<Copy>([{ state: 'unreachable', reason: 'TimeoutError' }, { state: 'absent' }])(
    'is compared with memory where the copy is $state',
    async (copy) => {
      dependencies.records = many(120, startup);
      const ask = await processWithMemory();
      dependencies.records = many(59, startup);
      dependencies.onCopyRead = async () => copy;

      expect(bodyOf(await ask())).toHaveLength(120);
    },
  );

  it('is published, and kept, when the operator accepts it', async () => {
    dependencies.records = many(120, startup);
    const other = newProcess();
    await other();
    const ask = await processWithMemory();
    dependencies.records = many(10, startup);

    const refused = await ask({ acceptDrop: false });
    const accepted = await ask({ acceptDrop: true });

    expect(refused.attempt?.failure?.name).toBe('ListRefused');
    expect(bodyOf(accepted)).toHaveLength(10);
    expect(dependencies.copy?.records).toBe(10);
    expect(bodyOf(await other())).toHaveLength(10); // the other processes follow the copy
  });

  it('does not exist for jobs: an empty board is a true one', async () => {
    storeCopy(40, 60_000);
    dependencies.records = [];

    const answer = await newProcess(directories.jobs)();

    expect(answer.response.body).toBe('[]');
    expect(sourceOf(answer)).toBe('database');
  });
});

describe('the last-good copy', () => {
  it.each([1000, 0])('is not written over by a list that is %d ms older', async (newerByMs) => {
    const copy = storeCopy(4, -newerByMs);

    const answer = await newProcess()();

    expect(answer.attempt?.kept?.state).toBe('superseded');
    expect(dependencies.copy).toBe(copy);
    expect(dependencies.copyWrites).toBe(0);
  });

  it('with a time far in the future yields to any read', async () => {
    storeCopy(3, -DAY_MS);

    expect((await newProcess()()).attempt?.kept?.state).toBe('written');
  });

  it('with a time far in the future is served only where there is no other', async () => {
    const ask = await processWithMemory();
    storeCopy(4, -DAY_MS);
    dependencies.onRead = outage;

    expect(bodyOf(await ask())).toHaveLength(3);
    expect(bodyOf(await newProcess()())).toHaveLength(4);
  });

  it('never shows a time in the future', async () => {
    storeCopy(3, -400);
    dependencies.onRead = outage;

    const { response } = await newProcess()();

    expect(response.headers['X-Cached-At']).toBe('2026-11-20T08:00:00.000Z');
  });

  it('that cannot be written fails no answer', async () => {
    dependencies.onCopyWrite = async () => ({ state: 'failed', reason: 'AccessDenied' });

    const answer = await newProcess()();

    expect(sourceOf(answer)).toBe('database');
    expect(answer.attempt?.kept?.state).toBe('failed');
  });

  it.each([
    ['a second, however long the database took', false, 7900, 8900],
    ['no more of the 4 s than the database leaves where there was one', true, 2900, 3800],
  ])('that hangs while it is written is given %s', async (_, isThere, readMs, tookMs) => {
    if (isThere) storeCopy(3, 60_000);
    delayRead(readMs);
    dependencies.onCopyWrite = writeThatHangs;

    expect(await timed(newProcess())).toMatchObject({ source: 'database', tookMs });
  });
});

describe('a compressed list', () => {
  const get = { ...plainGet, acceptEncoding: 'br' };

  it('stays as it is while the list is the same, however often it is read', async () => {
    const levels = fakeBrotli();
    const answer = directoryAnswers(directories.startups, dependencies);
    await answer(get);
    dependencies.clock.jump(dependencies.memoryMs);
    const { fromMemory, response } = await answer(get);
    expect([fromMemory, levels]).toEqual([false, [5]]);

    dependencies.records = many(4, startup);
    dependencies.clock.jump(dependencies.memoryMs);
    const changed = await answer(get);

    expect(levels).toEqual([5, 5]);
    expect(changed.response.body).not.toBe(response.body);
  });

  it('stays as it is when the same list comes from the copy', async () => {
    const levels = fakeBrotli();
    const answer = directoryAnswers(directories.startups, dependencies);
    await answer(get);
    dependencies.onRead = async () => Promise.reject(new DatabaseDefect('invented'));
    dependencies.clock.jump(dependencies.memoryMs);

    const { served } = await answer(get);

    expect([served?.source, levels]).toEqual(['last-good', [5]]);
  });
});

describe('a refresh', () => {
  const refresh = { acceptDrop: false };

  beforeEach(() => fakeBrotli());

  it('makes the smallest body, once its copy is kept', async () => {
    const levels = fakeBrotli();
    const ask = newProcess();
    dependencies.onCopyWrite = async () => {
      expect(levels).toEqual([]);
      return { state: 'written' };
    };

    await ask(refresh);

    expect(levels).toEqual([11]);
  });

  it('asks the database though the process remembers an answer', async () => {
    const ask = newProcess();
    await ask();
    dependencies.clock.jump(1000);

    const answer = await ask(refresh);

    expect(dependencies.reads).toBe(2);
    expect(answer.served?.snapshot.cachedAt).toBe(dependencies.clock.now());
  });

  it.each([
    ['the database is unavailable', outage],
    ['the list is refused', async () => {}],
  ])('that must write puts the copy back as it is when %s', async (_, onRead) => {
    const copy = storeCopy(120, HOUR_MS);
    dependencies.onRead = onRead;
    const ask = newProcess();
    await ask(refresh);
    const writesBefore = dependencies.copyWrites;

    const answer = await ask({ ...refresh, proveWrite: true });

    expect(answer.attempt).toMatchObject({ failure: {}, kept: { state: 'written' } });
    expect([writesBefore, dependencies.copyWrites]).toEqual([0, 1]);
    expect(dependencies.copy).toBe(copy);
  });

  it('waits for a database that resumes though there is a copy', async () => {
    storeCopy(0);
    resumeAfter(30_000);

    expect(await timed(newProcess(), refresh)).toMatchObject({
      source: 'database',
      tookMs: 30_000,
    });
    expect(dependencies.copy?.records).toBe(3);
  });

  it('leaves the copy its second after that', async () => {
    storeCopy(0);
    resumeAfter(44_000);
    dependencies.onCopyWrite = writeThatHangs;

    const { answer, tookMs } = await timed(newProcess(), refresh);

    expect(answer.attempt?.kept?.state).toBe('failed');
    expect(tookMs).toBe(45_000);
  });

  it('ends before Lambda would end it', async () => {
    dependencies.onRead = never;

    const { status, tookMs } = await timed(newProcess(), refresh);

    expect(status).toBe(503);
    expect(tookMs).toBeLessThan(FUNCTION_TIMEOUT_SECONDS * 1000);
  });
});
