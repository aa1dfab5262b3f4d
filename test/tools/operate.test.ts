/**
 * Tests `npm run operate` on a fake deployed stage: the actions of refresh and takedown, their order, and the cases in which a
 * command refuses to act.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { ExecuteStatementCommand } from '@aws-sdk/client-rds-data';
import { GetObjectCommand } from '@aws-sdk/client-s3';

import { root } from '../../client/esbuild.ts';
import { isMain } from '../../local/command.ts';
import { startServer } from '../../local/http-server.ts';
import { awsError } from '../support/aws-error.ts';
import { FakeStage, outputs } from './fake-stage.ts';
import { founder, many, uuidOf } from '../support/records.ts';

const person = uuidOf(2);
const everyone = many(3, (number) => founder(number, { last_name: `Example ${number}` }));
const others = everyone.filter(({ id }) => id !== person);
const ofCluster = ['--cluster', outputs.ClusterArn];
const denied = awsError('AccessDenied', 'no.');
const HOUR_MS = 3_600_000;

const refreshed = 'refresh of founders-fn';
const invalidated = 'invalidation of /v1/founders';
/**
 * The pause after which visitors cannot get an older list from a process. A process keeps a list in memory for a minute, and
 * API Gateway waits for an answer for at most 12 s.
 */
const waited = '72 s pass';

let stage: FakeStage;
beforeEach(() => {
  stage = new FakeStage();
  stage.listed = others;
  stage.keep(everyone, stage.now - HOUR_MS);
});

const all = () => [...stage.output, ...stage.complaint].join('\n');

test.each([
  [[], 'Usage: npm run operate --'],
  [['drill', 'staging'], "unknown command 'drill'"],
  [['accept', 'staging'], "missing required argument 'list'"],
  [['accept', 'staging', 'people'], 'Allowed choices are startups, founders, jobs.'],
  [['check', 'staging', '--dry-run'], "unknown option '--dry-run'"],
  [['takedown', 'staging'], 'Pass a founder id or --find'],
  [['takedown', 'staging', '17'], '"17" is not a UUID: --find'],
  [['check', 'staging', ...ofCluster], 'pass its ARN with --secret.'],
  [['check', 'staging', '--database', 'x'], '--database requires --cluster.'],
  [['apply', 'staging', ...ofCluster, '--secret', 'x'], '--cluster requires --reader-secret.'],
  [['check', 'x', '--cluster', 'x', '--secret', 'y'], '--cluster takes arn:aws:rds:<region>'],
])('operate with %j exits with code 2 before any call to AWS', async (args, sentence) => {
  expect(await stage.run(...args)).toBe(2);
  expect(all()).toContain(sentence);
  expect(stage.cloudFormation.calls()).toHaveLength(0);
});

test('an imported file is not run as a command', () => {
  expect(isMain(import.meta.filename)).toBe(false);
});

test('--help exits with code 0', async () => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);

  expect(await stage.run('takedown', '--help')).toBe(0);
  expect(written.mock.calls.join('')).toContain('Usage: npm run operate -- takedown [options]');
});

test.each([
  ['there is no terminal', undefined, 2, /without a terminal: use --yes/u],
  ['the answer is not yes', 'y', 1, /Nothing was changed\. To continue/u],
])('a command changes nothing if %s', async (_, typed, code, sentence) => {
  stage.typed = typed;

  expect(await stage.run('takedown', 'staging', person)).toBe(code);
  expect(all()).toMatch(sentence);
  expect(stage.events).toEqual([]);
});

test.each([
  [['accept', 'staging', 'startups'], 'Dry run: nothing was changed.'],
  [['refresh', 'staging'], 'edge cache: /v1/startups, /v1/founders, /v1/jobs'],
])('operate with %j and --dry-run does not invoke a function', async (args, sentence) => {
  expect(await stage.run(...args, '--dry-run')).toBe(0);
  expect(all()).toContain(sentence);
  expect(stage.events).toEqual([]);
});

test('check reports that the stack of a stage lacks an output, or that the local stage was not started', async () => {
  stage.setOutputs({ Address: outputs.Address, LastGoodBucket: 'copies' });
  expect(await stage.run('check', 'staging')).toBe(1);
  expect(await stage.run('check', 'local', '--folder', '/nowhere')).toBe(1);

  expect(stage.complaint).toEqual([
    'The stack Staging-Service has no output ClusterArn: deploy the stage again.',
    "There is no local stage in /nowhere/stage.json: start it with npm start, or pass the stage's data folder with --folder.",
  ]);
});

const ofDatabase = (state: string) => awsError('DatabaseErrorException', `SQLState: ${state}`);
const sdkError = (facts: object) => Object.assign(new Error('getaddrinfo'), facts);

