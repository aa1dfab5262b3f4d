/**
 * Tests the answers of the whole service while the database or the store fails, with one example of each kind of fault. The model
 * (`test/model`) combines faults, and checks how long each answer takes.
 */

import { allDirectories } from '../../contract/directories.ts';
import { expectDescribed, expectProblem } from '../conformance/answers.ts';
import type { Answer } from '../support/ask.ts';
import { TestService } from '../support/test-service.ts';

const atOnce = ['down', 'denied', 'throttled'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ startups: 12 });
});
beforeEach(async () => service.heal());
afterAll(async () => service.close());

function expectSource(answers: readonly Answer[], source: string): void {
  const expected = Array(3).fill(`200 ${source}`);
  expect(answers.map(({ status, headers }) => `${status} ${headers['x-data-source']}`)).toEqual(
    expected,
  );
}

describe('a service with a copy of each list', () => {
  let fresh: readonly Answer[];
  beforeEach(async () => {
    fresh = await service.getAllKept();
  });

  function expectCopies(stale: readonly Answer[]): void {
    expectSource(stale, 'last-good');
    const factsOf = ({ headers, body }: Answer) => [
      headers['etag'],
      headers['x-cached-at'],
      body.toString(),
    ];
    expect(stale.map(factsOf)).toEqual(fresh.map(factsOf));
    expect(stale.flatMap(leaksOf)).toEqual([]);
  }

  test.each([...atOnce, 'resuming'])(
    'serves the copies during the database fault "%s", and fresh lists immediately afterwards',
    async (fault) => {
      service.dataApi.faults.set(fault);
      const stale = await service.getAll();
      service.dataApi.faults.set('up');
      const after = await service.getAll();

      expectCopies(stale);
      expectSource(after, 'database');
      expect(after.map(({ headers }) => headers['etag'])).toEqual(
        fresh.map(({ headers }) => headers['etag']),
      );
    },
  );

  test('answers with 503 if the database and the store are down and no list is in memory', async () => {
    service.objectStore.faults.set('down');
    service.dataApi.faults.set('down');

    for (const answer of await service.getAll()) expectUnavailable(answer);
  });

  test('does not serve a corrupted copy, and replaces it with a fresh list', async () => {
    await service.corruptCopy('jobs');
    service.dataApi.faults.set('down');
    const corrupted = await service.get('jobs');
    service.dataApi.faults.set('up');
    await service.get('jobs');
    const repaired = service.logs.last;
    service.endEnvironments('jobs');
    service.dataApi.faults.set('down');
    const stale = await service.get('jobs');

    expectUnavailable(corrupted);
    expect(repaired).toMatchObject({
      service: 'jobs',
      failures: [{ name: 'CopyUnusable' }],
      copyWrite: 'written',
    });
    expect(stale).toMatchObject({ status: 200, headers: { etag: fresh[2]?.headers['etag'] } });
  });
});

describe('a service without a copy', () => {
  beforeEach(() => {
    service.endEnvironments();
  });

  test('answers with 503 during faults that make a read fail immediately, and with a fresh list afterwards', async () => {
    for (const fault of atOnce) {
      service.dataApi.faults.set(fault);
      expectUnavailable(await service.get('jobs'));
    }
    service.dataApi.faults.set('up');

    expectSource(await service.getAll(), 'database');
  });

  test('lets a refresh, but not a visitor, wait until a paused database has resumed', async () => {
    service.dataApi.faults.set('resuming');

    const refreshed = service.invoke('startups', { refresh: { acceptDrop: false } });
    expectUnavailable(await service.get('startups'));
    service.dataApi.faults.set('up');

    expect(await refreshed).toMatchObject({ records: 12, copyWrite: { state: 'written' } });
  });
});

test.each(['down', 'denied'])(
  'fresh lists are served during the store fault "%s", and the copy is written afterwards',
  async (fault) => {
    service.objectStore.faults.set(fault);
    const answers = await service.getAll();
    const failed = service.logs.last;
    service.objectStore.faults.set('up');
    await service.get('jobs');

    expectSource(answers, 'database');
    expect(answers.flatMap(leaksOf)).toEqual([]);
    expect(failed).toMatchObject({ level: 'WARN', copyWrite: 'failed' });
    expect(service.logs.last).toMatchObject({ level: 'INFO', copyWrite: 'written' });
  },
);

test.each([
  ['dataApi', 'databaseMs', 'last-good'],
  ['objectStore', 'storeMs', 'database'],
] as const)('a visitor gets a list although the %s hangs', async (part, deployedLimits, source) => {
  const impatient = await TestService.start({ startups: 12, deployedLimits });
  // A refresh writes the copies even on a busy machine, because its timeouts are longer than those of a visitor's request.
  const refresh = { refresh: { acceptDrop: false } };
  for (const { name } of allDirectories) await impatient.invoke(name, refresh);
  impatient[part].faults.set('hang');

  expectSource(await impatient.getAll(), source);
  await impatient.close();
});

/** Words that would reveal details of the implementation or of the failure to a client. */
const INTERNAL =
  /exception|sqlstate|secret|arn:|rds|aurora|postgres|econn|timed? ?out|throttl|denied|resuming|fault|rate exceeded|lambda|stack|\bat .+:\d+/iu;

/** Headers that Node adds. `leaksOf` skips them, because `keep-alive` contains the word "timeout". */
const OF_NODE = new Set(['connection', 'date', 'keep-alive']);

function leaksOf({ headers, body, status }: Answer): readonly string[] {
  const own = Object.entries(headers).filter(([name]) => !OF_NODE.has(name));
  const texts = [...own.map(String), ...(status === 200 ? [] : [body.toString()])];
  return texts.filter((text) => INTERNAL.test(text));
}

function expectUnavailable(answer: Answer): void {
  expectProblem(answer, 503);
  expectDescribed('/jobs', answer);
  expect(leaksOf(answer)).toEqual([]);
}
