/** `npm run operate` at a deployed stage: what each command does, in which order, and what it refuses. */

import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { ExecuteStatementCommand } from '@aws-sdk/client-rds-data';

import type { Refreshed } from '../../contract/refresh-event.ts';
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
  stage.portal = everyone;
  stage.keep(everyone, stage.now - HOUR_MS);
});

const all = () => [...stage.output, ...stage.complaint].join('\n');
const idsIn = (body = '[]') => (JSON.parse(body) as { id: string }[]).map(({ id }) => id);
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
    [['refresh', 'staging', 'jobs', 'more'], 'too many arguments'],
    [['check', 'staging', '--dry-run'], "unknown option '--dry-run'"],
    [['takedown', 'staging'], 'takes the id of a founder, or --find'],
    [['takedown', 'staging', person, '--find', 'Ada'], 'takes the id of a founder, or --find'],
    [['takedown', 'staging', '17'], 'The id is a uuid, not "17".'],
    [['check', 'staging', ...ofCluster], 'give its ARN with --secret.'],
    [['apply', 'staging', ...ofCluster, '--secret', 'x'], '--cluster goes with --reader-secret.'],
    [
      ['check', 'staging', '--cluster', 'x', '--secret', 'y'],
      '--cluster takes arn:aws:rds:<region>',
    ],
  ])('%j', async (args, sentence) => {
    expect(await stage.run(...args)).toBe(2);
    expect(all()).toContain(sentence);
    expect(stage.cloudFormation.calls()).toHaveLength(0);
  });

  test.each(['accept', 'refresh', 'takedown', 'apply', 'check'])('%s --help is 0', async (name) => {
    const written: string[] = [];
    jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0);

    expect(await stage.run(name, '--help')).toBe(0);
    expect(written.join('')).toContain(`Usage: npm run operate -- ${name} [options] <stage>`);
  });
});

describe('a command that changes something', () => {
  test.each([
    ['nobody sits at the terminal', undefined, 2, /nobody can confirm: use --yes/u],
    ['something else than yes is typed', 'y', 1, /Nothing was changed: that was not "yes"/u],
  ])('changes nothing where %s', async (_, typed, code, sentence) => {
    stage.typed = typed;

    expect(await stage.run('takedown', 'staging', person)).toBe(code);
    expect(all()).toMatch(sentence);
    expect(stage.events).toEqual([]);
  });
});

describe('a stage', () => {
  test.each(['staging', 'Staging'])('called %s is the stack Staging-Service', async (name) => {
    await stage.run('refresh', name, '--dry-run');

    const [call] = stage.cloudFormation.commandCalls(DescribeStacksCommand);
    expect(call?.args[0].input).toEqual({ StackName: 'Staging-Service' });
  });

  test('that is not deployed, or lacks an output, is one sentence', async () => {
    stage.setOutputs({ Address: outputs.Address, LastGoodBucket: 'copies' });
    expect(await stage.run('check', 'staging')).toBe(1);
    stage.cloudFormation
      .on(DescribeStacksCommand)
      .rejects(awsError('ValidationError', 'Stack with id Staging-Service does not exist'));
    expect(await stage.run('check', 'staging')).toBe(1);

    expect(stage.complaint).toEqual([
      'The stack Staging-Service has no output ClusterArn: deploy the stage again.',
      'The stage is not in this account and region: set AWS_PROFILE and AWS_REGION to where it is, or deploy it (ValidationError: Stack with id Staging-Service does not exist).',
    ]);
  });

  test('that is local and was not started is one sentence', async () => {
    expect(await stage.run('check', 'local', '--folder', '/nowhere')).toBe(1);
    expect(stage.complaint).toEqual([
      'There is no local stage in /nowhere/stage.json: run npm start, or name its folder with --folder.',
    ]);
  });
});

