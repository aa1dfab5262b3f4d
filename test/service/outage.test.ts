/**
 * What the whole service answers while the database or the store fails: with copies, with none, and with broken ones. Here
 * is one fault of each class; the model (`test/model`) has combinations, and holds each answer to its time.
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

function sourcesOf(answers: readonly Answer[]): readonly (string | undefined)[] {
  return answers.map(({ headers }) => headers['x-data-source']);
}

describe('with a copy of each list', () => {
  let fresh: readonly Answer[];
  beforeEach(async () => {
    fresh = await service.getAllKept();
  });

  const freshOf = (index: number) => fresh[index] as Answer;
  function expectAllStale(stale: readonly Answer[]): void {
    stale.forEach((answer, index) => {
      expectStale(answer, freshOf(index));
    });
  }

  test.each([...atOnce, 'resuming'])(
    'while the database is %s, the last-good copies are served, and fresh lists right after',
    async (fault) => {
      service.dataApi.faults.set(fault);
      const stale = await service.getAll();
      service.dataApi.faults.set('up');
      const after = await service.getAll();

      expectAllStale(stale);
      expect(sourcesOf(after)).toEqual(Array(3).fill('database'));
      expect(after.map(({ headers }) => headers['etag'])).toEqual(
        fresh.map(({ headers }) => headers['etag']),
      );
    },
  );

  test('a process that starts while the database is down serves the last-good copies', async () => {
    service.endEnvironments();
    service.dataApi.faults.set('down');

    expectAllStale(await service.getAll());
  });

  test('with the store down, too, there is nothing to serve after the minute of memory', async () => {
    service.objectStore.faults.set('down');
    service.dataApi.faults.set('down');

    for (const answer of await service.getAll()) expectUnavailable(answer);
  });

  test('a corrupted copy is not served, and a fresh list takes its place', async () => {
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
    expect([stale.status, stale.headers['etag']]).toEqual([200, freshOf(2).headers['etag']]);
  });
});

describe('without a copy', () => {
  beforeEach(() => {
    service.endEnvironments();
  });

  test('every fault gives 503, which is not remembered: the next answer is fresh', async () => {
    for (const fault of atOnce) {
      service.dataApi.faults.set(fault);
      expectUnavailable(await service.get('jobs'));
    }
    service.dataApi.faults.set('up');

    const answer = await service.get('jobs');

    expect([answer.status, ...sourcesOf([answer])]).toEqual([200, 'database']);
  });

  test('a visitor does not wait for a database that wakes up, and a refresh does', async () => {
    service.dataApi.faults.set('resuming');

    const refreshed = service.invoke('startups', { refresh: { acceptDrop: false } });
    expectUnavailable(await service.get('startups'));
    service.dataApi.faults.set('up');

    expect(await refreshed).toMatchObject({ records: 12, copyWrite: { state: 'written' } });
  });
});

describe('the object store', () => {
  test.each(['down', 'denied'])('that is %s keeps no list from being fresh', async (fault) => {
    service.objectStore.faults.set(fault);
    const answers = await service.getAll();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(sourcesOf(answers)).toEqual(Array(3).fill('database'));
    expect(answers.flatMap(leaksOf)).toEqual([]);
  });

  test('a copy that could not be written is in the log, and written by the next answer', async () => {
    service.objectStore.faults.set('denied');
    await service.get('jobs');
    const failed = service.logs.last;
    service.objectStore.faults.set('up');
    await service.get('jobs');

    expect(failed).toMatchObject({ level: 'WARN', copyWrite: 'failed' });
    expect(service.logs.last).toMatchObject({ level: 'INFO', copyWrite: 'written' });
  });
});

test.each([
  ['dataApi', 'databaseMs', 'last-good'],
  ['objectStore', 'storeMs', 'database'],
] as const)('no answer waits for a hanging %s', async (part, deployedLimits, source) => {
  const impatient = await TestService.start({ startups: 12, deployedLimits });
  const refresh = { refresh: { acceptDrop: false } }; // it has more time than a visitor's read
  for (const { name } of allDirectories) await impatient.invoke(name, refresh);
  impatient[part].faults.set('hang');

  expect(sourcesOf(await impatient.getAll())).toEqual(Array(3).fill(source));
  await impatient.close();
});

/** Words that would tell a client what is behind the service, or what went wrong there. */
const INTERNAL =
  /exception|sqlstate|secret|arn:|rds|aurora|postgres|econn|timed? ?out|throttl|denied|resuming|told to fail|rate exceeded|lambda|stack|\bat .+:\d+/iu;

/** Node's own: it says how long it keeps a connection ("timeout"). */
const OF_NODE = new Set(['connection', 'date', 'keep-alive']);

function leaksOf({ headers, body, status }: Answer): readonly string[] {
  const texts = Object.entries(headers)
    .filter(([name]) => !OF_NODE.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  if (status !== 200) texts.push(body.toString());
  return texts.filter((text) => INTERNAL.test(text));
}

/** The stale answer that corresponds to this fresh one. */
function expectStale(stale: Answer, fresh: Answer): void {
  expect(stale.status).toBe(200);
  expect(stale.headers).toMatchObject({
    'x-data-source': 'last-good',
    etag: fresh.headers['etag'],
    'x-cached-at': fresh.headers['x-cached-at'],
  });
  expect(stale.body.equals(fresh.body)).toBe(true);
  expect(leaksOf(stale)).toEqual([]);
}

function expectUnavailable(answer: Answer): void {
  expectProblem(answer, 503);
  expectDescribed('/jobs', answer);
  expect(leaksOf(answer)).toEqual([]);
}
