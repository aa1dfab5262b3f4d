import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { Uint8ArrayBlobAdapter } from '@smithy/core/serde';
import { mockClient } from 'aws-sdk-client-mock';

import type { Refreshed } from '../../contract/refresh.ts';
import { firstCopiesStep } from '../../deploy/first-copies.ts';
import { awsError } from '../support/aws/aws-error.ts';

const lambda = mockClient(LambdaClient);
const pauses: number[] = [];
let log: jest.SpyInstance;
beforeEach(() => {
  lambda.reset();
  pauses.length = 0;
  log = jest.spyOn(console, 'log').mockImplementation();
});

const copy = { records: 120, cachedAt: '2026-11-20T08:00:00.000Z' };
const kept = { state: 'written' } as const;
const good: Refreshed = { directory: 'startups', records: 120, kept, copy };
const refusedWrite = { state: 'failed', reason: 'AccessDenied' } as const;
const outage = { kind: 'outage', name: 'DatabaseOutage', reason: 'resuming' } as const;
const refused = {
  kind: 'defect',
  name: 'SnapshotRefused',
  reason: 'it lost 80 of 120',
  isDrop: true,
} as const;
const defect = { kind: 'defect', name: 'DatabaseDefect', reason: 'no column "slug"' } as const;

function payload(answer: unknown): Uint8ArrayBlobAdapter {
  return Uint8ArrayBlobAdapter.fromString(JSON.stringify(answer));
}

async function run(functions: unknown = { startups: 'startups-fn' }): Promise<void> {
  let now = 0;
  const waiting = {
    now: () => now,
    pause: async (milliseconds: number) => {
      pauses.push(milliseconds);
      now += milliseconds;
    },
  };
  const signal = new AbortController().signal;
  await firstCopiesStep(waiting, new LambdaClient({}))({ Functions: functions }, signal);
}

const answers = (answer: unknown) =>
  lambda.on(InvokeCommand).resolves({ Payload: payload(answer) });

test('every function is asked for a refresh that accepts no drop and writes', async () => {
  answers(good);

  await run({ startups: 'startups-fn', founders: 'founders-fn', jobs: 'jobs-fn' });

  const inputs = lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input);
  expect(inputs).toEqual(
    ['startups-fn', 'founders-fn', 'jobs-fn'].map((FunctionName) => ({
      FunctionName,
      Payload: '{"refresh":{"acceptDrop":false,"proveWrite":true}}',
    })),
  );
  expect(log).toHaveBeenCalledWith('startups: 120 records, read at 2026-11-20T08:00:00.000Z');
});

test.each([
  ['the database is away', outage],
  ['the list has shrunk', refused],
])('with a copy that could be written again it does not matter that %s', async (_, failure) => {
  answers({ directory: 'startups', failure, kept, copy });

  await expect(run()).resolves.toBeUndefined();
  expect(pauses).toEqual([]);
});

test('a list without records is as good as any', async () => {
  answers({ directory: 'jobs', records: 0, kept, copy: { ...copy, records: 0 } });

  await expect(run({ jobs: 'jobs-fn' })).resolves.toBeUndefined();
});

test.each<[string, unknown, string]>([
  [
    'a defect, even with a copy',
    { directory: 'startups', failure: defect, copy },
    'DatabaseDefect: no column "slug"',
  ],
  [
    'a failure that nobody foresaw',
    { directory: 'startups', failure: { kind: 'defect', name: 'TypeError', reason: 'x' }, copy },
    'TypeError: x',
  ],
  [
    'a list that is refused without a copy',
    { directory: 'startups', failure: refused },
    'SnapshotRefused: it lost 80 of 120, and there is no last-good copy',
  ],
  [
    'nothing at all',
    { directory: 'startups' },
    'the function read nothing and has no last-good copy',
  ],
  [
    'an answer of something else',
    { statusCode: 200, body: '[]' },
    'its function startups-fn does not answer a refresh as it should',
  ],
  ['null', null, 'its function startups-fn does not answer a refresh as it should'],
])('%s fails the deployment', async (_, answer, reason) => {
  answers(answer);

  await expect(run()).rejects.toThrow(`The directory startups cannot be served: ${reason}.`);
  expect(pauses).toEqual([]);
});

