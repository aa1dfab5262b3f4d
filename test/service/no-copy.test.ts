import { performance } from 'node:perf_hooks';

import { exceptions } from '../../local/data-api/exceptions.ts';
import { expectUnavailable } from './expectations.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

/** A resuming database is waited for while there is nothing else to serve. */
const waitedFor = new Set(['resuming', 'DatabaseResumingException']);
const atOnce = ['down', 'denied', 'reset', 'garbage', 'throttled', 'timeout', 'unavailable'];
const LIMIT_MS = 10_000;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
}, START_LIMIT_MS);
beforeEach(async () => {
  service.endEnvironments();
  await service.heal();
});
afterAll(async () => service.close());

test('from the start, a database that is down and no copy give 503 for every list', async () => {
  await service.dataApi.faults.set('down');

  const answers = await service.getAll();

  expect(answers).toHaveLength(3);
  answers.forEach(expectUnavailable);
});

test('without a copy, every fault gives 503', async () => {
  const faults = [...atOnce, ...Object.keys(exceptions)].filter((name) => !waitedFor.has(name));

  for (const fault of faults) {
    await service.dataApi.faults.set(fault);
    expectUnavailable(await service.get('jobs'));
  }
}, 20_000);

// One wait for the three: each list is asked while its own fault is on.
test('without a copy, a database that is late, never answers or resumes for longer than 8 s gives 503 within 10 s', async () => {
  const startedAt = performance.now();
  await service.dataApi.faults.set('slow', { delaySeconds: 60 });
  const late = service.get('startups');
  await service.callsArrive(1);
  await service.dataApi.faults.set('hang');
  const unanswered = service.get('founders');
  await service.callsArrive(2);
  await service.dataApi.faults.set('resuming');

  const answers = await Promise.all([late, unanswered, service.get('jobs')]);

  answers.forEach(expectUnavailable);
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
  expect(service.dataApi.calls.total).toBeGreaterThan(5); // the one that resumes was asked again
}, 20_000);

test('without a copy, a database that wakes up in time gives a fresh list', async () => {
  await service.dataApi.faults.set('resuming', { calls: 3 });

  const answer = await service.get('startups');

  expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'database']);
  expect(service.dataApi.calls.total).toBe(4);
}, 20_000);

test('a 503 is not remembered: the next answer is fresh', async () => {
  await service.dataApi.faults.set('down');
  expectUnavailable(await service.get('jobs'));
  await service.dataApi.faults.set('up');

  const { status, headers } = await service.get('jobs');

  expect([status, headers['x-data-source']]).toEqual([200, 'database']);
});
