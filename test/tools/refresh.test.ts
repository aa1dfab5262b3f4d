/** The commands that have a function read its list now: accept and refresh. */

import { InvokeCommand } from '@aws-sdk/client-lambda';

import type { Terminal } from '../../tools/cli/terminal.ts';
import type { Refreshed } from '../../contract/refresh.ts';
import { accept } from '../../tools/accept.ts';
import { refresh } from '../../tools/refresh.ts';
import { FakeStage } from '../support/fake-stage.ts';

let stage: FakeStage;
beforeEach(() => {
  stage = new FakeStage();
});

describe('accept', () => {
  const copy = { records: 120, cachedAt: '2026-11-20T07:45:00.000Z' };
  const dropped = { records: 40, cachedAt: '2026-11-20T08:00:00.000Z' };
  const drop: Refreshed = {
    directory: 'founders',
    failure: {
      kind: 'defect',
      name: 'ListRefused',
      reason: '40 records are left of 120',
      isDrop: true,
    },
    copy,
  };

  beforeEach(() => {
    stage.onRefresh = ({ acceptDrop }) =>
      acceptDrop ? { directory: 'founders', records: 40, copy: dropped } : drop;
  });

  async function run(args: readonly string[], ask?: Terminal['ask']): Promise<number> {
    const terminal = ask === undefined ? stage.terminal : { ...stage.terminal, ask };
    return accept.run(args, terminal, stage.dependencies);
  }

  test('a drop is told, confirmed by the name of the directory, and published', async () => {
    const ask = jest.fn(async () => 'founders');

    expect(await run(['staging', 'founders'], ask)).toBe(0);

    expect(ask.mock.calls).toEqual([['Type founders to go on: ']]);
    expect(stage.output.join('\n'))
      .toBe(`The list founders of Staging is refused: 40 records are left of 120.
Published: 120 records, read at 2026-11-20T07:45:00.000Z.
Published now: 40 records, read at 2026-11-20T08:00:00.000Z.
Clients see it within a minute where they get the old copy now (such an answer lives 60 s at the edge), and within the hour where the edge still has a fresh answer; no invalidation is needed.`);
    expect(stage.lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { FunctionName: 'founders-fn', Payload: '{"refresh":{"acceptDrop":false}}' },
      { FunctionName: 'founders-fn', Payload: '{"refresh":{"acceptDrop":true}}' },
    ]);
    expect(stage.events).toEqual(['refresh', 'refresh that accepts a drop']);
  });

  test('a list that is fresh leaves nothing to accept', async () => {
    stage.onRefresh = () => ({ directory: 'founders', records: 120, copy });

    expect(await run(['STAGING', 'founders', '--yes'])).toBe(0);
    expect(stage.output).toEqual([
      'The list founders of Staging is fresh: 120 records. Published: 120 records, read at 2026-11-20T07:45:00.000Z.\nThere is nothing to accept.',
    ]);
    expect(stage.events).toEqual(['refresh']);
  });

  test('a fresh list that was not kept is told, and there is nothing to accept', async () => {
    stage.onRefresh = () => ({ directory: 'founders', records: 1 });

    expect(await run(['staging', 'founders'])).toBe(0);
    expect(stage.output[0]).toMatch(/ is fresh: 1 record\. There is no last-good copy, or it/u);
  });

  test('a function that read nothing without a reason is no fresh list', async () => {
    stage.onRefresh = () => ({ directory: 'founders', copy });

    expect(await run(['staging', 'founders'])).toBe(1);
    expect(stage.complaint[0]).toMatch(/^The function read nothing and does not say why: /u);
  });

  test.each([
    [
      'an outage',
      { kind: 'outage', name: 'DatabaseOutage', reason: 'DatabaseUnavailableException' },
      '"Visitors get old data"',
    ],
    [
      'a defect',
      { kind: 'defect', name: 'DatabaseDefect', reason: 'SQLSTATE 42P01' },
      '"Something is wrong with the database"',
    ],
    [
      'records that break the contract',
      { kind: 'defect', name: 'ListRefused', reason: '13 of 120 records break the contract' },
      '"A list is refused"',
    ],
    [
      'a duplicate id',
      { kind: 'defect', name: 'ListRefused', reason: 'two records have the same id' },
      '"A list is refused"',
    ],
  ] as const)('%s is no drop, and accepting does not help', async (_, failure, section) => {
    stage.onRefresh = () => ({ directory: 'founders', failure, copy });

    expect(await run(['staging', 'founders', '--yes'])).toBe(1);
    expect(stage.output).toEqual(['Published: 120 records, read at 2026-11-20T07:45:00.000Z.']);
    expect(stage.complaint[0]).toMatch(
      `Accepting does not help: ${failure.name}: ${failure.reason}.`,
    );
    expect(stage.complaint[0]).toContain(`docs/runbook.md, ${section}`);
    expect(stage.events).toEqual(['refresh']);
  });

  test('a dry run of a drop stops before anything is published', async () => {
    expect(await run(['staging', 'founders', '--dry-run'])).toBe(0);
    expect(stage.output.at(-1)).toContain('It can be accepted');
    expect(stage.events).toEqual(['refresh']);
  });

  test.each([undefined, '', 'y', 'startups'])(
    'where %j is typed nothing is published',
    async (word) => {
      const ask = word === undefined ? undefined : async () => word;

      const code = await run(['staging', 'founders'], ask);

      expect([code, ...stage.complaint]).toEqual(
        word === undefined
          ? [2, 'Not a terminal, so nobody can confirm: use --yes. See: npm run accept -- --help']
          : [1, 'Nothing was changed: that was not "founders".'],
      );
      expect(stage.events).toEqual(['refresh']);
    },
  );

  test('a drop that became another failure meanwhile is not called published', async () => {
    stage.onRefresh = ({ acceptDrop }) =>
      acceptDrop
        ? {
            directory: 'founders',
            failure: { kind: 'outage', name: 'DatabaseOutage', reason: 'resuming' },
            copy,
          }
        : drop;

    expect(await run(['staging', 'founders', '--yes'])).toBe(1);
    expect(stage.complaint[0]).toMatch(/^It is not published\. .*DatabaseOutage: resuming/u);
  });

  test.each([
    ['has the old list', { copy }],
    ['cannot be read', {}],
  ])('a drop of which the copy %s is not called published', async (_, kept) => {
    stage.onRefresh = ({ acceptDrop }) =>
      acceptDrop ? { directory: 'founders', records: 40, ...kept } : drop;

    expect(await run(['staging', 'founders', '--yes'])).toBe(1);
    expect(stage.complaint[0]).toContain('not kept as the last-good copy');
  });

  test('a function that fails is told with its own words', async () => {
    stage.onRefresh = () => ({ error: 'DATABASE_NAME is not set' });

    expect(await run(['staging', 'founders'])).toBe(1);
    expect(stage.complaint[0]).toBe(
      'The directory cannot be refreshed: its function founders-fn fails (Error: DATABASE_NAME is not set). Look at its log (docs/runbook.md, "The service answers with errors").',
    );
  });
});

describe('refresh', () => {
  const READ_AT = '2026-11-20T08:00:01.000Z';

  const read: Refreshed = {
    directory: 'founders',
    records: 2,
    copy: { records: 2, cachedAt: READ_AT },
  };

  let listAt: string;
  let source: string;
  beforeEach(() => {
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
      { kind: 'defect', name: 'ListRefused', reason: '2 records are left of 12', isDrop: true },
      'The list founders is refused: 2 records are left of 12. If that is right, run: npm run accept',
    ],
  ])('nothing is invalidated after %s', async (_, failure, sentence) => {
    stage.onRefresh = () => ({ directory: 'founders', ...(failure ? { failure } : {}) });

    expect(await run('staging', 'founders')).toBe(1);

    expect(stage.events).toEqual(['refresh']);
    expect(stage.complaint.join()).toContain(sentence);
  });
});
