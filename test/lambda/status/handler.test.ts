import { is } from 'valibot';

import { type Copy, type LastGood, makeSnapshot } from '../../../lambda/aws/last-good.ts';
import { allDirectories, type Directory } from '../../../contract/directories.ts';
import { Status } from '../../../contract/status.ts';
import { createStatusHandler } from '../../../lambda/status/handler.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const MINUTE_MS = 60_000;
const startup = (openJobs: number) => ({ id: '1', open_jobs_count: openJobs });

function found(records: readonly object[], minutesAgo = 5): Copy {
  const snapshot = makeSnapshot(records, NOW - minutesAgo * MINUTE_MS);
  return { state: 'found', snapshot, etag: '"1"' };
}

type Copies = Partial<Record<Directory['name'], Copy>>;

const healthy = { startups: found([startup(0)]), founders: found([{}, {}]), jobs: found([]) };

const closeConnections = jest.fn();

function handlerOver(copies: Copies, refreshMs?: number) {
  const all = { ...healthy, ...copies };
  const lastGood: LastGood = {
    read: async ({ name }) => all[name],
    write: async () => Promise.reject(new Error('nothing is written')),
    closeConnections,
  };
  return createStatusHandler(new VirtualClock(NOW), lastGood, { release: '1.2.3', refreshMs });
}

async function statusOf(copies: Copies, refreshMs?: number): Promise<Status> {
  const { body } = await handlerOver(copies, refreshMs)(null);
  const status: unknown = JSON.parse(body);
  expect(is(Status, status)).toBe(true);
  return status as Status;
}

test('each list has its number of records, its bytes, its time and its source', async () => {
  const { checkedAt, release, directories } = await statusOf({});

  expect(release).toBe('1.2.3');
  expect(checkedAt).toBe('2026-11-20T08:00:00.000Z');
  expect(Object.keys(directories)).toEqual(allDirectories.map(({ name }) => name));
  expect(directories.founders).toEqual({
    path: '/v1/founders',
    records: 2,
    bytes: '[{},{}]'.length,
    cachedAt: '2026-11-20T07:55:00.000Z',
    source: 'database',
    emptyByDesign: false,
    problem: null,
  });
});

test('a list that was read and had no record is empty by design', async () => {
  const { directories } = await statusOf({});

  expect(directories.jobs).toMatchObject({ records: 0, emptyByDesign: true, problem: null });
});

test.each([
  ['absent', { state: 'absent' }, 'There is no copy of the list'],
  ['unusable', { state: 'unusable', reason: 'another format', etag: '"1"' }, 'is not what the'],
  ['unreachable', { state: 'unreachable', reason: 'TimeoutError' }, 'does not answer'],
] as const)(
  'a list whose copy is %s is not empty by design, and says why',
  async (_, copy, why) => {
    const { directories } = await statusOf({ jobs: copy });

    expect(directories.jobs).toEqual({
      path: '/v1/jobs',
      records: null,
      bytes: null,
      cachedAt: null,
      source: null,
      emptyByDesign: false,
      problem: expect.stringContaining(why) as string,
    });
    expect(directories.startups.problem).toBeNull();
  },
);

test('a copy of the last hour is of the database, an older one is last-good and says so', async () => {
  const { directories } = await statusOf({
    startups: found([startup(0)], 59),
    founders: found([], 60),
  });

  expect(directories.startups).toMatchObject({ source: 'database', problem: null });
  expect(directories.founders).toMatchObject({
    source: 'last-good',
    emptyByDesign: true,
    problem: expect.stringContaining('more than an hour ago') as string,
  });
});

test.each([
  ['one refresh of two has failed', 31, 15, /^nothing$/u],
  ['two refreshes have failed', 32, 15, /32 minutes ago, though it is refreshed every 15 minutes/u],
  ['nothing refreshes', 32, undefined, /^nothing$/u],
  ['the hour is over', 60, 15, /more than an hour ago/u],
])('when %s, a copy of %d minutes says what it must', async (_, age, every, problem) => {
  const refreshMs = every === undefined ? undefined : every * MINUTE_MS;
  const { directories } = await statusOf({ founders: found([], age) }, refreshMs);

  expect(directories.founders.problem ?? 'nothing').toMatch(problem);
  expect(directories.founders.source).toBe(age < 60 ? 'database' : 'last-good');
});

test('jobs that startups count and that are not listed are not empty by design', async () => {
  const { directories } = await statusOf({ startups: found([startup(0), startup(12)]) });

  expect(directories.jobs).toMatchObject({
    records: 0,
    emptyByDesign: false,
    problem: expect.stringContaining('startups count open jobs') as string,
  });
});

test('a description that quotes the field counts no jobs', async () => {
  const quoting = { ...startup(0), description: '"open_jobs_count":5' };
  const { directories } = await statusOf({ startups: found([quoting]) });

  expect(directories.jobs.emptyByDesign).toBe(true);
});

test('a copy from a clock that is ahead was read now', async () => {
  const { directories } = await statusOf({ founders: found([], -10) });

  expect(directories.founders.cachedAt).toBe('2026-11-20T08:00:00.000Z');
});

test('the answer may be read by any origin and is kept for a minute', async () => {
  const { statusCode, headers } = await handlerOver({})(null);

  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'Cache-Control': 'public, max-age=60',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
  });
});

test('HEAD has the headers alone, and another method is refused', async () => {
  const asking = async (method: string) =>
    handlerOver({})({ requestContext: { http: { method } as never } });

  expect(await asking('HEAD')).toMatchObject({ statusCode: 200, body: '' });
  expect(await asking('POST')).toMatchObject({ statusCode: 405 });
});

test('no connection outlives the answer', async () => {
  closeConnections.mockClear();

  await handlerOver({})(null);

  expect(closeConnections).toHaveBeenCalledTimes(1);
});