test.each<[string, unknown, string]>([
  [
    'to write what it read, though there is a previous copy',
    { directory: 'startups', records: 120, kept: refusedWrite, copy },
    "120 records were read, and the last-good copy could not be written (AccessDenied): look at the function's permissions on the bucket",
  ],
  [
    'to write, while nothing can be read',
    { directory: 'startups', failure: outage, kept: refusedWrite, copy },
    "DatabaseOutage, and the last-good copy could not be written (AccessDenied): look at the function's permissions on the bucket",
  ],
  [
    'to read',
    {
      directory: 'startups',
      failure: { ...defect, reason: 'AccessDeniedException, HTTP 403' },
      copy,
    },
    'DatabaseDefect: AccessDeniedException, HTTP 403',
  ],
])(
  'the permission %s, which may not be known everywhere yet, is waited for',
  async (_, answer, reason) => {
    answers(answer);

    await expect(run()).rejects.toThrow(`The directory startups cannot be served: ${reason}.`);
    expect(pauses.length).toBeGreaterThan(5);
  },
);

test.each<[string, () => void]>([
  [
    'a permission to call the function that is not known there yet',
    () => {
      lambda
        .on(InvokeCommand)
        .rejectsOnce(awsError('AccessDeniedException', 'not authorized'))
        .resolves({ Payload: payload(good) });
    },
  ],
  [
    'a copy that another process wrote at the same time',
    () => {
      lambda
        .on(InvokeCommand)
        .resolvesOnce({ Payload: payload({ ...good, kept: { state: 'superseded' } }) })
        .resolves({ Payload: payload(good) });
    },
  ],
])('%s is asked about again', async (_, answer) => {
  answer();

  await run();

  expect(pauses).toEqual([1000]);
});

test('a function that fails is told with its own words', async () => {
  lambda.on(InvokeCommand).resolves({
    FunctionError: 'Unhandled',
    Payload: payload({ errorType: 'Error', errorMessage: 'LAST_GOOD_BUCKET is not set' }),
  });

  await expect(run()).rejects.toThrow(
    'The directory startups cannot be served: its function startups-fn fails (Error: LAST_GOOD_BUCKET is not set).',
  );
});

test('a function that fails without words is told too', async () => {
  lambda.on(InvokeCommand).resolves({ FunctionError: 'Unhandled' });

  await expect(run()).rejects.toThrow('its function startups-fn fails (Unhandled).');
});

test('a function that is not there fails the deployment', async () => {
  lambda
    .on(InvokeCommand)
    .rejects(
      new ResourceNotFoundException({ message: 'Function not found: startups-fn', $metadata: {} }),
    );

  await expect(run()).rejects.toThrow(
    'The directory startups cannot be served: Function not found: startups-fn.',
  );
});

test('an outage without a copy is waited out', async () => {
  lambda
    .on(InvokeCommand)
    .resolvesOnce({ Payload: payload({ directory: 'startups', failure: outage }) })
    .resolvesOnce({ Payload: payload({ directory: 'startups', failure: outage }) })
    .resolves({ Payload: payload(good) });

  await run();

  expect(pauses).toEqual([1000, 2000]);
  expect(log).toHaveBeenCalledWith(
    'startups: DatabaseOutage: resuming, and there is no last-good copy; waited 0 s, asking again in 1 s',
  );
});

test('an outage without a copy that lasts fails the deployment', async () => {
  answers({ directory: 'startups', failure: outage });

  await expect(run()).rejects.toThrow('DatabaseOutage: resuming, and there is no last-good copy.');
});

test('each directory that cannot be served is named', async () => {
  answers({ directory: 'any', failure: defect });

  await expect(run({ startups: 'a', jobs: 'b' })).rejects.toThrow(
    /^The directory startups cannot be served: .* The directory jobs cannot be served: /u,
  );
});

test.each([undefined, 'startups', { startups: 1 }])(
  'functions that are not named are a mistake of the stack: %j',
  async (functions) => {
    await expect(run(functions ?? 0)).rejects.toThrow(
      /^The property Functions.* of the custom resource is missing or wrong: /u,
    );
  },
);
