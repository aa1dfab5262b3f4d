import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { Uint8ArrayBlobAdapter } from '@smithy/core/serde';
import { mockClient } from 'aws-sdk-client-mock';

import type { Refreshed } from '../../../contract/refresh-event.ts';
import { whyAgain } from '../../../lambda/aws/errors.ts';
import { firstCopies } from '../../../lambda/deploy/first-copies.ts';
import { awsError } from '../../support/aws-error.ts';

const lambda = mockClient(LambdaClient);
let log: jest.SpyInstance;
beforeEach(() => {
  lambda.reset();
  log = jest.spyOn(console, 'log').mockImplementation();
});

const copy = { records: 120, cachedAt: '2026-11-20T08:00:00.000Z' };
const copyWrite = { state: 'written' } as const;
const notKept = { state: 'failed', reason: 'AccessDenied' } as const;
const outage = { kind: 'outage', name: 'DatabaseOutage', reason: 'resuming' } as const;
const refused = { kind: 'defect', name: 'ListRefused', reason: '80 of 120', isDrop: true } as const;
const defect = { kind: 'defect', name: 'DatabaseDefect', reason: 'no column "slug"' } as const;
const denied = { ...defect, reason: 'AccessDeniedException, HTTP 403' };

function payload(answer: unknown) {
  return { Payload: Uint8ArrayBlobAdapter.fromString(JSON.stringify(answer)) };
}

const startups = (answer: Partial<Refreshed>) => payload({ directory: 'startups', ...answer });

/** Runs the step. If the step fails, returns the message of its error, and whether the step is retried. */
async function run(Functions: Readonly<Record<string, string>> = { startups: 'startups-fn' }) {
  const { signal } = new AbortController();
  const done = firstCopies(new LambdaClient({}))({ Functions }, signal);
  return done.then(
    () => undefined,
    (error: unknown) => [
      error instanceof Error ? error.message : '',
      whyAgain(error) === undefined ? 'is not retried' : 'is retried',
    ],
  );
}

test('the step makes every function refresh its list, without accepting a drop', async () => {
  lambda.on(InvokeCommand).resolves(startups({ records: 120, copyWrite, copy }));

  expect(await run({ startups: 'a', founders: 'b', jobs: 'c' })).toBeUndefined();

  expect(lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input)).toEqual(
    ['a', 'b', 'c'].map((FunctionName) => ({
      FunctionName,
      Payload: '{"refresh":{"acceptDrop":false}}',
    })),
  );
  expect(log).toHaveBeenCalledWith('startups: 120 records, read at 2026-11-20T08:00:00.000Z');
});

test.each<[string, Partial<Refreshed>]>([
  ['an outage', { failure: outage, copyWrite, copy }],
  ['a refused list', { failure: refused, copyWrite, copy }],
])('the step succeeds despite %s if a copy was written', async (_, answer) => {
  lambda.on(InvokeCommand).resolves(startups(answer));

  expect(await run()).toBeUndefined();
});

const permissions = "the function's permissions on the bucket";
const notWritten = (why: string) => `no last-good copy was written (${why}): check ${permissions}`;
const fails = 'the function startups-fn';

// prettier-ignore
test.each<[tried: string, reason: string, answer: object]>([
  ['is not retried', 'DatabaseDefect: no column "slug"', startups({ failure: defect, copyWrite, copy })],
  ['is retried', `DatabaseDefect: ${denied.reason}`, startups({ failure: denied, copyWrite, copy })],
  ['is retried', `the list was read, but ${notWritten('AccessDenied')}`, startups({ records: 1, copyWrite: notKept, copy })],
  ['is retried', `DatabaseOutage: resuming, and ${notWritten('AccessDenied')}`, startups({ failure: outage, copyWrite: notKept, copy })],
  ['is retried', `DatabaseOutage: resuming, and no last-good copy was found: check the database, and ${permissions}`, startups({ failure: outage })],
  ['is retried', 'the list was read, but another process has just written the copy: deploy again', startups({ records: 1, copyWrite: { state: 'superseded' }, copy })],
  ['is not retried', `${fails} did not return a report on the refresh`, payload({ statusCode: 200 })],
  ['is not retried', `${fails} did not return a report on the refresh`, payload(null)],
  ['is not retried', `${fails} failed (Unhandled)`, { FunctionError: 'Unhandled' }],
  ['is not retried', `${fails} failed (Error: x is not set)`, { FunctionError: 'Unhandled', ...payload({ errorType: 'Error', errorMessage: 'x is not set' }) }],
])('a failed step %s if its message ends with: %s', async (tried, reason, answer) => {
  lambda.on(InvokeCommand).resolves(answer);

  expect(await run()).toEqual([`The directory startups could not be refreshed: ${reason}`, tried]);
});

test.each([
  ['AccessDeniedException', 'is retried'],
  ['ResourceNotFoundException', 'is not retried'],
])('after %s, the step %s', async (name, tried) => {
  lambda.on(InvokeCommand).rejects(awsError(name, 'no'));

  expect(await run()).toEqual(['The directory startups could not be refreshed: no', tried]);
});
