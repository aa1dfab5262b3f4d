/** Connections to the database and to the store of copies that break in the middle of an answer. */

import { recordsOf } from '../support/http/ask.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';
import { until } from '../support/time/until.ts';
import { proxiesBefore, type ServiceProxies, type SocketFault } from './faulty-proxy.ts';
import { LONGEST_WITH_COPY_MS } from './soak/tally.ts';

let service: TestService;
let proxies: ServiceProxies;
beforeAll(async () => {
  service = await TestService.start();
  proxies = await proxiesBefore(service);
}, START_LIMIT_MS);
afterAll(async () => {
  await service.close();
  await proxies.close();
});

beforeEach(async () => {
  proxies.database.set('up');
  proxies.store.set('up');
  await service.getAll(); // the copies exist
  service.logs.clear();
});

const breaking: SocketFault[] = ['unavailable', 'reset-before', 'reset-middle', 'reset-end', 'cut'];
const harmless: SocketFault[] = ['slices', 'slow-close'];

async function sources(): Promise<readonly (string | undefined)[]> {
  const answers = await service.getAll();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.every((answer) => recordsOf(answer).length > 0)).toBe(true);
  return answers.map(({ headers }) => headers['x-data-source']);
}

function longestMs(): number {
  return Math.max(...service.logs.answers.map(({ milliseconds = Infinity }) => milliseconds));
}

describe('a connection to the database', () => {
  test.each(breaking)(
    'that fails with %s is an outage: the copy is served, in time',
    async (fault) => {
      proxies.database.set(fault);
      const during = await sources();
      const failures = service.logs.answers.map(({ failure }) => failure?.kind);
      proxies.database.set('up');
      const afterwards = await sources();

      expect(during).toEqual(['last-good', 'last-good', 'last-good']);
      expect(failures).toEqual(['outage', 'outage', 'outage']);
      expect(afterwards).toEqual(['database', 'database', 'database']);
      expect(longestMs()).toBeLessThan(LONGEST_WITH_COPY_MS);
    },
  );

  test.each(harmless)('with %s is healthy', async (fault) => {
    proxies.database.set(fault);

    expect(await sources()).toEqual(['database', 'database', 'database']);
  });
});

describe('a connection to the store', () => {
  test.each(breaking)('that fails with %s leaves the database, in time', async (fault) => {
    proxies.store.set(fault);
    const during = await sources();
    const copies = service.logs.answers.map(({ copy }) => copy);
    proxies.store.set('up');
    const afterwards = await sources();

    expect(during).toEqual(['database', 'database', 'database']);
    expect(copies).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(afterwards).toEqual(['database', 'database', 'database']);
    expect(service.logs.last?.kept).toBe('written');
    expect(longestMs()).toBeLessThan(LONGEST_WITH_COPY_MS);
  });

  test.each(harmless)('with %s is healthy', async (fault) => {
    proxies.store.set(fault);

    expect(await sources()).toEqual(['database', 'database', 'database']);
    expect(service.logs.answers.map(({ kept }) => kept)).toEqual(['written', 'written', 'written']);
  });
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

test.each(breaking)('both that fail with %s leave what the process remembers', async (fault) => {
  proxies.database.set(fault);
  proxies.store.set(fault);

  expect(await sources()).toEqual(['last-good', 'last-good', 'last-good']);
});

test('no connection outlives its answer', async () => {
  proxies.database.set('reset-middle');
  await sources();
  proxies.database.set('slices');
  await sources();
  proxies.database.set('up');
  await sources();
  await until(() => proxies.database.open === 0 && proxies.store.open === 0);

  expect([proxies.database.open, proxies.store.open]).toEqual([0, 0]);
  expect(proxies.database.accepted).toBeGreaterThan(0);
});