describe('what AWS does not do is one sentence', () => {
  const ownError = (name: string, message: string) => Object.assign(new Error(message), { name });

  test.each([
    [
      awsError('AccessDenied', 'no.'),
      /^AWS does not allow this: the policy in .* does \(AccessDenied: no\)\.$/u,
    ],
    [awsError('ExpiredToken', 'old'), /^AWS does not accept the credentials: log in again/u],
    [ownError('CredentialsProviderError', 'none'), /^There are no AWS credentials: log in/u],
    [new Error('Region is missing'), /^Set AWS_REGION to the region of the stage/u],
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
  const answer = (reply: Partial<Refreshed>) => {
    stage.onRefresh = () => ({ directory: 'startups', ...reply });
  };
  const accept = async (...more: string[]) => stage.run('accept', 'staging', 'startups', ...more);
  const copy = { records: 12, cachedAt: '2026-11-20T07:00:00.000Z' };

  test('publishes a drop, with the comparison left out the second time only', async () => {
    const now = { records: 2, cachedAt: '2026-11-20T08:00:00.000Z' };
    const asked: boolean[] = [];
    stage.onRefresh = ({ acceptDrop }) => {
      asked.push(acceptDrop);
      return acceptDrop
        ? { directory: 'startups', records: 2, kept: { state: 'written' }, copy: now }
        : { directory: 'startups', failure: aDrop, copy };
    };

    expect(await accept('--yes')).toBe(0);
    expect(asked).toEqual([false, true]);
    expect(all()).toContain('is refused: 2 records are left of 12.\nPublished: 12 records');
    expect(all()).toContain('Published now: 2 records, read at 2026-11-20T08:00:00.000Z.');
  });

  test.each([
    ['a dry run', { failure: aDrop, copy }, ['--dry-run'], 0, 'Dry run: nothing was changed.'],
    ['a fresh list', { records: 1, copy }, [], 0, 'is fresh: 1 record.'],
    ['an outage', { failure: unavailable }, [], 1, 'Accepting does not help. The list startups'],
    ['another defect', { failure: anyOtherDefect }, [], 1, 'docs/runbook.md, "A list is refused"'],
  ] as const)('with %s asks once and accepts nothing', async (_, reply, more, code, sentence) => {
    answer(reply);

    expect(await accept(...more)).toBe(code);
    expect(all()).toContain(sentence);
    expect(stage.events).toEqual(['refresh of startups-fn']);
  });
});

describe('refresh', () => {
  const refresh = async (...more: string[]) => stage.run('refresh', 'staging', 'founders', ...more);

  test('reads, waits until no process remembers an older list, invalidates, and looks', async () => {
    expect(await refresh('--yes')).toBe(0);

    expect(stage.events).toEqual([
      'refresh of founders-fn',
      '72 s pass', // 60 s of memory, and the 12 s that an answer may be under way
      'invalidation of /v1/founders',
    ]);
    expect(stage.output.at(-1)).toMatch(/^Visitors of \/v1\/founders get 200, read at 2026/u);
  });

  test('takes all three lists where none is named; a dry run changes nothing', async () => {
    expect(await stage.run('refresh', 'staging', '--dry-run')).toBe(0);
    expect(stage.events).toEqual([]);
    expect(all()).toContain('reads /v1/startups, /v1/founders, /v1/jobs anew');
  });

  test.each([
    ['an older list', '2026-11-20T07:10:00.000Z', 'database'],
    ['a last-good copy', '2026-11-20T09:00:00.000Z', 'last-good'],
  ])('fails where visitors still get %s', async (_, at, source) => {
    stage.onFetch = () => stage.answer('[]', at, source);

    expect(await refresh('--yes')).toBe(1);
    expect(all()).toContain(`Visitors of /v1/founders still get 200, read at ${at} (${source})`);
  });

  test.each([
    ['an outage', unavailable, 'docs/runbook.md, "Visitors get old data"'],
    ['a refused drop', aDrop, 'run: npm run operate -- accept <stage> founders'],
  ])('invalidates nothing after %s', async (_, failure, sentence) => {
    stage.onRefresh = () => ({ directory: 'founders', failure });

    expect(await refresh('--yes')).toBe(1);
    expect(stage.events).toEqual(['refresh of founders-fn']);
    expect(all()).toContain(sentence);
  });
});

describe('takedown', () => {
  const takedown = async (id = person, ...more: string[]) =>
    stage.run('takedown', 'staging', id, ...(more.length > 0 ? more : ['--yes']));

  test('refreshes the founders, waits, invalidates, looks, and says what it cannot reach', async () => {
    expect(await takedown(person.toUpperCase())).toBe(0);

    expect(stage.output[0]).toBe(
      `Ada Example 2 (${person}) is taken out of Staging; found in the portal, the copy, the list at the edge.`,
    );
    expect(stage.events).toEqual([
      'refresh of founders-fn',
      '72 s pass',
      'invalidation of /v1/founders',
    ]);
    expect(stage.output.slice(-2).join(' ')).toMatch(
      /Ada Example 2 is taken out of Staging\. .*up to a day \(stale-if-error\).*up to seven days \(keepMs\)/u,
    );
  });

  test('is refused for an id that nobody has', async () => {
    expect(await takedown(uuidOf(9))).toBe(1);
    expect(stage.complaint.join()).toMatch(/^There is nobody with this id in Staging: .*changed/u);
    expect(stage.events).toEqual([]);
  });

  test('is refused while the portal publishes the person', async () => {
    stage.listed = everyone;

    expect(await takedown()).toBe(1);
    expect(all()).toContain('still publishes Ada Example 2: take them out of the directory there');
    expect(stage.events).toEqual([]);
  });

  test.each([
    [
      'the portal alone',
      () => {
        stage.keep(others, stage.now);
      },
    ],
    [
      'the copy alone',
      () => {
        stage.portal = others;
        stage.onFetch = () => stage.answer(JSON.stringify(others));
      },
    ],
    [
      'the list at the edge alone',
      () => {
        stage.portal = others;
        stage.copy = undefined;
        stage.onFetch = () =>
          stage.answer(JSON.stringify(stage.events.length === 0 ? everyone : others));
      },
    ],
  ])('knows a person of %s', async (place, arrange) => {
    arrange();

    expect(await takedown()).toBe(0);
    expect(stage.output[0]).toContain(`found in ${place.replace(' alone', '')}.`);
  });

  test('asks the views alone where the database is not its own', async () => {
    const { OwnerSecretArn: _, ...without } = outputs;
    stage.setOutputs(without);

    expect(await takedown()).toBe(0);
    const asked = stage.rdsData
      .commandCalls(ExecuteStatementCommand)
      .map(({ args }) => args[0].input);
    expect(asked).toEqual([expect.objectContaining({ secretArn: 'reader-secret' })]);
  });

  test('changes nothing in a dry run', async () => {
    expect(await takedown(person, '--dry-run')).toBe(0);
    expect(stage.events).toEqual([]);
    expect(stage.output.at(-1)).toBe('Dry run: nothing was changed.');
  });

  describe('where the database does not answer', () => {
    beforeEach(() => {
      stage.loseDatabase();
    });

    test('rewrites the copy without the person, under its time', async () => {
      const { metadata } = stage.copy ?? {};

      expect(await takedown()).toBe(0);
      expect(stage.events).toEqual([
        'refresh of founders-fn',
        'copy rewritten',
        '72 s pass',
        'invalidation of /v1/founders',
      ]);
      expect(idsIn(stage.copy?.body)).toEqual(others.map(({ id }) => id));
      expect(stage.copy?.metadata['cached-at']).toBe(metadata?.['cached-at']);
      expect(stage.copy?.metadata['records']).toBe('2');
      expect(all()).toContain('The portal was not read: if it publishes them, they come back.');
    });

    test.each<[string, () => void, RegExp]>([
      [
        'somebody else has just written it',
        () => {
          stage.beforeWrite = () => {
            stage.keep(everyone, stage.now);
          };
        },
        /somebody else wrote it just now/u,
      ],
    ])('fails where %s', async (_, arrange, sentence) => {
      arrange();

      expect(await takedown()).toBe(1);
      expect(all()).toMatch(sentence);
      expect(stage.events).not.toContain('invalidation of /v1/founders');
    });
  });

  test.each<[string, () => void, RegExp]>([
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
      /^Ada Example 2 is in the list at the edge again: see that the portal no longer publishes them/u,
    ],
    [
      'the edge answers with an error',
      () => (stage.onFetch = () => new Response('', { status: 503 })),
      /^The list of the founders is no list/u,
    ],
    [
      'the copy is not what the service wrote',
      () => stage.copy && (stage.copy.metadata = {}),
      /delete it \(aws s3 rm s3:\/\/copies\/v1\/founders\)/u,
    ],
    [
      'the database may not be asked',
      () =>
        stage.rdsData.on(ExecuteStatementCommand).rejects(awsError('AccessDeniedException', 'no')),
      /^AWS does not allow this/u,
    ],
  ])('fails where %s', async (_, arrange, sentence) => {
    arrange();

    expect(await takedown()).toBe(1);
    expect(stage.complaint.join('\n')).toMatch(sentence);
  });

  test.each([
    ['example 2', [`${person}  Ada Example 2, in the portal, the copy, the list at the edge`]],
    ['ADA', everyone.map(({ id }) => expect.stringContaining(id) as string)],
  ])('--find %j prints the ids and changes nothing', async (name, lines) => {
    expect(await stage.run('takedown', 'staging', '--find', name)).toBe(0);
    expect(stage.output.toSorted()).toEqual(lines);
    expect(stage.events).toEqual([]);
  });
});
