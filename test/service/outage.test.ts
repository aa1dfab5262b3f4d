import { performance } from 'node:perf_hooks';

import { exceptions } from '../../local/data-api/exceptions.ts';
import type { Answer } from '../support/http/ask.ts';
import { expectStale } from './expectations.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

const atOnce = [
  'down',
  'resuming',
  'denied',
  'reset',
  'garbage',
  'throttled',
  'timeout',
  'unavailable',
];
const LIMIT_MS = 4000;

let service: TestService;
let fresh: readonly Answer[];
beforeAll(async () => {
  service = await TestService.start();
  fresh = await service.getAllKept();
}, START_LIMIT_MS);
afterEach(async () => service.dataApi.faults.set('up'));
afterAll(async () => service.close());

test.each(atOnce)(
  'while the database is %s, the last-good copies are served, and fresh lists right after',
  async (fault) => {
    await service.dataApi.faults.set(fault);
    const stale = await service.getAll();

    await service.dataApi.faults.set('up');
    const after = await service.getAll();

    stale.forEach((answer, index) => {
      expectStale(answer, fresh[index] as Answer);
    });
    expect(after.map(({ headers }) => headers['x-data-source'])).toEqual(Array(3).fill('database'));
    expect(after.map(({ headers }) => headers['etag'])).toEqual(
      fresh.map(({ headers }) => headers['etag']),
    );
    fresh = after;
  },
);

test.each(Object.keys(exceptions))(
  'while the Data API throws %s, the last-good copy is served, and a fresh list right after',
  async (fault) => {
    await service.dataApi.faults.set(fault);
    const stale = await service.get('jobs');
    await service.dataApi.faults.set('up');
    const after = await service.get('jobs');

    expectStale(stale, fresh[2] as Answer);
    expect([after.status, after.headers['x-data-source']]).toEqual([200, 'database']);
    fresh = fresh.with(2, after);
  },
);

test.each([['hang'], ['slow']])(
  'while the database is %s, no answer takes longer than 4 s',
  async (fault) => {
    await service.dataApi.faults.set(fault, { delaySeconds: 60 });
    const startedAt = performance.now();
    const stale = await service.getAll();
    const milliseconds = performance.now() - startedAt;

    stale.forEach((answer, index) => {
      expectStale(answer, fresh[index] as Answer);
    });
    expect(milliseconds).toBeLessThan(LIMIT_MS);
  },
  2 * LIMIT_MS,
);

test('a stale list is conditional and has no body on HEAD, as a fresh one', async () => {
  await service.dataApi.faults.set('down');
  const [startups] = fresh;

  const known = await service.get('startups', { 'If-None-Match': startups?.headers['etag'] ?? '' });
  const head = await service.ask('/v1/startups', { method: 'HEAD' });

  expect([known.status, known.headers['x-data-source']]).toEqual([304, 'last-good']);
  expect([head.status, head.headers['x-data-source'], head.body.length]).toEqual([
    200,
    'last-good',
    0,
  ]);
});

test('an outage and a defect are told apart in the log', async () => {
  await service.dataApi.faults.set('resuming');
  await service.get('jobs');
  const outage = service.logs.last;

  await service.dataApi.faults.set('denied');
  await service.get('jobs');
  const defect = service.logs.last;

  expect(outage).toMatchObject({
    level: 'WARN',
    failure: { kind: 'outage', reason: 'DatabaseResumingException' },
  });
  expect(defect).toMatchObject({ level: 'ERROR', failure: { kind: 'defect' } });
});
