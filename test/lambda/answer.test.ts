/** What one answer does and says of itself. Sequences, races and faults over time are in `test/model`. */

import crypto from 'node:crypto';
import zlib from 'node:zlib';

import { type Directory, directories } from '../../contract/directories.ts';
import type { RefreshEvent } from '../../contract/refresh-event.ts';
import { unavailable } from '../../contract/routing.ts';
import { type Copy, makeList } from '../../lambda/aws/copies.ts';
import { type Answer, directoryAnswers } from '../../lambda/directory/answer.ts';
import { DatabaseDefect } from '../../lambda/directory/failure.ts';
import { fixedResponse } from '../../lambda/directory/response.ts';
import { FakeDependencies, plainGet } from '../support/aws/fake-dependencies.ts';
import { fakeBrotli } from '../support/fake-brotli.ts';
import { many, startup, uuidOf } from '../support/records/records.ts';

const EIGHT = Date.parse('2026-11-20T08:00:00.000Z');
const MINUTE_MS = 60_000;

const get = { ...plainGet, acceptEncoding: 'br' };
const refresh = { acceptDrop: false };

let dependencies: FakeDependencies;

beforeEach(() => {
  dependencies = new FakeDependencies();
  dependencies.records = many(3, startup);
});

function newProcess(directory: Directory = directories.startups) {
  return directoryAnswers(directory, dependencies);
}

/** A copy of so many startups. */
function copyOf(count: number, cachedAt = EIGHT - MINUTE_MS): Copy {
  return { state: 'found', list: makeList(many(count, startup), cachedAt), etag: '"1"' };
}

function failing(name: string): () => Promise<never> {
  return async () => Promise.reject(Object.assign(new Error('hunter2'), { name }));
}

async function hanging(): Promise<never> {
  return new Promise(() => {});
}

/** Asks, and lets time pass until there is an answer. */
async function timed(ask: ReturnType<typeof newProcess>, event?: RefreshEvent['refresh']) {
  let tookMs = 0;
  const answering = ask(plainGet, event).finally(() => {
    tookMs = dependencies.clock.now() - EIGHT;
  });
  await dependencies.clock.pass(2 * MINUTE_MS);
  return { answer: await answering, tookMs };
}

function recordsIn({ response }: Answer): number {
  return (JSON.parse(response.body) as readonly unknown[]).length;
}

describe('a list that was read', () => {
  it('is the answer and the copy, as of the time before the read', async () => {
    const bad = { ...startup(3), slug: '' };
    dependencies.records = [startup(1), { ...startup(2), logo_url: 'data:,' }, bad];
    dependencies.onRead = async () => {
      dependencies.clock.jump(2000);
    };

    const { response, ...rest } = await newProcess()(plainGet);

    const list = makeList([startup(1), startup(2, { logo_url: null })], EIGHT);
    expect(rest).toEqual({
      source: 'database',
      fromMemory: false,
      list,
      failures: [],
      leftOut: [{ id: uuidOf(3), field: 'slug' }],
      setToNull: [{ id: uuidOf(2), field: 'logo_url' }],
      readMs: 2000,
      kept: { state: 'written' },
      copy: list,
    });
    expect(response).toMatchObject({ statusCode: 200, body: list.body.toString() });
    expect(response.headers['Cache-Control']).toContain('max-age=3598,');
    expect(dependencies.written).toEqual([list]);
  });

  it('leaves no timer and no connection behind', async () => {
    await newProcess()(plainGet);

    expect(dependencies.clock.pending).toBe(0);
    expect(dependencies.calls).toEqual([
      'read',
      'copy within 1000',
      'write within 1000',
      'close the database',
      'close the store',
    ]);
  });

  it('is repeated from memory for its minute, without asking anybody', async () => {
    const answer = newProcess();
    const first = await answer(plainGet);
    const asked = dependencies.calls.length;
    dependencies.clock.jump(MINUTE_MS - 1);

    const again = await answer(plainGet);

    expect(again).toMatchObject({ fromMemory: true, source: 'database', list: first.list });
    expect(again.failures).toEqual([]);
    expect([again.readMs, again.kept, again.copy]).toEqual([undefined, undefined, undefined]);
    expect(dependencies.calls).toHaveLength(asked);
  });

  it.each([MINUTE_MS, -1])('is read again when its minute is over: after %i ms', async (passed) => {
    const answer = newProcess();
    await answer(plainGet);
    dependencies.clock.jump(passed);

    expect(await answer(plainGet)).toMatchObject({ fromMemory: false, source: 'database' });
  });
});

