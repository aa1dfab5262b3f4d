/** Connections to the database and to the store of copies that break in the middle of an answer. */

import { recordsOf } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';
import { until } from '../support/time/until.ts';
import { proxiesBefore, type ServiceProxies, type SocketFault } from './faulty-proxy.ts';

/** Promised where there is a copy. */
const LONGEST_WITH_COPY_MS = 4000;

let service: TestService;
let proxies: ServiceProxies;
beforeAll(async () => {
  service = await TestService.start({ startups: 12 });
  proxies = await proxiesBefore(service);
});
afterAll(async () => {
  await service.close();
  await proxies.close();
});

beforeEach(async () => {
  proxies.database.set('up');
  proxies.store.set('up');
  await service.get('jobs'); // its copy exists
  service.logs.clear();
});

const breaking: SocketFault[] = ['unavailable', 'reset-before', 'reset-middle', 'reset-end', 'cut'];

async function source(): Promise<string | undefined> {
  const answer = await service.get('jobs');
  expect(answer.status).toBe(200);
  expect(recordsOf(answer).length).toBeGreaterThan(0);
  return answer.headers['x-data-source'];
}

test.each(breaking)(
  'a connection to the database that fails with %s is an outage: the copy is served, in time',
  async (fault) => {
    proxies.database.set(fault);
    const during = await source();
    const { failure, milliseconds } = service.logs.last ?? {};
    proxies.database.set('up');

    expect([during, failure?.kind]).toEqual(['last-good', 'outage']);
    expect(milliseconds).toBeLessThan(LONGEST_WITH_COPY_MS);
    expect(await source()).toBe('database');
  },
);

test.each(breaking)(
  'a connection to the store that fails with %s leaves the database, in time',
  async (fault) => {
    proxies.store.set(fault);
    const during = await source();
    const { copy, milliseconds } = service.logs.last ?? {};
    proxies.store.set('up');

    expect([during, copy]).toEqual(['database', 'unreachable']);
    expect(milliseconds).toBeLessThan(LONGEST_WITH_COPY_MS);
    expect(await source()).toBe('database');
    expect(service.logs.last?.kept).toBe('written');
  },
);

test.each(breaking)('both that fail with %s leave what the process remembers', async (fault) => {
  proxies.database.set(fault);
  proxies.store.set(fault);

  expect(await source()).toBe('last-good');
});

test.each<SocketFault>(['slices', 'slow-close'])('both with %s are healthy', async (fault) => {
  proxies.database.set(fault);
  proxies.store.set(fault);

  expect(await source()).toBe('database');
  expect(service.logs.last?.kept).toBe('written');
});

test.each<SocketFault>(['reset-before', 'reset-middle', 'reset-end', 'cut'])(
  'a write whose answer is lost (%s) is tried again, and found to be its own',
  async (fault) => {
    service.objectStore.calls.reset();
    proxies.store.failNextWrite(fault);
    await service.get('jobs');

    expect(service.logs.last).toMatchObject({ level: 'INFO', kept: 'written' });
    expect(service.objectStore.calls.of('PUT')).toBe(2);
  },
);

test('no connection outlives its answer', async () => {
  for (const fault of ['reset-middle', 'slices', 'up'] as const) {
    proxies.database.set(fault);
    await service.get('jobs');
  }
  await until(() => proxies.database.open === 0 && proxies.store.open === 0);

  expect([proxies.database.open, proxies.store.open]).toEqual([0, 0]);
  expect(proxies.database.accepted).toBeGreaterThan(0);
});
