import { START_LIMIT_MS, TestService } from '../support/service/service.ts';
import { expectStale } from './expectations.ts';

/** Processes for each directory. */
const ENVIRONMENTS = 4;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ memorySeconds: 60 });
}, START_LIMIT_MS);
beforeEach(async () => {
  service.endEnvironments();
  await service.heal();
});
afterAll(async () => service.close());

test('a second answer comes from memory: no one is asked for it', async () => {
  const first = await service.get('startups');
  const second = await service.get('startups');

  expect(second.body.equals(first.body)).toBe(true);
  expect(second.headers['x-cached-at']).toBe(first.headers['x-cached-at']);
  expect(service.dataApi.calls.total).toBe(1);
});

test('200 requests at once cost at most one read for each process', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, async () => service.get('startups', { 'Accept-Encoding': 'br' })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1);
  expect(service.dataApi.calls.total).toBeLessThanOrEqual(ENVIRONMENTS);
}, 20_000);

test('a stale answer is remembered too: a flood does not reach a database that is down', async () => {
  const fresh = await service.get('jobs');
  service.endEnvironments();
  await service.dataApi.faults.set('unavailable');
  service.dataApi.calls.reset();

  const answers = await Promise.all(Array.from({ length: 50 }, async () => service.get('jobs')));

  answers.forEach((answer) => {
    expectStale(answer, fresh);
  });
  expect(service.dataApi.calls.total).toBeLessThanOrEqual(ENVIRONMENTS);
}, 20_000);

test('what is remembered is gone with the process', async () => {
  await service.get('jobs');
  service.endEnvironments();
  await service.get('jobs');

  expect(service.dataApi.calls.total).toBe(2);
});
