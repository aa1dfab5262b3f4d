import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { browserStorage, type Directory, type ListStorage } from '../../client/src/index.ts';
import { folderStorage } from '../../client/src/node.ts';
import { fixtures } from './support/package-contents.ts';
import { newFolder } from '../support/run-folder.ts';
import {
  ADDRESS,
  AN_HOUR,
  list,
  ScriptedService,
  type Step,
  unchanged,
  unreachable,
} from './support/scripted-service.ts';

const { jobs, startups } = fixtures;

const A_DAY = 24 * AN_HOUR;
const KEY = `public-directory ${ADDRESS}/jobs`;

class FakeLocalStorage extends Map<string, string> {
  readonly getItem = (key: string) => this.get(key) ?? null;
  readonly setItem = (key: string, value: string) => void this.set(key, value);
  readonly removeItem = (key: string) => void this.delete(key);
}

let entries: FakeLocalStorage;
beforeEach(() => {
  entries = new FakeLocalStorage();
  Object.defineProperty(globalThis, 'localStorage', { value: entries, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

const jobsOfNext = async (service: ScriptedService, storage = browserStorage()) =>
  service.another({ storage }).jobs();

/**
 * Stores the jobs with one client, and then moves the clock by `laterSeconds`. Returns the service and a second client, which
 * uses the same storage.
 */
async function reloaded(
  steps: readonly Step[],
  laterSeconds: number,
  storage: ListStorage = browserStorage(),
): Promise<{ service: ScriptedService; client: Directory }> {
  const service = new ScriptedService([list(jobs), ...steps]);
  await jobsOfNext(service, storage);
  service.later(laterSeconds);
  return { service, client: service.another({ storage }) };
}

describe('a reload', () => {
  const asynchronous = {
    get: async (key: string) => entries.get(key),
    set: async (key: string, value: string) => entries.set(key, value),
  };

  it.each<[string, ListStorage]>([
    ['browser storage', browserStorage()],
    ['asynchronous storage', asynchronous],
  ])('with %s sends no request during the lifetime of the list', async (_, storage) => {
    const { service, client } = await reloaded([], AN_HOUR - 1, storage);

    expect(await client.jobs()).toStrictEqual(await service.another({ storage }).jobs());
    expect((await client.jobs()).records).toStrictEqual(jobs);
  });

  it('revalidates an expired list, and stores its new lifetime for the next reload', async () => {
    const renewal = { 'X-Cached-At': '2026-03-02T09:00:00.000Z' };
    const { service, client } = await reloaded([unchanged(renewal)], AN_HOUR);

    const second = await client.jobs();
    service.later(AN_HOUR - 1);

    expect(second).toMatchObject({ records: jobs, cachedAt: new Date(renewal['X-Cached-At']) });
    expect(await jobsOfNext(service)).toStrictEqual(second);
    expect(service.etagsAsked).toStrictEqual([null, '"one"']);
  });

  it('returns the list with the failure for seven days while the service is unreachable, and then deletes the list', async () => {
    const { service, client } = await reloaded(Array(8).fill(unreachable), 0);

    for (let day = 1; day < 7; day += 1) {
      service.later(A_DAY);
      const { records, source, failure } = await client.jobs();
      expect([records, source, failure?.name]).toEqual([jobs, 'kept', 'DirectoryError']);
    }
    service.later(A_DAY);
    await expect(client.jobs()).rejects.toThrow('could not be reached');
    expect(entries.size).toBe(0);
  });

  it.each([1, 365 * A_DAY])(
    'keeps the list for seven days after the clock is set back by %i s',
    async (seconds) => {
      const { service } = await reloaded(Array(4).fill(unreachable), -seconds);

      for (const later of [0, 0, 7 * A_DAY - 1]) {
        service.later(later);
        expect(await jobsOfNext(service)).toMatchObject({ records: jobs, source: 'kept' });
      }
      service.later(1);
      await expect(jobsOfNext(service)).rejects.toThrow('could not be reached');
    },
  );

  it.each([
    ['requested earlier', 1, browserStorage(), {}],
    ['requested earlier', 1, asynchronous, {}],
    ['from an earlier read', 0, browserStorage(), { 'X-Cached-At': '2026-03-02T07:59:00.000Z' }],
  ])(
    "does not replace another page's newer answer with an older answer (%s) that arrives later",
    async (_, seconds, storage, headers) => {
      const service = new ScriptedService([
        async () => {
          service.later(seconds);
          await jobsOfNext(service, storage);
          return list([], headers)();
        },
        list(jobs),
      ]);

      expect((await jobsOfNext(service, storage)).records).toEqual([]);
      expect((await jobsOfNext(service, storage)).records).toStrictEqual(jobs);
    },
  );

  it("keeps another page's newer list when this page deletes its expired list", async () => {
    const { service, client } = await reloaded([list(jobs), list(startups), unreachable], AN_HOUR);
    await client.jobs();
    service.later(7 * A_DAY);
    await jobsOfNext(service);

    await expect(client.jobs()).rejects.toThrow('could not be reached');
    expect(entries.size).toBe(1);
  });
});

describe('a stored entry', () => {
  const since = Date.parse('2026-03-02T08:00:00Z');
  const facts = { since, forMs: 3_600_000, headers: {}, length: 2 };
  const entry = (changes: object, body = '[]') =>
    `${JSON.stringify({ ...facts, ...changes })}\n${body}`;

  it.each([
    'null\n[]',
    entry({ length: 3 }),
    entry({}, '{}'),
    entry({}, '[,'),
    entry({ since: 'soon' }),
    entry({ since: since + 365 * A_DAY * 1000 }),
    entry({ since: since - 3_600_000, forMs: 7_200_000 }),
    entry({ headers: { 'a b': 'c' } }),
  ])('that is damaged, expired or in the future is replaced, not returned: %j', async (damaged) => {
    entries.set(KEY, damaged);
    const service = new ScriptedService([list(jobs)]);

    expect((await jobsOfNext(service)).records).toStrictEqual(jobs);
    expect(service.etagsAsked).toStrictEqual([null]);
    expect(entries.get(KEY)).toContain(JSON.stringify(jobs));
  });
});

describe('storage', () => {
  const fail = (): never => {
    throw new Error('QuotaExceededError');
  };
  const reject = async () => Promise.reject(new Error('blocked'));

  it.each<[string, ListStorage]>([
    ['throws', { get: fail, set: fail }],
    ['rejects', { get: reject, set: reject }],
    ['does not exist', browserStorage()],
    ['returns a number', { get: () => 7 as never, set: fail }],
  ])('that %s does not make a call fail', async (_, storage) => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    const { client } = await reloaded([list(startups)], 0, storage);

    expect(await client.jobs()).toHaveProperty('source', 'database');
  });

  it.each([fail, reject])(
    'that cannot store the new list does not keep the old list, which may contain a founder who has been removed',
    async (refuse) => {
      const values = new Map<string, string>();
      let isFull = false;
      const storage: ListStorage = {
        get: (key) => values.get(key),
        set: (key, value) => (isFull && value !== '' ? refuse() : values.set(key, value)),
      };
      const { service, client } = await reloaded([list([]), unreachable], AN_HOUR, storage);
      isFull = true;

      expect(await client.jobs()).toMatchObject({ records: [] });
      await expect(jobsOfNext(service, storage)).rejects.toThrow('could not be reached');
    },
  );

  it('that does not respond delays a call by at most timeoutMs', async () => {
    jest.useFakeTimers();
    const storage = { get: async () => new Promise<never>(() => undefined), set: () => undefined };
    const { client } = new ScriptedService([list(jobs)], { storage, timeoutMs: 5000 });

    const call = client.jobs();
    await jest.advanceTimersByTimeAsync(5000);

    expect(await call).toHaveProperty('source', 'database');
    jest.useRealTimers();
  });
});

describe('a storage folder', () => {
  const folder = newFolder('client-storage');
  const place = path.join(folder, 'made/when needed');

  it('contains one file for each list until the list is too old or too long', async () => {
    const { service, client } = await reloaded([unreachable], AN_HOUR, folderStorage(place));
    expect(await client.jobs()).toMatchObject({ records: jobs, source: 'kept' });
    expect(readdirSync(place)).toEqual([encodeURIComponent(KEY)]);

    service.next(unreachable, list(jobs), list(jobs));
    service.later(8 * A_DAY);
    await expect(client.jobs()).rejects.toThrow('could not be reached');
    expect(readdirSync(place)).toEqual([]);

    await jobsOfNext(service, folderStorage(place));
    expect(readdirSync(place)).toHaveLength(1);
    service.later(AN_HOUR);
    await jobsOfNext(service, folderStorage(place, 1000));
    expect(readdirSync(place)).toEqual([]);
  });

  it('gives a complete list to a process that reads it while another process replaces it', () => {
    const storage = folderStorage(place);
    void storage.set(KEY, 'the old list');
    const file = openSync(path.join(place, encodeURIComponent(KEY)), 'r');
    void storage.set(KEY, 'new');

    expect(readFileSync(file, 'utf8')).toBe('the old list');
    closeSync(file);
  });
});
