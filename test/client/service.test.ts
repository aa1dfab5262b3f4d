import { type Directory, directory } from '../../client/src/index.ts';
import { FaultyProxy } from '../sockets/faulty-proxy.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';
import { fixtures } from './support/records.ts';

const AN_HOUR_MS = 3_600_000;

let service: TestService;
let client: Directory;
let statuses: number[];
let now: number;

beforeAll(async () => {
  service = await TestService.start();
}, START_LIMIT_MS);

beforeEach(async () => {
  await service.heal();
  statuses = [];
  now = Date.now();
  client = directory(`${service.url}/v1`, { fetch: counted, now: () => now });
});

afterAll(async () => service.close());

async function counted(...question: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...question);
  statuses.push(response.status);
  return response;
}

describe('a client of the local service', () => {
  it('has its lists, with no problems, which are the fixtures of the package', async () => {
    const lists = [await client.startups(), await client.founders(), await client.jobs()];

    expect(lists.map(({ source, problems }) => [source, problems])).toStrictEqual(
      lists.map(() => ['database', []]),
    );
    expect(lists.map(({ records }) => records)).toStrictEqual(Object.values(fixtures));
  });

  it('is told by a 304 that a list is the same, read anew', async () => {
    const first = await client.founders();
    now += AN_HOUR_MS;
    const second = await client.founders();

    expect(statuses).toStrictEqual([200, 304]);
    expect(second.records).toBe(first.records);
    expect(second.cachedAt?.getTime()).toBeGreaterThan(first.cachedAt?.getTime() ?? Infinity);
  });

  it('is told that the service serves its last good copy, and asks again in a minute', async () => {
    await client.jobs();
    await service.dataApi.faults.set('down');
    now += AN_HOUR_MS;
    const stale = await client.jobs();
    await service.dataApi.faults.set('up');
    now += 59_999;
    expect(await client.jobs()).toBe(stale);
    now += 1;
    const recovered = await client.jobs();

    expect([stale.source, recovered.source]).toStrictEqual(['last-good', 'database']);
    expect(recovered.records).toBe(stale.records);
  });

  it('fails, and then keeps what it has, while the service has nothing at all', async () => {
    await service.dataApi.faults.set('down');
    service.endEnvironments();
    await expect(client.startups()).rejects.toThrow('answered with status 503: ask again in');
    await service.dataApi.faults.set('up');
    const first = await client.startups();
    await service.dataApi.faults.set('down');
    await service.deleteCopy('startups');
    service.endEnvironments();
    now += AN_HOUR_MS;
    const kept = await client.startups();

    expect(first.source).toBe('database');
    expect(kept).toMatchObject({ source: 'kept', failure: { status: 503 } });
    expect(kept.records).toBe(first.records);
  });

  it('keeps what it has when the service is gone', async () => {
    const proxy = await FaultyProxy.start(service.url);
    client = directory(`${proxy.url}/v1`, { fetch: counted, now: () => now });
    const first = await client.jobs();
    proxy.set('unavailable');
    now += AN_HOUR_MS;
    const kept = await client.jobs();

    expect(kept.source).toBe('kept');
    expect(kept.records).toBe(first.records);
    expect(kept.failure?.message).toContain(`${proxy.url}/v1/jobs could not be reached`);
    await expect(client.startups()).rejects.toThrow('could not be reached');
    await proxy.close();
  });
});
