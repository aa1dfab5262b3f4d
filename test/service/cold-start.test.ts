import { allDirectories } from '../../contract/directories.ts';
import type { Answer } from '../support/ask.ts';
import { expectStale, expectUnavailable } from '../support/faulty.ts';
import { START_LIMIT_MS, TestService } from '../support/service.ts';

let service: TestService;
let fresh: readonly Answer[];
beforeAll(async () => {
  service = await TestService.start();
}, START_LIMIT_MS);
beforeEach(async () => {
  await service.heal();
  fresh = await service.getAll();
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

test.each([
  ['deleted', async () => service.spoilCopy('startups')],
  ['overwritten', async () => service.spoilCopy('startups', '[]')],
  ['corrupted', async () => service.corruptCopy('startups')],
])('one that starts then and whose copy was %s gives 503, another its copy', async (_, spoil) => {
  service.endEnvironments();
  await spoil();
  await service.dataApi.faults.set('down');

  expectUnavailable(await service.get('startups'));
  expectStale(await service.get('jobs'), freshOf(2));
});

test.each([
  ['deleted', async () => service.spoilCopy('startups')],
  ['overwritten', async () => service.spoilCopy('startups', '[]')],
  ['corrupted', async () => service.corruptCopy('startups')],
])('a warm process serves what it remembers though the copy was %s', async (_, spoil) => {
  await spoil();
  await service.dataApi.faults.set('down');

  expectStale(await service.get('startups'), freshOf(0));
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
  await service.corruptCopy('startups');
  await service.get('startups');
  service.endEnvironments();
  await service.dataApi.faults.set('down');

  const stale = await service.get('startups');

  expect([stale.status, stale.headers['etag']]).toEqual([200, freshOf(0).headers['etag']]);
  expect(service.logs.answers.find(({ copy }) => copy === 'unusable')).toMatchObject({
    directory: 'startups',
    kept: 'written',
  });
});

test('a cold start costs the database no more than any other request', async () => {
  service.endEnvironments();
  service.dataApi.calls.reset();

  await service.getAll();

  expect(service.dataApi.calls.total).toBe(allDirectories.length);
});
