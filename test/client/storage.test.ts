import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { browserStorage, type Directory, type ListStorage } from '../../client/src/index.ts';
import { folderStorage } from '../../client/src/node.ts';
import { fixtures } from './support/package-contents.ts';
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

/** A service of which a client has stored the jobs, and the next client. */
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
  const map = new Map<string, string>();
  const asynchronous = {
    get: async (key: string) => map.get(key),
    set: async (key: string, value: string) => map.set(key, value),
  };

  it.each<[string, ListStorage]>([
    ['a page', browserStorage()],
    ['an asynchronous storage', asynchronous],
  ])('of %s requests nothing within the lifetime of the list', async (_, storage) => {
    const { service, client } = await reloaded([], AN_HOUR - 1, storage);

    expect(await client.jobs()).toStrictEqual(await service.another({ storage }).jobs());
    expect((await client.jobs()).records).toStrictEqual(jobs);
  });

  it('revalidates the list after it, for another lifetime and for the next reload', async () => {
    const renewal = { 'X-Cached-At': '2026-03-02T09:00:00.000Z' };
    const { service, client } = await reloaded([unchanged(renewal)], AN_HOUR);

    const second = await client.jobs();
    service.later(AN_HOUR - 1);

    expect(second).toMatchObject({ records: jobs, cachedAt: new Date(renewal['X-Cached-At']) });
    expect(await jobsOfNext(service)).toStrictEqual(second);
    expect(service.etagsAsked).toStrictEqual([null, '"one"']);
  });

  it('without the service has the last list, with the reason', async () => {
    const { client } = await reloaded([unreachable], 7 * A_DAY - 1);

    const { records, source, failure } = await client.jobs();
    expect([records, source, failure?.name]).toEqual([jobs, 'kept', 'DirectoryError']);
  });

  it.each([7 * A_DAY, -1])('after %i s has nothing, and deletes the list', async (later) => {
    const { client } = await reloaded([unreachable], later);

    await expect(client.jobs()).rejects.toThrow('could not be reached');
    expect(entries.size).toBe(0);
  });
});

describe('an entry', () => {
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
    entry({ headers: { 'a b': 'c' } }),
  ])('such as %j is ignored and replaced', async (damaged) => {
    entries.set(KEY, damaged);
    const service = new ScriptedService([list(jobs)]);

    expect((await jobsOfNext(service)).records).toStrictEqual(jobs);
    expect(service.etagsAsked).toStrictEqual([null]);
    expect(entries.get(KEY)).toContain(JSON.stringify(jobs));
  });
});

describe('a storage', () => {
  const fail = (): never => {
    throw new Error('QuotaExceededError');
  };
  const reject = async () => Promise.reject(new Error('blocked'));

  it.each<[string, ListStorage]>([
    ['throws', { get: fail, set: fail }],
    ['rejects', { get: reject, set: reject }],
    ['is not there', browserStorage()],
    ['gives no text', { get: () => 7 as never, set: fail }],
  ])('that %s fails no call', async (_, storage) => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    const { client } = await reloaded([list(startups)], 0, storage);

    expect(await client.jobs()).toHaveProperty('source', 'database');
  });
});

describe('a folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'client-storage-'));
  const place = path.join(folder, 'made/when needed');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('has one file for each list, for the next process, until it is too old or too long', async () => {
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
});
