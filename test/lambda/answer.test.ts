/** Tests single answers and short sequences of answers. `test/model` tests races and faults over time. */

import crypto from 'node:crypto';
import zlib from 'node:zlib';

import { directories } from '../../contract/directories.ts';
import { makeList } from '../../lambda/aws/copies.ts';
import { createAnswers } from '../../lambda/directory/answer.ts';
import { FakeDependencies, plainGet } from './fake-dependencies.ts';
import { fakeBrotli } from './fake-brotli.ts';
import { many, startup, uuidOf } from '../support/records.ts';

const EIGHT = Date.parse('2026-11-20T08:00:00.000Z');
const MINUTE_MS = 60_000;

const get = { ...plainGet, acceptEncoding: 'br' };
const refresh = { acceptDrop: false };

let dependencies: FakeDependencies;

beforeEach(() => {
  dependencies = new FakeDependencies();
  dependencies.records = many(3, startup);
});

function newProcess() {
  return createAnswers(directories.startups, dependencies);
}

it('an answer leaves no timer and no open connection behind', async () => {
  await newProcess()(plainGet);

  expect(dependencies.clock.pending).toBe(0);
  expect(dependencies.calls.slice(-2)).toEqual(['close the database', 'close the store']);
});

it('the last-good copy is served if a bug interrupts the check of the rows', async () => {
  const list = makeList(many(3, startup), EIGHT);
  dependencies.copy = { state: 'found', list, etag: '"1"' };
  jest.spyOn(JSON, 'parse').mockImplementationOnce(() => {
    throw new RangeError('hunter2');
  });

  expect(await newProcess()(plainGet)).toMatchObject({
    source: 'last-good',
    failures: [{ kind: 'defect', name: 'RangeError', reason: 'unforeseen' }],
  });
});

it('if the database returns the same rows again, the checked list and the report on bad values are reused, with the new time', async () => {
  dependencies.records = many(25, (number) => {
    if (number === 1) return startup(number, { slug: '' });
    return startup(number, number === 2 ? { logo_url: 'data:,' } : {});
  });
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
  expect(again).toMatchObject({ leftOut: [{ id: uuidOf(1) }], setToNull: [{ id: uuidOf(2) }] });
  expect(dependencies.written.map(({ cachedAt }) => cachedAt)).toEqual([EIGHT, EIGHT + MINUTE_MS]);
});

it('a new list is compressed once for visitors, and once more, with a higher quality, by the next refresh', async () => {
  const qualities = fakeBrotli();
  const answer = newProcess();
  await answer(get);
  dependencies.clock.jump(MINUTE_MS);
  dependencies.onRead = async () =>
    Promise.reject(Object.assign(new Error('hunter2'), { name: 'DatabaseUnavailableException' }));
  const stale = await answer(get);
  await answer(get, refresh);
  await answer(get, refresh);
  dependencies.onRead = async () => {};
  await answer(get, refresh);

  expect(stale.source).toBe('last-good');
  expect(qualities).toEqual([8, 11]);

  dependencies.records = many(4, startup);
  dependencies.clock.jump(MINUTE_MS);
  await answer(get);

  expect(qualities).toEqual([8, 11, 8]);
});
