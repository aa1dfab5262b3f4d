/** What the suite changes in an account is undone, by a later run as well: here beside a function that remembers its settings. */

import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  TagResourceCommand,
  type TagResourceCommandInput,
  UntagResourceCommand,
} from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';

import { changesOnAws } from './changes.ts';

jest.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

const lambda = mockClient(LambdaClient);
let concurrency: number | undefined;
let tags: Record<string, string>;

beforeEach(() => {
  tags = { stage: 'Staging' };
  remember();
});

function remember(): void {
  lambda.on(GetFunctionCommand).callsFake(() => ({
    Configuration: { FunctionArn: 'arn:startups' },
    Concurrency: { ReservedConcurrentExecutions: concurrency },
    Tags: tags,
  }));
  lambda
    .on(PutFunctionConcurrencyCommand)
    .callsFake((input: { ReservedConcurrentExecutions: number }) => {
      concurrency = input.ReservedConcurrentExecutions;
    });
  lambda.on(DeleteFunctionConcurrencyCommand).callsFake(() => {
    concurrency = undefined;
  });
  lambda.on(TagResourceCommand).callsFake(({ Tags }: TagResourceCommandInput) => {
    tags = { ...tags, ...Tags };
  });
  lambda.on(UntagResourceCommand).callsFake(() => {
    tags = { stage: 'Staging' };
  });
}

test.each([undefined, 20])(
  'a function with the concurrency %s gets it back, from another run too',
  async (before) => {
    concurrency = before;
    await changesOnAws('startups-fn').disable();
    expect(concurrency).toBe(0);

    await changesOnAws('startups-fn').enable();
    expect(concurrency).toBe(before);
    expect(tags).toEqual({ stage: 'Staging' });
  },
);

test('a change that fails leaves the tag that undoes it', async () => {
  concurrency = 20;
  lambda.on(PutFunctionConcurrencyCommand).rejects(new Error('interrupted'));
  await expect(changesOnAws('startups-fn').disable()).rejects.toThrow('interrupted');
  remember();

  await changesOnAws('startups-fn').enable();
  expect([concurrency, tags]).toEqual([20, { stage: 'Staging' }]);
});

test('a function that somebody else has disabled stays disabled', async () => {
  concurrency = 0;
  await changesOnAws('startups-fn').enable();
  expect(concurrency).toBe(0);
});
