import { CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { UpdateFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';

import type { Refreshed } from '../../contract/refresh.ts';
import { sha256Of } from '../../lambda/aws/copies.ts';
import { takedown } from '../../tools/takedown.ts';
import { awsError } from '../support/aws/aws-error.ts';
import { copyKey, FakeStage, listUrl } from '../support/fake-stage.ts';
import { founder, many, uuidOf } from '../support/records/records.ts';

const person = uuidOf(2);
const everyone = many(3, founder);
const others = everyone.filter(({ id }) => id !== person);
const outage: Refreshed = {
  directory: 'founders',
  failure: { kind: 'outage', name: 'DatabaseOutage', reason: 'DatabaseUnavailableException' },
};

const refused: Refreshed = {
  directory: 'founders',
  failure: {
    kind: 'defect',
    name: 'ListRefused',
    reason: '1 records are left of 3',
    isDrop: true,
  },
};

/** Pauses of these lengths, in milliseconds, are those in which it waits for that. */
const ANSWERS_IN_FLIGHT = 12_000;
const WHILE_INVALIDATED = 5000;

let stage: FakeStage;
/** The database publishes these when it is asked. */
let portal: readonly unknown[];

beforeEach(() => {
  stage = new FakeStage();
  portal = others;
  stage.keep(everyone, stage.now - 7_200_000);
  stage.keep(everyone, stage.now - 3_600_000);
  stage.onRefresh = fresh;
});

function fresh(): Refreshed {
  stage.keep(portal, stage.now);
  return { directory: 'founders', records: portal.length };
}

async function run(...more: readonly string[]): Promise<number> {
  const args = more.length === 0 ? ['staging', person, '--yes'] : more;
  return takedown.run(args, stage.terminal, stage.dependencies);
}

const idsIn = (text: string | undefined): string[] =>
  (JSON.parse(text ?? '[]') as { id: string }[]).map(({ id }) => id);

const copyNow = () => stage.bucket.current(copyKey);

type NewCopy = readonly unknown[] | 'absent' | 'unusable';

function replaceCopy(copy: NewCopy): void {
  if (typeof copy !== 'string') stage.keep(copy, stage.now);
  else stage.bucket.put(copyKey, copy === 'absent' ? undefined : '[]');
}

const writes = () => stage.bucket.mock.commandCalls(PutObjectCommand);

const updates = () =>
  stage.lambda
    .commandCalls(UpdateFunctionConfigurationCommand)
    .map(({ args: [{ input }] }) => input);

/** No command changed anything; a refresh may have been made. */
function expectNothingChanged(): void {
  expect(writes()).toEqual([]);
  expect(updates()).toEqual([]);
  expect(stage.bucket.mock.commandCalls(DeleteObjectsCommand)).toEqual([]);
  expect(stage.cloudFront.commandCalls(CreateInvalidationCommand)).toEqual([]);
}

describe('a founder whom the portal no longer publishes', () => {
  test('is taken out step by step, and each step is told', async () => {
    const code = await run();

    expect(stage.complaint).toEqual([]);
    expect(code).toBe(0);
    expect(stage.output.join('\n')).toBe(`The founder ${person} is about to be taken out of Staging.
portal        it does not publish the founder
copy          the founder is not in it
functions     founders-fn has new processes
copy          still without the founder
old versions  2 deleted
edge          /v1/founders is invalidated
check         neither the copy nor ${listUrl} holds the founder
Gone. What a browser has already fetched lives there for up to an hour.`);
    expect(stage.events).toEqual(['refresh', 'new processes', 'invalidation of /v1/founders']);
  });

  test('leaves no version of the copy but the current one, and no delete marker', async () => {
    stage.bucket.versions = [];
    stage.bucket.put(copyKey, undefined);
    stage.bucket.put(`${copyKey}-of-somebody-else`, 'x');
    stage.bucket.put(`${copyKey}-of-somebody-else`, 'y');
    stage.keep(everyone, stage.now - 3_600_000);

    expect(await run()).toBe(0);
    expect(stage.bucket.versions.map(({ key }) => key)).toEqual([
      copyKey,
      `${copyKey}-of-somebody-else`,
      `${copyKey}-of-somebody-else`,
    ]);
    expect(stage.bucket.deletions).toEqual([['v6'], ['v3']]); // no version after the marker over it
  });

  test('is found again and again, whatever the case of the id, and shows no other field', async () => {
    stage.onRefresh = () => outage;

    expect(await run('Staging', person.toUpperCase(), '--yes')).toBe(0);
    expect(idsIn(copyNow()?.body)).not.toContain(person);
    expect(await run()).toBe(0);
    await run('staging', person, '--dry-run');

    const said = [...stage.output, ...stage.complaint].join('\n');
    expect(said).not.toMatch(/Ada|Example|Chief|Startup \d/u);
  });
});

test('a founder whom the portal still publishes stays, and nothing is changed', async () => {
  portal = everyone;

  expect(await run()).toBe(1);
  expect(stage.complaint).toEqual([
    'The portal still publishes this founder: take them out of the directory there, then run this again. Nothing was changed.',
  ]);
  expect(stage.events).toEqual(['refresh']);
  expectNothingChanged();
});

describe('while the database cannot be read', () => {
  beforeEach(() => {
    stage.onRefresh = () => outage;
  });

  test('the copy is written without the founder, and is a good copy of the same time', async () => {
    const before = copyNow()?.metadata;

    expect(await run()).toBe(0);
    const { body = '', metadata } = copyNow() ?? {};
    const list = JSON.stringify(others);
    expect(body).toBe(list);
    expect(metadata).toEqual({
      ...before,
      records: '2',
      sha256: sha256Of(Buffer.from(list)),
    });
    expect(writes()[0]?.args[0].input).toMatchObject({
      Bucket: 'copies',
      ContentType: 'application/json',
      CacheControl: 'public, max-age=60, stale-if-error=86400',
    });
    expect(stage.bucket.versions).toHaveLength(1);
  });

  test('it says that the portal could not be asked, and what that means', async () => {
    await run();

    expect(stage.output[1]).toBe(
      'portal        it is not known whether it publishes the founder (DatabaseOutage: DatabaseUnavailableException); going on with what is served',
    );
    expect(stage.output.at(-2)).toContain('the portal could not be asked');
  });

  test('the copy is clean before the functions forget', async () => {
    stage.bucket.beforeWrite = () => stage.events.push('copy written');

    await run();

    expect(stage.events).toEqual([
      'refresh',
      'copy written',
      'new processes',
      'invalidation of /v1/founders',
    ]);
  });

  /** Somebody else writes the copy before so many of our writes. */
  function race(times: number): void {
    let races = 0;
    stage.bucket.beforeWrite = () => {
      races += 1;
      if (races <= times) stage.keep([...everyone, founder(10 + races)], stage.now + races);
    };
  }

  test('a copy that is written meanwhile is read again', async () => {
    race(4);

    expect(await run()).toBe(0);
    expect(writes()).toHaveLength(5);
    expect(idsIn(copyNow()?.body)).toEqual([uuidOf(1), uuidOf(3), uuidOf(14)]);
  });

  test('a copy that is written meanwhile again and again ends the try', async () => {
    race(5);

    expect(await run()).toBe(1);
    expect(writes()).toHaveLength(5);
    expect(stage.complaint).toEqual([
      'Not finished: the steps listed above are done, the others are not.',
      'The last-good copy was written by somebody else 5 times in a row: run this again in a minute.',
    ]);
  });

  test('a write that meets another one (409) is tried again', async () => {
    let conflicts = 1;
    stage.bucket.beforeWrite = () => {
      conflicts -= 1;
      if (conflicts >= 0) throw awsError('ConditionalRequestConflict', 'at the same time');
    };

    expect(await run()).toBe(0);
  });

  test('without a copy the rest is done', async () => {
    stage.bucket.put(copyKey, undefined);

    expect(await run()).toBe(0);
    expect(stage.bucket.versions).toEqual([]);
    expect(stage.bucket.deletions).toEqual([['v2', 'v1'], ['v3']]);
  });

  test.each([
    ['of other bytes', '0', 'not the bytes that were written'],
    ['that is no list', sha256Of(Buffer.from('{]')), 'no list'],
  ])('a copy %s is not rewritten: it must go', async (_, sha256, reason) => {
    const { metadata } = copyNow() ?? {};
    stage.bucket.put(copyKey, '{]', { ...metadata, sha256 });

    expect(await run()).toBe(1);
    expect(stage.complaint.at(-1)).toBe(
      `The last-good copy is not what the service wrote (${reason}): delete it (aws s3 rm s3://copies/v1/founders) and run this again.`,
    );
    expectNothingChanged();
  });

  test('a copy that may not be read is not taken for none', async () => {
    stage.bucket.mock.on(GetObjectCommand).rejects(awsError('AccessDenied', 'Access Denied'));

    expect(await run()).toBe(1);
    expect(stage.complaint[0]).toMatch(/^AWS does not allow this: .*s3:.*GetObject.*AccessDenied/u);
    expectNothingChanged();
  });

  test('a write that is not allowed ends it, with what was done', async () => {
    stage.bucket.mock.on(PutObjectCommand).rejects(awsError('AccessDenied', 'Access Denied'));

    expect(await run()).toBe(1);
    expect(stage.complaint[0]).toBe(
      'Not finished: the steps listed above are done, the others are not.',
    );
    expect(stage.complaint[1]).toMatch(/^AWS does not allow this: .*s3:.*PutObject.*AccessDenied/u);
  });
});

test.each<[string, Refreshed | { readonly error: string }, string]>([
  ['a function that fails', { error: 'out of memory' }, 'out of memory'],
  ['a read that was not kept', { directory: 'founders', records: 2 }, 'not kept as the last-good'],
  ['a list that is refused', refused, 'ListRefused: 1 records are left of 3'],
])('%s does not tell what the portal publishes, and the copy is cleaned', async (_, told, why) => {
  stage.onRefresh = () => told;

  expect(await run()).toBe(0);
  expect(stage.output[1]).toContain(why);
  expect(idsIn(copyNow()?.body)).not.toContain(person);
});

describe('the function', () => {
  const pausesOf = async (statuses: readonly string[]) => {
    const pauses: number[] = [];
    stage.onPause = (milliseconds) => pauses.push(milliseconds);
    stage.functionStatuses = [...statuses];
    await run();
    return pauses.filter((milliseconds) => milliseconds !== WHILE_INVALIDATED);
  };

  test('keeps its variables and gets a new one at each run, over nobody else’s change', async () => {
    await run();
    await run();

    const [first, second] = updates();
    expect(first).toEqual({
      FunctionName: 'founders-fn',
      Environment: {
        Variables: {
          MEMORY_SECONDS: '60',
          DATABASE_NAME: 'portal',
          FORGET_BEFORE: '2026-11-20T08:00:00.000Z',
        },
      },
      RevisionId: 'r1',
    });
    expect(second?.Environment?.Variables).not.toEqual(first?.Environment?.Variables);
  });

  test.each([
    ['its change', [], [1000, 1000, ANSWERS_IN_FLIGHT]],
    ['a change of somebody else first', ['InProgress'], [1000, 1000, 1000, ANSWERS_IN_FLIGHT]],
  ])('is waited for: %s, and then the answers in flight', async (_, statuses, pauses) => {
    expect(await pausesOf(statuses)).toEqual(pauses);
  });

  test('whose variables cannot be read is not written over', async () => {
    stage.variables = undefined;

    expect(await run()).toBe(1);
    expect(stage.complaint.at(-1)).toBe(
      'The variables of the function founders-fn cannot be read: deploy the stage again, then run this again.',
    );
    expect(updates()).toEqual([]);
  });

  test.each([
    ['fails', ['InProgress', 'Failed'], '(Failed: no reason given): run this again.', 1],
    ['does not end in five minutes', Array<string>(400).fill('InProgress'), '(InProgress: ', 300],
  ])('of which the change %s has not taken it', async (_, statuses, words, pauses) => {
    stage.lambda.on(UpdateFunctionConfigurationCommand).callsFake(() => {
      stage.functionStatuses = [...statuses];
      return {};
    });

    expect(await pausesOf([])).toHaveLength(pauses);
    expect(stage.complaint.at(-1)).toContain(
      'The function founders-fn did not take its new configuration',
    );
    expect(stage.complaint.at(-1)).toContain(words);
  });
});

describe('old versions', () => {
  test('are read from all pages, and deleted a thousand at a time', async () => {
    stage.bucket.pageSize = 1000;
    for (let count = 0; count < 2000; count += 1) stage.bucket.put(copyKey, '[]');

    expect(await run()).toBe(0);
    expect(stage.bucket.deletions.map((ids) => ids.length)).toEqual([1000, 1000, 2]);
    expect(stage.bucket.versions).toHaveLength(1);
    expect(idsIn(copyNow()?.body)).toEqual(others.map(({ id }) => id));
  });

  test('of which there are none are not asked to be deleted', async () => {
    stage.bucket.versions = [];

    expect(await run()).toBe(0);
    expect(stage.output).toContain('old versions  there were none');
    expect(stage.bucket.deletions).toEqual([]);
  });

  test('that S3 does not delete end in an error', async () => {
    const denied = { VersionId: 'v1', Code: 'AccessDenied', Message: 'Access Denied' };
    stage.bucket.mock.on(DeleteObjectsCommand).resolves({ Errors: [denied] });

    expect(await run()).toBe(1);
    expect(stage.complaint.at(-1)).toBe(
      "1 of the copy's old versions could not be deleted (AccessDenied: Access Denied): the caller needs s3:DeleteObjectVersion on the bucket copies; then run this again.",
    );
  });
});

test('a copy that an answer in flight brings the founder back into is cleaned again, and forgotten again', async () => {
  let inFlight = 1;
  stage.onPause = (milliseconds) => {
    if (milliseconds !== ANSWERS_IN_FLIGHT) return;
    inFlight -= 1;
    if (inFlight === 0) stage.keep(everyone, stage.now);
  };

  expect(await run()).toBe(0);
  expect(stage.output).toContain('copy          the founder was back, and is removed');
  expect(stage.events).toEqual([
    'refresh',
    'new processes',
    'new processes',
    'invalidation of /v1/founders',
  ]);
  expect(stage.bucket.versions).toHaveLength(1);
  expect(idsIn(copyNow()?.body)).not.toContain(person);
});

test('a founder who comes back again and again is published by the portal', async () => {
  stage.onPause = () => {
    stage.keep(everyone, stage.now);
  };

  expect(await run()).toBe(1);
  expect(stage.complaint.at(-1)).toContain('came back into the copy 3 times');
});

describe('the check at the end', () => {
  test.each<[string, () => Response, string]>([
    ['still holds the founder', () => new Response(JSON.stringify(everyone)), 'still holds the'],
    ['answers with an error', () => new Response('{}', { status: 503 }), 'it answers 503'],
    ['answers with something else', () => new Response('<p>'), 'it does not answer with a list'],
    [
      'does not answer',
      () => {
        throw new TypeError('fetch failed');
      },
      'it does not answer',
    ],
  ])('fails where the address %s', async (_, answer, why) => {
    stage.onFetch = answer;

    expect(await run()).toBe(1);
    expect(stage.complaint.at(-1)).toContain(why);
    expect(stage.complaint.at(-1)).toContain('run this again');
  });

  test.each<[string, NewCopy, string]>([
    ['holds the founder once more', everyone, 'holds the founder again.'],
    ['is unusable', 'unusable', 'is unusable: another format.'],
  ])('fails where the copy %s', async (_, copy, words) => {
    stage.onPause = (milliseconds) => {
      if (milliseconds === WHILE_INVALIDATED) replaceCopy(copy);
    };
    stage.onFetch = () => new Response('[]');

    expect(await run()).toBe(1);
    expect(stage.complaint.at(-1)).toContain(`The last-good copy ${words}`);
  });
});

describe('--dry-run', () => {
  test('counts, and changes nothing, not even by a refresh', async () => {
    expect(await run('staging', person, '--dry-run')).toBe(0);
    expect(stage.output.join('\n')).toBe(`Nothing is changed. A takedown of ${person} in Staging:
portal        founders-fn would be asked for a refresh first
copy          s3://copies/v1/founders: yes, the founder is in it and would be removed
functions     founders-fn would get new processes
old versions  1 would be deleted
edge          /v1/founders of E1 would be invalidated
check         the copy and ${listUrl} would be looked at`);
    expect(stage.events).toEqual([]);
    expectNothingChanged();
  });

  test.each<[string, NewCopy, string]>([
    ['without the founder', others, 'no, the founder is not in it'],
    ['that is not there', 'absent', 'there is no copy'],
    ['that is unusable', 'unusable', 'unusable (another format)'],
  ])('tells of a copy %s', async (_, copy, words) => {
    replaceCopy(copy);

    expect(await run('staging', person, '--dry-run')).toBe(0);
    expect(stage.output[2]).toContain(words);
  });
});

describe('a person is asked to type the name of the list', () => {
  const runTyping = async (word: string) =>
    takedown.run(
      ['staging', person],
      { ...stage.terminal, ask: async () => word },
      stage.dependencies,
    );

  test('and then it goes on', async () => {
    expect(await runTyping('founders')).toBe(0);
  });

  test('and another word changes nothing, not even by a refresh', async () => {
    expect(await runTyping('yes')).toBe(1);
    expect(stage.complaint).toEqual(['Nothing was changed: that was not "founders".']);
    expect(stage.events).toEqual([]);
    expectNothingChanged();
  });
});

test('a founder id that is no uuid is refused before anything is read', async () => {
  expect(await run('staging', 'ada')).toBe(2);
  expect(stage.complaint).toEqual([
    'The founder id is a uuid, not "ada". See: npm run takedown -- --help',
  ]);
  expect(stage.cloudFormation.calls()).toHaveLength(0);
});