test.each([
  [/^AWS denied access: assume the role from .* \(AccessDenied: no\)\.$/u, denied],
  [/^Your AWS credentials are missing or invalid: log in/u, awsError('ExpiredToken', 'old')],
  [/^Your AWS credentials are missing/u, sdkError({ name: 'CredentialsProviderError' })],
  [/^The stage does not exist in/u, awsError('ValidationError', 'The stack does not exist')],
  [/^Set AWS_REGION, or set AWS_PROFILE/u, new Error('Region is missing')],
  [/^Enable the cluster's Data API/u, awsError('HttpEndpointNotEnabledException', 'no')],
  [/^The cluster has no database with this name/u, ofDatabase('3D000')],
  [/^The database rejected the user name and password/u, ofDatabase('28P01')],
  [/use the database owner's secret/u, ofDatabase('42501')],
  [/^AWS returned an error: .* \(UnknownException: no\)\.$/u, awsError('UnknownException', 'no')],
  [/^AWS.* cannot be reached: .* \(ENOTFOUND: getaddrinfo\)\.$/u, sdkError({ code: 'ENOTFOUND' })],
])('a failed command prints one line that matches %s', async (sentence, error) => {
  stage.cloudFormation.on(DescribeStacksCommand).rejects(error);

  expect(await stage.run('accept', 'staging', 'jobs')).toBe(1);
  expect(stage.complaint).toEqual([expect.stringMatching(sentence)]);
});

const copy = { records: 2, cachedAt: '2026-11-20T07:59:00.000Z' };
const outage = { kind: 'outage', name: 'DatabaseOutage', reason: 'no answer' } as const;
const defect = { kind: 'defect', name: 'ListRefused', reason: '9 of 12 are bad' } as const;
const drop = { ...defect, reason: '2 of 12 records are left', isDrop: true } as const;
const superseded = { records: 2, copyWrite: { state: 'superseded' }, copy } as const;

test.each([
  ['accept', 'a fresh list', { records: 1, copy }, 0, 'so there is nothing to accept.'],
  ['accept', 'an outage', { failure: outage }, 1, 'so accept does not help.'],
  ['accept', 'bad records', { failure: defect }, 1, 'docs/runbook.md, "A list is refused"'],
  ['refresh', 'an outage', { failure: outage }, 1, 'docs/runbook.md, "Visitors get old data"'],
  ['refresh', 'a drop', { failure: drop }, 1, 'run: npm run operate -- accept <stage> founders'],
  ['refresh', 'a newer copy', superseded, 1, 'its last-good copy was not written.'],
] as const)('%s stops if the function reports %s', async (command, _, reply, code, sentence) => {
  stage.onRefresh = () => ({ directory: 'founders', ...reply });

  expect(await stage.run(command, 'staging', 'founders', '--yes')).toBe(code);
  expect(all()).toContain(sentence);
  expect(stage.events).toEqual([refreshed]);
});

describe('refresh', () => {
  const refresh = async () => stage.run('refresh', 'staging', 'founders', '--yes');

  test('reads the list, waits until older lists in memory have expired, invalidates the edge and checks it', async () => {
    expect(await refresh()).toBe(0);

    expect(stage.events).toEqual([refreshed, waited, invalidated]);
    expect(stage.output).toContain('edge: /v1/founders invalidated');
    expect(stage.output.at(-1)).toMatch(/founders get status 200 with the list read at 2026/u);
  });

  test.each([
    ['an older list', '2026-11-20T07:10:00.000Z', 'database'],
    ['a last-good copy', '2026-11-20T09:00:00.000Z', 'last-good'],
  ])('fails if visitors still get %s', async (_, at, source) => {
    stage.onFetch = () => stage.answer('[]', at, source);

    expect(await refresh()).toBe(1);
    expect(all()).toContain(`still get status 200 with the list read at ${at} (${source})`);
  });
});

describe('takedown', () => {
  const takedown = async (id = person) => stage.run('takedown', 'staging', id, '--yes');
  const spoilCopy = () => Object.assign(stage.copy ?? {}, { metadata: {} });

  test('refreshes the list, waits, invalidates and checks the edge, and names the caches that it cannot reach', async () => {
    expect(await takedown(person.toUpperCase())).toBe(0);

    expect(stage.output[0]).toBe(
      `Ada Example 2 (${person}) will be removed from Staging. Found in the copy and the list at the edge.`,
    );
    expect(stage.events).toEqual([refreshed, waited, invalidated]);
    expect(stage.output.slice(-2).join(' ')).toMatch(
      /Ada Example 2 is no longer published by Staging\. .*about a day \(stale-if-error\).*up to seven days, .*\(keepMs\)/u,
    );
  });

  test('invalidates the edge even if the person is no longer in any list', async () => {
    expect(await takedown(uuidOf(9))).toBe(0);
    expect(stage.output[0]).toMatch(/^No list of Staging has a founder with the id .*--find/u);
    expect(stage.events).toEqual([refreshed, waited, invalidated]);
  });

  test.each([
    ['the copy', everyone, others],
    ['the list at the edge', others, everyone],
  ])('finds a person who is only in %s', async (place, inCopy, atEdge) => {
    stage.keep(inCopy, stage.now - HOUR_MS);
    stage.onFetch = () => stage.answer(JSON.stringify(stage.events.length === 0 ? atEdge : others));

    expect(await takedown()).toBe(0);
    expect(stage.output[0]).toContain(`Found in ${place}.`);
  });

  test("reads the portal with the reader's secret", async () => {
    expect(await takedown()).toBe(0);
    const calls = stage.rdsData.commandCalls(ExecuteStatementCommand);
    expect(calls.map(({ args }) => args[0].input.secretArn)).toEqual(['reader-secret']);
  });

  test('removes the person from the copy if the database is down, and does not change the time of the copy', async () => {
    stage.loseDatabase();
    const { 'cached-at': cachedAt } = stage.copy?.metadata ?? {};

    expect(await takedown()).toBe(0);
    expect(stage.events).toEqual([refreshed, 'copy rewritten', waited, invalidated]);
    expect(JSON.parse(stage.copy?.body ?? '')).toEqual(others);
    expect(stage.copy?.metadata).toMatchObject({ 'cached-at': cachedAt, records: '2' });
  });

  test.each([403, 404, 429, 503, 200])('continues if the edge has no list (%d)', async (status) => {
    stage.onFetch = () => new Response('[{}]', { status });

    expect(await takedown()).toBe(0);
    expect(stage.events).toContain(invalidated);
    expect(all()).toContain(`The edge returned status ${status} without a list. Of the published`);
    expect(all()).toContain('check: not in the copy\n');
  });

  test('continues if there is no copy', async () => {
    stage.loseDatabase();
    stage.copy = undefined;
    stage.onFetch = () => Response.json(stage.events.includes(invalidated) ? others : everyone);

    expect(await takedown()).toBe(0);
    expect(all()).toContain('check: not in the copy, not in the list at the edge\n');
  });

  test('lets the refresh replace an invalid copy', async () => {
    spoilCopy();

    expect(await takedown()).toBe(0);
    expect(JSON.parse(stage.copy?.body ?? '')).toEqual(others);
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'another process writes the copy at the same time',
      () => {
        stage.loseDatabase();
        stage.beforeWrite = () => {
          stage.keep([...everyone, founder(4)], stage.now);
        };
      },
      /another process has just written it/u,
    ],
    [
      'the portal publishes the person again',
      () => {
        const { onRefresh } = stage;
        stage.onRefresh = (asked) => {
          stage.listed = everyone;
          return onRefresh(asked);
        };
      },
      /^The portal still publishes Ada Example 2: remove this founder from the directory/u,
    ],
    [
      'the edge still has the person',
      () => (stage.onFetch = () => stage.answer(JSON.stringify(everyone))),
      /^Ada Example 2 is in the list at the edge again\. Check that the portal no longer publishes this founder/u,
    ],
    [
      'the copy is invalid and the database does not respond',
      () => {
        stage.loseDatabase();
        spoilCopy();
      },
      /delete it \(aws s3 rm s3:\/\/copies\/v1\/founders\), then run this again/u,
    ],
    [
      'access to the copy is denied',
      () => stage.s3.on(GetObjectCommand).rejects(denied),
      /^AWS denied/u,
    ],
    [
      'access to the database is denied',
      () => {
        stage.loseDatabase(denied);
      },
      /^AWS denied/u,
    ],
  ])('fails if %s', async (_, arrange, sentence) => {
    arrange();

    expect(await takedown()).toBe(1);
    expect(stage.complaint.join('\n')).toMatch(sentence);
  });

  test.each([
    ['EXAMPLE 2', [`${person}  Ada Example 2, in the copy and the list at the edge`]],
    ['ada', everyone.map(({ id }) => expect.stringContaining(id) as string)],
  ])('--find %j prints the ids and does nothing else', async (name, lines) => {
    expect(await stage.run('takedown', 'staging', '--find', name)).toBe(0);
    expect(stage.output.toSorted()).toEqual(lines);
    expect(stage.events).toEqual([]);
  });
});

test('Ctrl-C during a call to AWS ends the command with exit code 130 and a message about the completed steps', async () => {
  const silent = await startServer(async () => {
    child.kill('SIGINT');
    return new Promise(() => {});
  });
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tools/operate.ts', 'refresh', 'staging', '--yes'],
    { cwd: root, env: { ...process.env, AWS_ENDPOINT_URL: silent.url } },
  );

  const [complaint, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
  await silent.close();

  expect(complaint).toMatch(/^Interrupted\. The steps printed above are complete, /u);
  expect(ended).toEqual([130, null]);
});