describe.each<[string, () => Promise<void>, number, object]>([
  ['unavailable', failing('DatabaseUnavailableException'), 0, { kind: 'outage' }],
  ['resuming', failing('DatabaseResumingException'), 0, { kind: 'outage' }],
  ['hanging', hanging, 3000, { kind: 'outage', reason: 'no answer within 3000 ms' }],
  ['refusing', failing('AccessDeniedException'), 0, { kind: 'defect' }],
  [
    'answering nonsense',
    async () => Promise.reject(new DatabaseDefect('?')),
    0,
    { kind: 'defect' },
  ],
])('a database that is %s', (_, onRead, waitedMs, failure) => {
  beforeEach(() => {
    dependencies.onRead = onRead;
  });

  it(`is asked once, and answered from the copy after ${waitedMs} ms`, async () => {
    const copy = copyOf(4);
    dependencies.copy = copy;

    const { answer, tookMs } = await timed(newProcess());

    expect(answer).toMatchObject({ source: 'last-good', failures: [failure], kept: undefined });
    expect([recordsIn(answer), answer.copy, tookMs]).toEqual([4, answer.list, waitedMs]);
    expect(answer.response.headers).toMatchObject({
      'Cache-Control': 'public, max-age=60, stale-if-error=86400',
      'X-Cached-At': '2026-11-20T07:59:00.000Z',
    });
    expect(dependencies.calls.filter((call) => call === 'read')).toHaveLength(1);
    expect(dependencies.clock.pending).toBe(0);
  });

  it('is answered with 503 where there is no copy, also by a process that had a list', async () => {
    const answer = newProcess();
    dependencies.onRead = async () => {};
    await answer(plainGet);
    Object.assign(dependencies, { onRead, copy: { state: 'absent' } });
    dependencies.clock.jump(MINUTE_MS);

    const { answer: none } = await timed(answer);

    expect(none).toMatchObject({ source: 'none', failures: [failure] });
    expect(none.response).toEqual(fixedResponse(unavailable));
    expect(JSON.stringify(none)).not.toContain('hunter2');
  });
});

describe('a list that must not be published', () => {
  it('is answered from the copy, which stays; its findings are told', async () => {
    dependencies.copy = copyOf(120);
    dependencies.records = many(20, (number) => startup(number, number === 1 ? { name: '' } : {}));

    const answer = await newProcess()(plainGet);

    expect(answer).toMatchObject({
      source: 'last-good',
      failures: [{ name: 'ListRefused', reason: '19 records are left of 120', isDrop: true }],
      leftOut: [{ id: uuidOf(1), field: 'name' }],
      kept: undefined,
    });
    expect([recordsIn(answer), dependencies.written]).toEqual([120, []]);
  });

  it('is compared with the last that was published where the copy cannot be read', async () => {
    dependencies.records = many(120, startup);
    const answer = newProcess();
    await answer(plainGet);
    dependencies.records = [];
    dependencies.copy = { state: 'unreachable', reason: 'SlowDown' };
    dependencies.clock.jump(MINUTE_MS);

    const refused = await answer(plainGet);

    expect(refused.response.statusCode).toBe(503);
    expect(refused.failures.map(({ name }) => name)).toEqual(['ListRefused', 'CopyUnreachable']);
  });

  it('is one with a bug in its way, too', async () => {
    dependencies.copy = copyOf(3);
    jest.spyOn(JSON, 'parse').mockImplementationOnce(() => {
      throw new RangeError('hunter2');
    });

    expect(await newProcess()(plainGet)).toMatchObject({
      source: 'last-good',
      failures: [{ kind: 'defect', name: 'RangeError', reason: 'unforeseen' }],
    });
  });
});

