import { allDirectories, type DirectoryName } from '../../../contract/directories.ts';
import type { Status } from '../../../contract/status-document.ts';
import { type Copies, type Copy, makeList } from '../../../lambda/aws/copies.ts';
import { createStatusHandler } from '../../../lambda/status/status-handler.ts';
import { againstSchema, published } from '../../support/published.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const MINUTE_MS = 60_000;
const startup = (openJobs: number) => ({ id: '1', open_jobs_count: openJobs });

function found(records: readonly object[], minutesAgo = 5): Copy {
  const list = makeList(records, NOW - minutesAgo * MINUTE_MS);
  return { state: 'found', list, etag: '"1"' };
}

type Stored = Partial<Record<DirectoryName, Copy>>;

const healthy = { startups: found([startup(0)]), founders: found([{}, {}]), jobs: found([]) };

const closeConnections = jest.fn();

function handlerOver(stored: Stored) {
  const all = { ...healthy, ...stored };
  const copies: Copies = {
    read: async ({ name }) => all[name],
    write: async () => Promise.reject(new Error('nothing is written')),
    closeConnections,
  };
  return createStatusHandler(new VirtualClock(NOW), copies, '1.2.3');
}

async function statusOf(stored: Stored): Promise<Status> {
  const { body } = await handlerOver(stored)(null);
  const status: unknown = JSON.parse(body);
  expect(againstSchema(published.components.schemas['Status'] ?? {}, status, 'status')).toEqual([]);
  return status as Status;
}

test('each list has its number of records, its bytes, and its time', async () => {
  const { checkedAt, release, directories } = await statusOf({});

  expect(release).toBe('1.2.3');
  expect(checkedAt).toBe('2026-11-20T08:00:00.000Z');
  expect(Object.keys(directories)).toEqual(allDirectories.map(({ name }) => name));
  expect(directories.founders).toEqual({
    path: '/v1/founders',
    records: 2,
    bytes: '[{},{}]'.length,
    cachedAt: '2026-11-20T07:55:00.000Z',
    emptyByDesign: false,
    problem: null,
  });
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
      emptyByDesign: false,
      problem: expect.stringContaining(why) as string,
    });
    expect(directories.startups.problem).toBeNull();
  },
);

test.each([
  [59, null],
  [60, expect.stringContaining('more than an hour ago') as string],
])('a copy of %d minutes has the problem %p', async (age, problem) => {
  const { directories } = await statusOf({ founders: found([], age) });

  expect(directories.founders).toMatchObject({ problem });
});

test.each<[string, object, boolean, unknown]>([
  ['nothing is published', startup(0), true, null],
  [
    'startups count open jobs',
    startup(12),
    false,
    expect.stringContaining('startups count open jobs'),
  ],
  [
    'a description quotes the count',
    { ...startup(0), description: '"open_jobs_count":5' },
    true,
    null,
  ],
])(
  'where %s, an empty list of jobs is empty by design: %p',
  async (_, other, emptyByDesign, problem) => {
    const { directories } = await statusOf({ startups: found([startup(0), other]) });

    expect(directories.jobs).toMatchObject({ records: 0, emptyByDesign, problem });
  },
);
