import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { Uint8ArrayBlobAdapter } from '@smithy/core/serde';
import { mockClient } from 'aws-sdk-client-mock';

import type { Refreshed } from '../../../contract/refresh.ts';
import { firstCopiesStep } from '../../../lambda/deploy/first-copies.ts';
import { awsError } from '../../support/aws/aws-error.ts';

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
  name: 'ListRefused',
  reason: 'it lost 80 of 120',
  isDrop: true,
} as const;
const defect = { kind: 'defect', name: 'DatabaseDefect', reason: 'no column "slug"' } as const;

function payload(answer: unknown) {
  return { Payload: Uint8ArrayBlobAdapter.fromString(JSON.stringify(answer)) };
}

/** What the function of the startups answers, the last one for ever. */
function answers(...all: readonly Partial<Refreshed>[]): void {
  const invoked = lambda.on(InvokeCommand);
  for (const answer of all) invoked.resolvesOnce(payload({ directory: 'startups', ...answer }));
  invoked.resolves(payload({ directory: 'startups', ...all.at(-1) }));
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

test.each<[string, Partial<Refreshed>]>([
  [
    'that the database is away, with a copy that could be written again',
    { failure: outage, kept, copy },
  ],
  [
    'that the list has shrunk, with a copy that could be written again',
    { failure: refused, kept, copy },
  ],
  ['that a list has no records', { records: 0, kept, copy: { ...copy, records: 0 } }],
])('it does not matter %s', async (_, answer) => {
  answers(answer);

  await expect(run()).resolves.toBeUndefined();
  expect(pauses).toEqual([]);
});

const another = 'its function startups-fn does not answer a refresh as it should';
const notWritten =
  "and the last-good copy could not be written (AccessDenied): look at the function's permissions on the bucket";

test.each<[string, object, string]>([
  [
    'a defect, even with a copy',
    payload({ directory: 'startups', failure: defect, copy }),
    'DatabaseDefect: no column "slug"',
  ],
  [
    'a failure that nobody foresaw',
    payload({
      directory: 'startups',
      failure: { kind: 'defect', name: 'TypeError', reason: 'x' },
      copy,
    }),
    'TypeError: x',
  ],
  [
    'a list that is refused without a copy',
    payload({ directory: 'startups', failure: refused }),
    'ListRefused: it lost 80 of 120, and there is no last-good copy',
  ],
  [
    'nothing at all',
    payload({ directory: 'startups' }),
    'the function read nothing and has no last-good copy',
  ],
  ['an answer of something else', payload({ statusCode: 200, body: '[]' }), another],
  ['null', payload(null), another],
  [
    'a function that fails with its own words',
    {
      FunctionError: 'Unhandled',
      ...payload({ errorType: 'Error', errorMessage: 'LAST_GOOD_BUCKET is not set' }),
    },
    'its function startups-fn fails (Error: LAST_GOOD_BUCKET is not set)',
  ],
  [
    'a function that fails without words',
    { FunctionError: 'Unhandled' },
    'its function startups-fn fails (Unhandled)',
  ],
])('%s fails the deployment', async (_, answer, reason) => {
  lambda.on(InvokeCommand).resolves(answer);

  await expect(run()).rejects.toThrow(`The directory startups cannot be served: ${reason}.`);
  expect(pauses).toEqual([]);
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

test.each<[string, Partial<Refreshed>, string]>([
  [
    'a permission to write what it read, which may not be known everywhere yet, even with a previous copy',
    { records: 120, kept: refusedWrite, copy },
    `120 records were read, ${notWritten}`,
  ],
  [
    'a permission to write, while nothing can be read',
    { failure: outage, kept: refusedWrite, copy },
    `DatabaseOutage, ${notWritten}`,
  ],
  [
    'a permission to read',
    { failure: { ...defect, reason: 'AccessDeniedException, HTTP 403' }, copy },
    'DatabaseDefect: AccessDeniedException, HTTP 403',
  ],
  [
    'a database without a copy',
    { failure: outage },
    'DatabaseOutage: resuming, and there is no last-good copy',
  ],
])('%s is waited for, and fails the deployment in the end', async (_, answer, reason) => {
  answers(answer);

  await expect(run()).rejects.toThrow(`The directory startups cannot be served: ${reason}.`);
  expect(pauses.length).toBeGreaterThan(5);
});

test('a permission to call the function that is not known there yet is asked about again', async () => {
  lambda
    .on(InvokeCommand)
    .rejectsOnce(awsError('AccessDeniedException', 'not authorized'))
    .resolves(payload(good));

  await run();

  expect(pauses).toEqual([1000]);
});

test('a copy that another process wrote at the same time is asked about again', async () => {
  answers({ ...good, kept: { state: 'superseded' } }, good);

  await run();

  expect(pauses).toEqual([1000]);
});

test('an outage without a copy is waited out', async () => {
  answers({ failure: outage }, { failure: outage }, good);

  await run();

  expect(pauses).toEqual([1000, 2000]);
  expect(log).toHaveBeenCalledWith(
    'startups: DatabaseOutage: resuming, and there is no last-good copy; waited 0 s, asking again in 1 s',
  );
});

test('each directory that cannot be served is named', async () => {
  answers({ failure: defect });

  await expect(run({ startups: 'a', jobs: 'b' })).rejects.toThrow(
    /^The directory startups cannot be served: .* The directory jobs cannot be served: /u,
  );
});

test('a function without a name is a mistake of the stack', async () => {
  await expect(run({ startups: 1 })).rejects.toThrow(
    /^The property Functions.startups of the custom resource is missing or wrong: /u,
  );
});