describe('rows that are equal to the last that were published', () => {
  const bad = many(25, (number) => {
    if (number === 1) return startup(number, { slug: '' });
    return startup(number, number === 2 ? { logo_url: 'data:,' } : {});
  });

  beforeEach(() => {
    dependencies.records = bad;
  });

  it('are not worked on again: their findings are reported, and the copy has the new time', async () => {
    const answer = newProcess();
    const first = await answer(get);
    dependencies.clock.jump(MINUTE_MS);
    const work = [
      jest.spyOn(JSON, 'parse'),
      jest.spyOn(JSON, 'stringify'),
      jest.spyOn(crypto, 'createHash'),
      jest.spyOn(zlib, 'brotliCompress'),
    ];

    const again = await answer(get);

    expect(work.map(({ mock }) => mock.calls)).toEqual([[], [], [], []]);
    expect(again.response.body).toBe(first.response.body);
    expect(again).toMatchObject({
      fromMemory: false,
      source: 'database',
      kept: { state: 'written' },
    });
    expect(again).toMatchObject({ leftOut: [{ id: uuidOf(1) }], setToNull: [{ id: uuidOf(2) }] });
    expect(dependencies.written.map(({ cachedAt }) => cachedAt)).toEqual([
      EIGHT,
      EIGHT + MINUTE_MS,
    ]);
  });

  it('are refused where the copy has more than twice as many records by now', async () => {
    const answer = newProcess();
    await answer(plainGet);
    dependencies.copy = copyOf(120, EIGHT + 1000);
    dependencies.clock.jump(MINUTE_MS);

    expect(await answer(plainGet)).toMatchObject({
      source: 'last-good',
      failures: [{ name: 'ListRefused', reason: '24 records are left of 120' }],
      leftOut: [{ id: uuidOf(1) }],
      setToNull: [{ id: uuidOf(2) }],
    });
  });
});

describe('a compressed list', () => {
  it('is made once for an equal list, whether that is read, served stale or refreshed', async () => {
    const qualities = fakeBrotli();
    const answer = newProcess();
    await answer(get);
    dependencies.clock.jump(MINUTE_MS);
    dependencies.onRead = failing('DatabaseUnavailableException');
    const stale = await answer(get);
    await answer(get, refresh);
    await answer(get, refresh);
    await answer(get);
    dependencies.onRead = async () => {};
    await answer(get, refresh);

    expect(stale.source).toBe('last-good');
    expect(qualities).toEqual([9, 11]);
  });

  it('is made anew for another list', async () => {
    const qualities = fakeBrotli();
    const answer = newProcess();
    await answer(get);
    dependencies.records = many(4, startup);
    dependencies.clock.jump(MINUTE_MS);
    await answer(get);

    expect(qualities).toEqual([9, 9]);
  });
});

it.each([
  ['', 406],
  ['identity, gzip;q=0.1', 200],
  ['identity, *;q=0', 406],
])(
  'a list that is too long uncompressed is, for Accept-Encoding: %p, a %d',
  async (coding, status) => {
    fakeBrotli({ 5: 100 });
    dependencies.records = [startup(1, { description: 'x'.repeat(7_000_000) })];

    const answer = await newProcess()({ ...plainGet, acceptEncoding: coding });

    expect(answer).toMatchObject({ source: 'database', failures: [] });
    expect(answer.response).toMatchObject({
      statusCode: status,
      headers: { Vary: 'Accept-Encoding', 'Access-Control-Allow-Origin': '*' },
    });
  },
);

describe('a refresh', () => {
  beforeEach(() => fakeBrotli());

  it('asks although the process remembers an answer, and gives the store more time', async () => {
    const answer = newProcess();
    await answer(plainGet);
    dependencies.calls.length = 0;

    expect((await answer(get, refresh)).fromMemory).toBe(false);
    expect(dependencies.calls).toEqual(
      expect.arrayContaining(['read', 'copy within 5000', 'write within 5000']),
    );
  });

  it.each([
    [30_000, 'database', 30_000, EIGHT + 30_000],
    [60_000, 'last-good', 45_000, EIGHT - MINUTE_MS],
  ])(
    'waits for a database that resumes for %i ms: %s',
    async (resumesInMs, source, waitedMs, cachedAt) => {
      dependencies.copy = copyOf(3);
      const resuming = failing('DatabaseResumingException');
      dependencies.onRead = async () => {
        if (dependencies.clock.now() < EIGHT + resumesInMs) await resuming();
      };

      const { answer, tookMs } = await timed(newProcess(), refresh);

      expect(answer).toMatchObject({ source, list: { cachedAt } });
      expect(tookMs).toBe(waitedMs);
    },
  );
});
