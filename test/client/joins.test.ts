import { fixtures } from './support/records.ts';
import { list, ScriptedService } from './support/scripted-service.ts';

const [startup, other] = fixtures.startups;
const founders = fixtures.founders.filter(({ startup_id: id }) => id === startup?.id);
const jobs = fixtures.jobs.filter(({ startup_id: id }) => id === startup?.id);

describe('records that belong together', () => {
  it('a startup is found by its slug', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.startups));

    expect(await service.client.startupBySlug(other?.slug ?? '')).toStrictEqual(other);
    expect(await service.client.startupBySlug('')).toBeUndefined();
    expect(await service.client.startupBySlug('__proto__')).toBeUndefined();
    expect(service.asked).toHaveLength(1);
  });

  it('founders and jobs are found by their startup or its id, in the order of the list', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.startups), list(fixtures.founders), list(fixtures.jobs));

    const found = await service.client.startupBySlug(startup?.slug ?? '');
    const [theirFounders, theirJobs] = [
      await service.client.foundersOf(found ?? ''),
      await service.client.jobsOf(found ?? ''),
    ];

    expect([theirFounders, theirJobs]).toStrictEqual([founders, jobs]);
    expect(jobs.length).toBeGreaterThan(0);
    expect(await service.client.foundersOf(startup?.id ?? '')).toBe(theirFounders);
    expect(await service.client.jobsOf(startup?.id ?? '')).toBe(theirJobs);
    expect(service.asked).toHaveLength(3);
  });

  it('are the same arrays while the list is the same, frozen, and new ones with a new list', async () => {
    const service = new ScriptedService();
    service.next(list(fixtures.jobs), list(fixtures.jobs), list(jobs, { ETag: '"two"' }));
    const id = startup?.id ?? '';

    const first = await service.client.jobsOf(id);
    service.later(3600);
    const second = await service.client.jobsOf(id);
    service.later(3600);
    const third = await service.client.jobsOf(id);

    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(third).toStrictEqual(jobs);
    expect(Object.isFrozen(first)).toBe(true);
  });

  it('are none where a startup has none', async () => {
    const service = new ScriptedService();
    service.next(list([]), list([]));

    const none = await service.client.foundersOf('');
    expect(none).toStrictEqual([]);
    expect(await service.client.jobsOf('constructor')).toBe(none);
  });
});
