import type { Refreshed } from '../../contract/refresh.ts';
import { refresh } from '../../tools/refresh.ts';
import { FakeStage } from '../support/fake-stage.ts';

const READ_AT = '2026-11-20T08:00:01.000Z';

const read: Refreshed = {
  directory: 'founders',
  records: 2,
  copy: { records: 2, cachedAt: READ_AT },
};

let stage: FakeStage;
let listAt: string;
let source: string;
beforeEach(() => {
  stage = new FakeStage();
  stage.onRefresh = () => read;
  listAt = READ_AT;
  source = 'database';
  stage.onFetch = () =>
    new Response('[]', { headers: { 'X-Cached-At': listAt, 'X-Data-Source': source } });
});

async function run(...args: readonly string[]): Promise<number> {
  return refresh.run(args, stage.terminal, stage.dependencies);
}

test('a list is read, older ones are waited for, the edge is emptied, and visitors are asked', async () => {
  const startedAt = stage.now;
  stage.onPause = (milliseconds) => stage.events.push(`${milliseconds} ms pass`);

  expect(await run('staging', 'founders')).toBe(0);

  expect(stage.events.slice(0, 3)).toEqual([
    'refresh',
    '72000 ms pass', // 60 s of memory, and the 12 s that an answer may be on its way
    'invalidation of /v1/founders',
  ]);
  expect(stage.now - startedAt).toBeGreaterThanOrEqual(72_000);
  expect(stage.output.at(-1)).toBe(`visitors get the list founders of ${READ_AT}`);
});

test('a dry run changes nothing, and says what visitors get', async () => {
  listAt = '2026-11-20T07:10:00.000Z';

  expect(await run('staging', 'founders', '--dry-run')).toBe(0);

  expect(stage.events).toEqual([]);
  expect(stage.output).toContain(
    `founders: visitors get the list of ${listAt} (database); founders-fn would read it`,
  );
});

test.each([
  ['an older list', '2026-11-20T07:10:00.000Z', 'database'],
  ['a last-good copy', READ_AT, 'last-good'],
])('it fails where visitors still get %s', async (_, at, from) => {
  [listAt, source] = [at, from];

  expect(await run('staging', 'founders')).toBe(1);

  expect(stage.complaint.join()).toMatch(/^Visitors still get the list founders of .* run this/u);
});

test.each<[string, Refreshed['failure'], string]>([
  [
    'an outage',
    { kind: 'outage', name: 'DatabaseOutage', reason: 'DatabaseResumingException' },
    'The list founders cannot be read: DatabaseOutage: DatabaseResumingException.',
  ],
  [
    'a refused drop',
    { kind: 'defect', name: 'SnapshotRefused', reason: '2 records are left of 12', isDrop: true },
    'The list founders is refused: 2 records are left of 12. If that is right, run: npm run accept',
  ],
])('nothing is invalidated after %s', async (_, failure, sentence) => {
  stage.onRefresh = () => ({ directory: 'founders', ...(failure ? { failure } : {}) });

  expect(await run('staging', 'founders')).toBe(1);

  expect(stage.events).toEqual(['refresh']);
  expect(stage.complaint.join()).toContain(sentence);
});
