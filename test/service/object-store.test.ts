import { performance } from 'node:perf_hooks';

import { objectStoreFaults } from '../../local/object-store/faults.ts';
import { leaksOf } from './expectations.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

const LIMIT_MS = 4000;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
}, START_LIMIT_MS);
beforeEach(async () => service.heal());
afterAll(async () => service.close());

test.each(Object.keys(objectStoreFaults))(
  'while the object store is %s, every list is fresh within 4 s',
  async (fault) => {
    await service.objectStore.faults.set(fault, { delaySeconds: 60 });
    const startedAt = performance.now();
    const answers = await service.getAll();
    const milliseconds = performance.now() - startedAt;

    for (const answer of answers) {
      expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'database']);
      expect(leaksOf(answer)).toEqual([]);
    }
    expect(milliseconds).toBeLessThan(LIMIT_MS);
  },
  2 * LIMIT_MS,
);

test('a copy that could not be written is in the log, and written by the next answer', async () => {
  await service.objectStore.faults.set('broken');
  await service.get('jobs');
  const failed = service.logs.last;
  await service.objectStore.faults.set('up');
  await service.get('jobs');

  expect(failed).toMatchObject({ level: 'WARN', kept: 'failed' });
  expect(service.logs.last).toMatchObject({ level: 'INFO', kept: 'written' });
});

test('the store is read and written once for each answer, and only read while the database is down', async () => {
  service.objectStore.calls.reset();
  await service.get('jobs');
  const healthy = [service.objectStore.calls.of('GET'), service.objectStore.calls.of('PUT')];
  await service.dataApi.faults.set('down');
  await service.get('jobs');

  expect(healthy).toEqual([1, 1]);
  expect([service.objectStore.calls.of('GET'), service.objectStore.calls.of('PUT')]).toEqual([
    2, 1,
  ]);
});
