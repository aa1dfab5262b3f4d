/** What one answer does and says of itself. Sequences, races and faults over time are in `test/model`. */

import crypto from 'node:crypto';
import zlib from 'node:zlib';

import { type Directory, directories } from '../../contract/directories.ts';
import { type Copy, makeList } from '../../lambda/aws/copies.ts';
import { directoryAnswers } from '../../lambda/directory/answer.ts';
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
});

describe('a list that must not be published', () => {
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
    expect(qualities).toEqual([8, 11]);
  });

  it('is made anew for another list', async () => {
    const qualities = fakeBrotli();
    const answer = newProcess();
    await answer(get);
    dependencies.records = many(4, startup);
    dependencies.clock.jump(MINUTE_MS);
    await answer(get);

    expect(qualities).toEqual([8, 8]);
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
});
