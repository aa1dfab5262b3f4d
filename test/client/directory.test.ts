import { directory, isActive, isAlumnus, isOpen } from '../../client/src/index.ts';
import { fixtures } from './support/package-contents.ts';
import { AN_HOUR, list, ScriptedService } from './support/scripted-service.ts';

describe('directory()', () => {
  it.each([
    'directory.example.org/v1',
    'blob:https://directory.example.org/v1',
    'https://directory.example.org',
    'https://directory.example.org/v2',
    'https://directory.example.org/v1/startups',
    'https://directory.example.org/v1?',
    'https://directory.example.org/v1#top',
    undefined,
  ])('rejects the address %p without a request', (address) => {
    expect(() => directory(address as never)).toThrow(
      new TypeError(
        `"${address}" is not the address of a service: pass an address that ends with the version, for example https://directory.example.org/v1.`,
      ),
    );
  });

  it.each([
    'https://user:secret@directory.example.org/v1',
    'https://user:sec@ret@directory.example.org/v1',
    'https://secret@directory.example.org/v1',
    'user:secret@directory.example.org/v1',
    new URL('https://user:secret@directory.example.org/v1'),
  ])('rejects %p, with an error that does not contain the credentials', (address) => {
    expect(() => directory(address)).toThrow('"***@directory.example.org/v1"');
  });
});

describe('the client', () => {
  const [startup, other] = fixtures.startups;
  const { id = '' } = startup ?? {};
  const jobs = fixtures.jobs.filter((job) => job.startup_id === id);

  it('finds a startup by its slug', async () => {
    const { client } = new ScriptedService([list(fixtures.startups)]);

    expect(await client.startupBySlug(other?.slug ?? '')).toStrictEqual(other);
    expect(await client.startupBySlug('__proto__')).toBeUndefined();
  });

  it('finds founders and jobs by their startup or its id, in the order of the list', async () => {
    const { client } = new ScriptedService([list(fixtures.founders), list(fixtures.jobs)]);

    const founders = await client.foundersOf(id);

    expect(founders).toStrictEqual(fixtures.founders.filter((each) => each.startup_id === id));
    expect(await client.foundersOf(startup as never)).toBe(founders);
    expect(await client.jobsOf(startup as never)).toStrictEqual(jobs);
    expect(jobs.length).toBeGreaterThan(0);
  });

  it('returns the same frozen array of jobs until the list changes', async () => {
    const steps = [list(fixtures.jobs), list(fixtures.jobs), list(jobs, { ETag: '"two"' })];
    const service = new ScriptedService(steps);

    const first = await service.client.jobsOf(id);
    service.later(AN_HOUR);
    expect(await service.client.jobsOf(id)).toBe(first);
    service.later(AN_HOUR);

    expect(await service.client.jobsOf(id)).not.toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
    expect(await service.client.jobsOf('constructor')).toBe(await service.client.jobsOf(''));
  });

  it.each([undefined, {}])('rejects %j as a startup, without a request', async (nobody) => {
    const { client, addressesAsked } = new ScriptedService([]);
    const failure = new TypeError('foundersOf() and jobsOf() need a startup or its id.');

    await expect(client.foundersOf(nobody as never)).rejects.toThrow(failure);
    await expect(client.jobsOf(nobody as never)).rejects.toThrow(failure);
    expect(addressesAsked).toEqual([]);
  });
});

it('the client leaves out a job once it has expired, without another request', async () => {
  const [job] = fixtures.jobs;
  const ends = ['2026-03-02T07:59:00Z', '2026-03-02T08:10:00Z', null];
  const service = new ScriptedService([list(ends.map((end) => ({ ...job, expires_at: end })))]);
  const open = async () => {
    const { records } = await service.client.jobs();
    expect(await service.client.jobsOf(job?.startup_id ?? '')).toStrictEqual(records);
    return records.map(({ expires_at: end }) => end);
  };

  expect(await open()).toEqual(ends.slice(1));
  expect(await service.client.jobs()).toBe(await service.client.jobs());
  service.later(599);
  expect(await open()).toEqual(ends.slice(1));
  service.later(1);
  expect(await open()).toEqual([null]);
});

it.each([
  [['active'], true, false],
  [['graduated'], false, true],
  [['graduated', 'active'], true, false],
  [['graduated', 'withdrawn'], false, true],
  [['withdrawn'], false, false],
  [[], false, false],
])('with the enrollments %j, isActive() is %p and isAlumnus() is %p', (states, active, alumnus) => {
  const enrollments = states.map((status) => ({ status, graduated: status === 'graduated' }));

  expect(isActive({ enrollments } as never)).toBe(active);
  expect(isAlumnus({ enrollments } as never)).toBe(alumnus);
});

it.each([
  ['2026-03-02T08:00:00.001Z', true],
  ['2026-03-02T08:00:00.000Z', false],
  ['2026-03-02T09:00:00+02:00', false],
  [null, true],
  ['soon', true],
])('for a job that expires at %j, isOpen() at 08:00 UTC is %p', (end, open) => {
  expect(isOpen({ expires_at: end }, new Date('2026-03-02T08:00:00Z'))).toBe(open);
});

it('isOpen uses the current time if its second argument is missing, or is an index as in filter(isOpen)', () => {
  const [past, future] = ['2020-01-01T00:00:00Z', '9999-01-01T00:00:00Z'];
  const jobs = [past, future].map((end) => ({ expires_at: end }));

  expect(jobs.filter((job) => isOpen(job))).toEqual([{ expires_at: future }]);
  expect(jobs.filter(isOpen)).toEqual([{ expires_at: future }]);
});
