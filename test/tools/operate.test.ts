/** `npm run operate` at a deployed stage: what each command does, in which order, and what it refuses. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { ExecuteStatementCommand } from '@aws-sdk/client-rds-data';
import { GetObjectCommand } from '@aws-sdk/client-s3';

import { root } from '../../client/esbuild.ts';
import { awsError } from '../support/aws/aws-error.ts';
import { FakeStage, outputs } from './fake-stage.ts';
import { founder, many, uuidOf } from '../support/records/records.ts';

const person = uuidOf(2);
const everyone = many(3, (number) => founder(number, { last_name: `Example ${number}` }));
const others = everyone.filter(({ id }) => id !== person);
const ofCluster = ['--cluster', outputs.ClusterArn];
const HOUR_MS = 3_600_000;

let stage: FakeStage;
beforeEach(() => {
  stage = new FakeStage();
  stage.listed = others;
  stage.keep(everyone, stage.now - HOUR_MS);
});

const all = () => [...stage.output, ...stage.complaint].join('\n');
const unavailable = { kind: 'outage', name: 'DatabaseOutage', reason: 'no answer' } as const;
const aDrop = {
  kind: 'defect',
  name: 'ListRefused',
  reason: '2 records are left of 12',
  isDrop: true,
} as const;
const anyOtherDefect = { kind: 'defect', name: 'ListRefused', reason: '9 of 12 are bad' } as const;

describe('wrong usage ends with 2, before AWS is asked', () => {
  test.each([
    [[], 'Usage: npm run operate --'],
    [['drill', 'staging'], "unknown command 'drill'"],
    [['accept', 'staging'], "missing required argument 'list'"],
    [['accept', 'staging', 'people'], 'Allowed choices are startups, founders, jobs.'],
    [['check', 'staging', '--dry-run'], "unknown option '--dry-run'"],
    [['takedown', 'staging'], 'Pass a founder id or --find'],
    [['takedown', 'staging', '17'], '"17" is not a UUID.'],
    [['check', 'staging', ...ofCluster], 'Pass its ARN with --secret.'],
    [['apply', 'staging', ...ofCluster, '--secret', 'x'], '--cluster requires --reader-secret.'],
    [
      ['check', 'staging', '--cluster', 'x', '--secret', 'y'],
      '--cluster takes arn:aws:rds:<region>',
    ],
  ])('%j', async (args, sentence) => {
    expect(await stage.run(...args)).toBe(2);
    expect(all()).toContain(sentence);
    expect(stage.cloudFormation.calls()).toHaveLength(0);
  });

  test('but --help is 0', async () => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);

    expect(await stage.run('takedown', '--help')).toBe(0);
    expect(written.mock.calls.join('')).toContain('Usage: npm run operate -- takedown [options]');
  });
});

test.each([
  ['nobody sits at the terminal', undefined, 2, /without a terminal\. Use --yes/u],
  ['something else than yes is typed', 'y', 1, /Nothing was changed: that was not "yes"/u],
])('nothing is changed where %s', async (_, typed, code, sentence) => {
  stage.typed = typed;

  expect(await stage.run('takedown', 'staging', person)).toBe(code);
  expect(all()).toMatch(sentence);
  expect(stage.events).toEqual([]);
});

describe('a stage', () => {
  test('that is not deployed, lacks an output, or was not started is one sentence', async () => {
    stage.setOutputs({ Address: outputs.Address, LastGoodBucket: 'copies' });
    expect(await stage.run('check', 'staging')).toBe(1);
    expect(await stage.run('check', 'local', '--folder', '/nowhere')).toBe(1);
    stage.cloudFormation
      .on(DescribeStacksCommand, { StackName: 'Staging-Service' })
      .rejects(awsError('ValidationError', 'Stack with id Staging-Service does not exist'));
    expect(await stage.run('check', 'staging')).toBe(1);

    expect(stage.complaint).toEqual([
      'The stack Staging-Service has no output ClusterArn: deploy the stage again.',
      'There is no local stage in /nowhere/stage.json: run npm start, or name its folder with --folder.',
      expect.stringMatching(/^The stage is not in this account and region: /u),
    ]);
  });
});

describe('what AWS does not do is one sentence', () => {
  const ofDatabase = (state: string) => awsError('DatabaseErrorException', `SQLState: ${state}`);
  const ownError = (name: string, message: string) => Object.assign(new Error(message), { name });

  test.each([
    [
      awsError('AccessDenied', 'no.'),
      /^AWS denied access\. Assume the role in .* \(AccessDenied: no\)\.$/u,
    ],
    [awsError('ExpiredToken', 'old'), /^AWS has no valid credentials of yours: log in/u],
    [ownError('CredentialsProviderError', 'none'), /^AWS has no valid credentials/u],
    [new Error('Region is missing'), /^Set AWS_REGION to the region of the stage/u],
    [awsError('HttpEndpointNotEnabledException', 'no'), /^The cluster has no Data API: aws rds/u],
    [ofDatabase('3D000'), /^There is no such database in the cluster/u],
    [ofDatabase('28P01'), /^The database does not accept user and password/u],
    [ofDatabase('42501'), /use the secret of the owner/u],
    [awsError('UnknownException', 'no'), /^AWS reports an error \(UnknownException: no\)\.$/u],
    [
      Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }),
      /^AWS, or the local stage, cannot be reached: check the network, and the region \(ENOTFOUND: getaddrinfo\)\.$/u,
    ],
  ])('%s', async (error, sentence) => {
    stage.cloudFormation.on(DescribeStacksCommand).rejects(error);

    expect(await stage.run('accept', 'staging', 'jobs')).toBe(1);
    expect(stage.complaint).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('accept', () => {
  const copy = { records: 12, cachedAt: '2026-11-20T07:00:00.000Z' };

  test.each([
    ['a fresh list', { records: 1, copy }, 0, 'is fresh: there is nothing to accept.'],
    [
      'an outage',
      { failure: unavailable },
      1,
      'accept only publishes a list that shrank. The list startups',
    ],
    ['another defect', { failure: anyOtherDefect }, 1, 'docs/runbook.md, "A list is refused"'],
  ] as const)('with %s asks once and accepts nothing', async (_, reply, code, sentence) => {
    stage.onRefresh = () => ({ directory: 'startups', ...reply });

    expect(await stage.run('accept', 'staging', 'startups')).toBe(code);
    expect(all()).toContain(sentence);
    expect(stage.events).toEqual(['refresh of startups-fn']);
  });

  test('changes nothing with --dry-run: it invokes no function', async () => {
    expect(await stage.run('accept', 'staging', 'startups', '--dry-run')).toBe(0);
    expect(all()).toContain('Dry run: nothing was changed.');
    expect(stage.events).toEqual([]);
  });
});

describe('refresh', () => {
  const refresh = async () => stage.run('refresh', 'staging', 'founders', '--yes');

  test('reads, waits until no process remembers an older list, invalidates, and looks', async () => {
    expect(await refresh()).toBe(0);

    expect(stage.events).toEqual([
      'refresh of founders-fn',
      '72 s pass', // 60 s of memory, and the 12 s that an answer may be under way
      'invalidation of /v1/founders',
    ]);
    expect(stage.output).toContain('edge: /v1/founders invalidated');
    expect(stage.output.at(-1)).toMatch(/^Visitors of \/v1\/founders get 200, read at 2026/u);
  });

  test('takes all three lists where none is named', async () => {
    expect(await stage.run('refresh', 'staging', '--dry-run')).toBe(0);
    expect(all()).toContain('reads /v1/startups, /v1/founders, /v1/jobs anew');
    expect(stage.events).toEqual([]);
  });

  test.each([
    ['an older list', '2026-11-20T07:10:00.000Z', 'database'],
    ['a last-good copy', '2026-11-20T09:00:00.000Z', 'last-good'],
  ])('fails where visitors still get %s', async (_, at, source) => {
    stage.onFetch = () => stage.answer('[]', at, source);

    expect(await refresh()).toBe(1);
    expect(all()).toContain(`Visitors of /v1/founders still get 200, read at ${at} (${source})`);
  });

  test('invalidates nothing where another process wrote the copy meanwhile', async () => {
    const copy = { records: 2, cachedAt: '2026-11-20T07:59:00.000Z' };
    const kept = { state: 'superseded' } as const;
    stage.onRefresh = () => ({ directory: 'founders', records: 2, kept, copy });

    expect(await refresh()).toBe(1);
    expect(all()).toContain('was read, but its last-good copy was not written. Run this again.');
    expect(stage.events).toEqual(['refresh of founders-fn']);
  });

  test.each([
    ['an outage', unavailable, 'docs/runbook.md, "Visitors get old data"'],
    ['a refused drop', aDrop, 'run: npm run operate -- accept <stage> founders'],
  ])('invalidates nothing after %s', async (_, failure, sentence) => {
    stage.onRefresh = () => ({ directory: 'founders', failure });

    expect(await refresh()).toBe(1);
    expect(stage.events).toEqual(['refresh of founders-fn']);
    expect(all()).toContain(sentence);
  });
});

describe('takedown', () => {
  const takedown = async (id = person) => stage.run('takedown', 'staging', id, '--yes');

  test('refreshes the founders, waits, invalidates, looks, and says what it cannot reach', async () => {
    expect(await takedown(person.toUpperCase())).toBe(0);

    expect(stage.output[0]).toBe(
      `Ada Example 2 (${person}) will be removed from Staging. Found in the copy, the list at the edge.`,
    );
    expect(stage.events).toEqual([
      'refresh of founders-fn',
      '72 s pass',
      'invalidation of /v1/founders',
    ]);
    expect(stage.output.slice(-2).join(' ')).toMatch(
      /Ada Example 2 was removed from Staging\. .*up to a day \(stale-if-error\).*up to seven days \(keepMs\)/u,
    );
  });

  test('is refused for an id that nobody has', async () => {
    expect(await takedown(uuidOf(9))).toBe(1);
    expect(all()).toMatch(/^No published founder of Staging has this id\. Nothing was changed\./u);
    expect(stage.events).toEqual([]);
  });

  test.each([
    ['the copy', everyone, others],
    ['the list at the edge', others, everyone],
  ])('knows a person of %s alone', async (place, copy, atEdge) => {
    stage.keep(copy, stage.now - HOUR_MS);
    stage.onFetch = () => stage.answer(JSON.stringify(stage.events.length === 0 ? atEdge : others));

    expect(await takedown()).toBe(0);
    expect(stage.output[0]).toContain(`Found in ${place}.`);
  });

  test('reads the portal as the reader, from the views', async () => {
    expect(await takedown()).toBe(0);
    const asked = stage.rdsData
      .commandCalls(ExecuteStatementCommand)
      .map(({ args }) => args[0].input);
    expect(asked).toEqual([expect.objectContaining({ secretArn: 'reader-secret' })]);
  });

  test('rewrites the copy without the person, under its time, where the database does not answer', async () => {
    stage.loseDatabase();
    const { metadata } = stage.copy ?? {};

    expect(await takedown()).toBe(0);
    expect(stage.events).toEqual([
      'refresh of founders-fn',
      'copy rewritten',
      '72 s pass',
      'invalidation of /v1/founders',
    ]);
    expect(JSON.parse(stage.copy?.body ?? '')).toEqual(others);
    expect(stage.copy?.metadata).toMatchObject({
      'cached-at': metadata?.['cached-at'],
      records: '2',
    });
  });

  test.each([403, 404, 429, 503, 200])(
    'goes on if the edge answers %d without a list, and says so',
    async (status) => {
      stage.onFetch = () => new Response('[{}]', { status });

      expect(await takedown()).toBe(0);
      expect(stage.events).toContain('invalidation of /v1/founders');
      expect(all()).toContain(
        `The edge returned ${status}, no list, so this continues without its list.`,
      );
      expect(all()).toContain('check: not in the copy\n');
    },
  );

  test('goes on without a copy', async () => {
    stage.loseDatabase();
    stage.copy = undefined;
    const isInvalidated = () => stage.events.includes('invalidation of /v1/founders');
    stage.onFetch = () => Response.json(isInvalidated() ? others : everyone);

    expect(await takedown()).toBe(0);
    expect(all()).toContain('check: not in the copy, not in the list at the edge\n');
  });

  test('replaces an invalid copy by a refresh', async () => {
    if (stage.copy) stage.copy.metadata = {};

    expect(await takedown()).toBe(0);
    expect(JSON.parse(stage.copy?.body ?? '')).toEqual(others);
  });

  test.each<[string, () => void, RegExp]>([
    [
      'somebody else has just written the copy that it rewrites',
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
      /^The portal still publishes Ada Example 2/u,
    ],
    [
      'the edge still has the person',
      () => (stage.onFetch = () => stage.answer(JSON.stringify(everyone))),
      /^Ada Example 2 is in the list at the edge again\. Check that the portal no longer publishes them/u,
    ],
    [
      'the copy is invalid and the database does not answer',
      () => {
        stage.loseDatabase();
        if (stage.copy) stage.copy.metadata = {};
      },
      /delete it \(aws s3 rm s3:\/\/copies\/v1\/founders\), then run this again/u,
    ],
    [
      'the copy may not be read',
      () => stage.s3.on(GetObjectCommand).rejects(awsError('AccessDenied', 'no')),
      /^AWS denied access/u,
    ],
    [
      'the database may not be asked',
      () =>
        stage.rdsData.on(ExecuteStatementCommand).rejects(awsError('AccessDeniedException', 'no')),
      /^AWS denied access/u,
    ],
  ])('fails where %s', async (_, arrange, sentence) => {
    arrange();

    expect(await takedown()).toBe(1);
    expect(stage.complaint.join('\n')).toMatch(sentence);
  });

  test.each([
    ['EXAMPLE 2', [`${person}  Ada Example 2, in the copy, the list at the edge`]],
    ['ada', everyone.map(({ id }) => expect.stringContaining(id) as string)],
  ])('--find %j prints the ids and changes nothing', async (name, lines) => {
    expect(await stage.run('takedown', 'staging', '--find', name)).toBe(0);
    expect(stage.output.toSorted()).toEqual(lines);
    expect(stage.events).toEqual([]);
  });
});

test('a command that waits for AWS ends at Ctrl-C with 130, and says what is done', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { PATH } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tools/operate.ts', 'refresh', 'staging', '--yes'],
    {
      cwd: root,
      env: {
        PATH,
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      },
    },
  );
  const complaint = text(child.stderr);

  await once(silent, 'request');
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number];
  silent.closeAllConnections();
  silent.close();

  expect(await complaint).toMatch(/^Interrupted: the steps printed above are done; /u);
  expect(code).toBe(130);
});
