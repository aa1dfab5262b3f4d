import { directory } from '../../client/src/index.ts';
import { fixtures } from './support/records.ts';
import { AN_HOUR, list, ScriptedService, unchanged } from './support/scripted-service.ts';

/** The address that a client of this one asks. */
async function askedBy(address: string | URL): Promise<string> {
  let asked = '';
  const fetch = async (input: unknown): Promise<Response> => {
    asked = String(input);
    return new Response('[]');
  };
  await directory(address, { fetch }).startups();
  return asked;
}

describe('the address of the service', () => {
  it.each([
    ['https://directory.example.org/v1', 'https://directory.example.org/v1/startups'],
    ['https://directory.example.org/v1/', 'https://directory.example.org/v1/startups'],
    ['HTTPS://Directory.example.org/v1', 'https://directory.example.org/v1/startups'],
    ['http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/v1/startups'],
    ['http://[::1]:8787/api/v1/', 'http://[::1]:8787/api/v1/startups'],
  ])('%s is taken', async (address, asked) => {
    expect(await askedBy(address)).toBe(asked);
    expect(await askedBy(new URL(address))).toBe(asked);
  });

  it.each([
    '',
    'directory.example.org/v1',
    '/v1',
    'blob:https://directory.example.org/v1',
    'ftp://directory.example.org/v1',
    'https://directory.example.org',
    'https://directory.example.org/v2',
    'https://directory.example.org/v1/startups',
    'https://directory.example.org/v1//',
    'https://directory.example.org/v1?key=1',
    'https://directory.example.org/v1?',
    'https://directory.example.org/v1#top',
    'https://user:password@directory.example.org/v1',
    undefined,
    null,
    8787,
  ])('%p is refused at once', (address) => {
    expect(() => directory(address as never)).toThrow(
      new TypeError(
        `directory() takes the whole address of a service with its version, like https://directory.example.org/v1, and was given "${address}".`,
      ),
    );
  });
});

it('asks with the fetch and the clock that are global at that time', async () => {
  const client = directory('https://directory.example.org/v1');
  const fetch = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response('[]', { headers: { 'Cache-Control': 'max-age=60' } }),
    );
  const now = jest.spyOn(Date, 'now').mockReturnValue(0);

  await client.jobs();
  now.mockReturnValue(59_999);
  await client.jobs();
  expect(fetch).toHaveBeenCalledTimes(1);
  now.mockReturnValue(60_000);
  await client.jobs();
  expect(fetch).toHaveBeenCalledTimes(2);
});

describe('records that belong together', () => {
  const [startup, other] = fixtures.startups;
  const { id = '', slug = '' } = startup ?? {};
  const founders = fixtures.founders.filter(({ startup_id: of }) => of === id);
  const jobs = fixtures.jobs.filter(({ startup_id: of }) => of === id);

  it('a startup is found by its slug', async () => {
    const { client, asked } = new ScriptedService([list(fixtures.startups)]);

    expect(await client.startupBySlug(other?.slug ?? '')).toStrictEqual(other);
    expect(await client.startupBySlug('')).toBeUndefined();
    expect(await client.startupBySlug('__proto__')).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('founders and jobs are found by their startup or its id, in the order of the list', async () => {
    const { client, asked } = new ScriptedService(
      [fixtures.startups, fixtures.founders, fixtures.jobs].map((records) => list(records)),
    );

    const found = (await client.startupBySlug(slug)) ?? '';
    const [theirFounders, theirJobs] = [await client.foundersOf(found), await client.jobsOf(found)];

    expect([theirFounders, theirJobs]).toStrictEqual([founders, jobs]);
    expect(jobs.length).toBeGreaterThan(0);
    expect(await client.foundersOf(id)).toBe(theirFounders);
    expect(await client.jobsOf(id)).toBe(theirJobs);
    expect(asked).toHaveLength(3);
  });

  it('are the same arrays while the list is the same, frozen, and new ones with a new list', async () => {
    const service = new ScriptedService([
      list(fixtures.jobs),
      list(fixtures.jobs),
      list(jobs, { ETag: '"two"' }),
    ]);

    const first = await service.client.jobsOf(id);
    service.later(AN_HOUR);
    const second = await service.client.jobsOf(id);
    service.later(AN_HOUR);
    const third = await service.client.jobsOf(id);

    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(third).toStrictEqual(jobs);
    expect(Object.isFrozen(first)).toBe(true);
  });

  it.each([undefined, null, {}, 7])(
    'cannot be those of %j, and nothing is asked',
    async (nobody) => {
      const { client, asked } = new ScriptedService([]);
      const sentence =
        'foundersOf() and jobsOf() take a startup or its id, and were given neither.';

      await expect(client.foundersOf(nobody as never)).rejects.toThrow(new TypeError(sentence));
      await expect(client.jobsOf(nobody as never)).rejects.toThrow(new TypeError(sentence));
      expect(asked).toEqual([]);
    },
  );

  it('are none where a startup has none', async () => {
    const { client } = new ScriptedService([list([]), list([])]);

    const none = await client.foundersOf('');
    expect(none).toStrictEqual([]);
    expect(await client.jobsOf('constructor')).toBe(none);
  });
});

describe('jobs that expire', () => {
  const [job] = fixtures.jobs;
  const inMinutes = (id: string, minutes: number | null) => ({
    ...job,
    id,
    expires_at:
      minutes === null
        ? null
        : new Date(Date.parse('2026-03-02T08:00:00Z') + minutes * 60_000).toISOString(),
  });
  const some = [inMinutes('gone', -1), inMinutes('ten', 10), inMinutes('ever', null)];
  const ids = (jobs: readonly { readonly id: string }[]) => jobs.map(({ id }) => id);

  it('are left out of the list and of those of a startup from then on', async () => {
    const service = new ScriptedService([list(some)]);
    const { client } = service;

    expect(ids((await client.jobs()).records)).toEqual(['ten', 'ever']);
    service.later(599);
    expect(ids(await client.jobsOf(job?.startup_id ?? ''))).toEqual(['ten', 'ever']);
    service.later(1);
    expect(ids((await client.jobs()).records)).toEqual(['ever']);
    expect(ids(await client.jobsOf(job?.startup_id ?? ''))).toEqual(['ever']);
    expect(service.asked).toHaveLength(1);
  });

  it('change no object while none expires', async () => {
    const service = new ScriptedService([
      list(some),
      unchanged({ 'X-Data-Source': 'last-good' }),
      unchanged(),
    ]);
    const { client } = service;

    const first = await client.jobs();
    expect(await client.jobs()).toBe(first);
    service.later(600);
    const second = await client.jobs();
    const theirs = await client.jobsOf(job?.startup_id ?? '');
    service.later(AN_HOUR);
    const stale = await client.jobs();
    expect(stale).toStrictEqual({ ...second, source: 'last-good' });
    expect(stale.records).toBe(second.records);
    expect(await client.jobsOf(job?.startup_id ?? '')).toBe(theirs);
    expect([second, second.records].map(Object.isFrozen)).toEqual([true, true]);
  });

  it('are left out of another list of as many, too', async () => {
    const service = new ScriptedService([
      list(some),
      list([inMinutes('old', 0), inMinutes('a', 90), inMinutes('b', 90)], { ETag: '"two"' }),
    ]);

    await service.client.jobs();
    service.later(AN_HOUR);
    expect(ids((await service.client.jobs()).records)).toEqual(['a', 'b']);
  });
});
