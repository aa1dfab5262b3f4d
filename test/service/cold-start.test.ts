import { allDirectories } from '../../contract/directories.ts';
import type { Answer } from '../support/http/ask.ts';
import { expectStale, expectUnavailable } from './expectations.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

let service: TestService;
let fresh: readonly Answer[];
beforeAll(async () => {
  service = await TestService.start();
}, START_LIMIT_MS);
beforeEach(async () => {
  await service.heal();
  fresh = await service.getAllKept();
});
afterAll(async () => service.close());

const freshOf = (index: number) => fresh[index] as Answer;

test('a process that starts while the database is down serves the last-good copies', async () => {
  service.endEnvironments();
  await service.dataApi.faults.set('down');

  const stale = await service.getAll();

  stale.forEach((answer, index) => {
    expectStale(answer, freshOf(index));
  });
});

describe.each([
  ['deleted', async () => service.spoilCopy('jobs')],
  ['overwritten', async () => service.spoilCopy('jobs', '[]')],
  ['corrupted', async () => service.corruptCopy('jobs')],
])('when the copy was %s and the database is down', (_, spoil) => {
  beforeEach(async () => {
    await spoil();
    await service.dataApi.faults.set('down');
  });

  test('a warm process serves what it remembers', async () => {
    expectStale(await service.get('jobs'), freshOf(2));
  });

  test('a process that has just started gives 503', async () => {
    service.endEnvironments();

    expectUnavailable(await service.get('jobs'));
  });
});

test('a warm process serves what it remembers though the store is away as well', async () => {
  await service.objectStore.faults.set('down');
  await service.dataApi.faults.set('down');

  const stale = await service.getAll();

  stale.forEach((answer, index) => {
    expectStale(answer, freshOf(index));
  });
});

test('a fresh list takes the place of a corrupted copy', async () => {
  await service.corruptCopy('jobs');
  await service.get('jobs');
  service.endEnvironments();
  await service.dataApi.faults.set('down');

  const stale = await service.get('jobs');

  expect([stale.status, stale.headers['etag']]).toEqual([200, freshOf(2).headers['etag']]);
  expect(service.logs.answers.find(({ copy }) => copy === 'unusable')).toMatchObject({
    directory: 'jobs',
    kept: 'written',
  });
});

test('a cold start costs the database no more than any other request', async () => {
  service.endEnvironments();
  service.dataApi.calls.reset();

  await service.getAll();

  expect(service.dataApi.calls.total).toBe(allDirectories.length);
});
