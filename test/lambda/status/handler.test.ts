import { type DirectoryName } from '../../../contract/directories.ts';
import type { Status } from '../../../lambda/status/status-handler.ts';
import { type Copies, type Copy, makeList } from '../../../lambda/aws/copies.ts';
import { createStatusHandler } from '../../../lambda/status/status-handler.ts';
import { againstSchema, published } from '../../support/published.ts';
import { VirtualClock } from '../../support/clocks.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const MINUTE_MS = 60_000;
const startup = (openJobs: number) => ({ id: '1', open_jobs_count: openJobs });

function found(records: readonly object[], minutesAgo = 5): Copy {
  const list = makeList(records, NOW - minutesAgo * MINUTE_MS);
  return { state: 'found', list, etag: '"1"' };
}

type Stored = Partial<Record<DirectoryName, Copy>>;

const healthy = { startups: found([startup(0)]), founders: found([{}, {}]), jobs: found([]) };

async function statusOf(stored: Stored): Promise<Status> {
  const all = { ...healthy, ...stored };
  const copies: Copies = {
    read: async ({ name }) => all[name],
    write: async () => Promise.reject(new Error('the status must not write a copy')),
    closeConnections: () => {},
  };
  const { body } = await createStatusHandler(new VirtualClock(NOW), copies, '1.2.3')(null);
  const status: unknown = JSON.parse(body);
  expect(againstSchema(published.components.schemas['Status'] ?? {}, status, 'status')).toEqual([]);
  return status as Status;
}

const nothing = { records: null, bytes: null, cachedAt: null, emptyByDesign: false };
const says = (problem: string): unknown => expect.stringContaining(problem);
const openJobs = startup(12);
const quoting = { ...startup(0), description: '"open_jobs_count":5' };
const unusable = { state: 'unusable', reason: 'another format', etag: '"1"' } as const;
const unreachable = { state: 'unreachable', reason: 'TimeoutError' } as const;

test.each<[string, Stored, object]>([
  ['is missing', { jobs: { state: 'absent' } }, { ...nothing, problem: says('There is no copy') }],
  ['is unusable', { jobs: unusable }, { ...nothing, problem: says('The copy is damaged') }],
  ['is unreachable', { jobs: unreachable }, { ...nothing, problem: says('does not respond') }],
  [
    'is five minutes old',
    { jobs: found([{}, {}]) },
    { records: 2, bytes: 7, cachedAt: '2026-11-20T07:55:00.000Z', emptyByDesign: false },
  ],
  ['is 59 minutes old', { jobs: found([{}], 59) }, { emptyByDesign: false, problem: null }],
  ['is 60 minutes old', { jobs: found([{}], 60) }, { problem: says('at least an hour ago') }],
  ['is empty', {}, { records: 0, emptyByDesign: true, problem: null }],
  [
    'is empty although startups have open jobs',
    { startups: found([startup(0), openJobs]) },
    { records: 0, emptyByDesign: false, problem: says('startups have open jobs') },
  ],
  [
    'is empty while the description of a startup contains "open_jobs_count"',
    { startups: found([startup(0), quoting]) },
    { records: 0, emptyByDesign: true, problem: null },
  ],
])('the status reports a copy of the jobs that %s', async (_, stored, expected) => {
  const { checkedAt, release, directories } = await statusOf(stored);

  expect([checkedAt, release]).toEqual(['2026-11-20T08:00:00.000Z', '1.2.3']);
  expect(directories.jobs).toMatchObject({ path: '/v1/jobs', ...expected });
  expect(directories.startups.problem).toBeNull();
});
