import { NotYet } from '../../../lambda/aws/retry.ts';
import { systemClock } from '../../../lambda/aws/clock.ts';
import { customResource, type Step } from '../../../lambda/deploy/step.ts';
import { type AnswerBox, answerBox, resourceEvent } from './answer-box.ts';
import { awsError } from '../../support/aws-error.ts';
import { skippingClock } from '../../support/skipping-clock.ts';

let box: AnswerBox;
let pauses: number[];
let log: jest.SpyInstance;
beforeEach(async () => {
  pauses = [];
  box = await answerBox();
  log = jest.spyOn(console, 'log').mockImplementation();
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(async () => box.close());

const succeed: Step = async () => undefined;

async function run(
  step: Step,
  {
    kind = 'Create',
    onDelete = succeed,
    remainingMs = 300_000,
  }: { kind?: 'Create' | 'Update' | 'Delete'; onDelete?: Step; remainingMs?: number } = {},
): Promise<void> {
  const clock = skippingClock((milliseconds) => void pauses.push(milliseconds));
  const handler = customResource(step, onDelete, clock);
  const context = { getRemainingTimeInMillis: () => remainingMs };
  await handler(resourceEvent(kind, box.url, { Name: 'x' }), context);
}

test('a success is answered with everything that CloudFormation asks for', async () => {
  await run(succeed);

  expect(box.received).toMatchObject([
    {
      method: 'PUT',
      path: '/answer?X-Amz-Signature=abc',
      headers: { 'content-type': '' }, // for which the address is signed
      body: {
        Status: 'SUCCESS',
        PhysicalResourceId: 'SetUp',
        StackId: 'arn:aws:cloudformation:eu-west-1:123456789012:stack/staging/1',
        RequestId: '0b3a2b6c',
        LogicalResourceId: 'SetUp',
      },
    },
  ]);
  expect(box.received[0]?.headers).not.toHaveProperty('transfer-encoding');
});

test.each([
  ['Create', 'SetUp', 1, 0],
  ['Update', 'made-before', 1, 0],
  ['Delete', 'made-before', 0, 1],
] as const)(
  '%s keeps the physical id %s, does the step %i times and clears away %i times',
  async (kind, PhysicalResourceId, steps, deletes) => {
    const step = jest.fn(succeed);
    const onDelete = jest.fn(succeed);

    await run(step, { kind, onDelete });

    expect(box.received[0]?.body).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId });
    const given = [expect.objectContaining({ Name: 'x' }), expect.any(AbortSignal)];
    expect([step.mock.calls.length, onDelete.mock.calls.length]).toEqual([steps, deletes]);
    expect([...step.mock.calls, ...onDelete.mock.calls]).toEqual([given]);
  },
);

test('a failure has its message as the reason, on one line and at once, in a body of 4096 bytes at most', async () => {
  await run(async () => {
    throw new Error(`Begin\n  ${'\u0001'.repeat(9000)}`);
  });

  expect(box.received[0]?.body['Status']).toBe('FAILED');
  expect(box.received[0]?.body['Reason']).toMatch(/^Begin .*…$/u);
  expect(box.received[0]?.bytes).toBeLessThanOrEqual(4096);
  expect(pauses).toEqual([]);
});

test.each([
  [300_000, 288_000],
  [20_000, 10_000],
  [299_638.328, 287_638], // Lambda gives fractions
  [100, 50],
])('of %i ms that Lambda leaves, the step has %i', async (remainingMs, limitMs) => {
  const schedule = jest.spyOn(systemClock, 'schedule');

  await run(succeed, { remainingMs });

  expect(schedule).toHaveBeenCalledWith(limitMs, expect.any(Function));
});

test('a step that takes too long is told to stop, and answered in time', async () => {
  let signal: AbortSignal | undefined;

  await run(
    async (_properties, given) => {
      signal = given;
      await new Promise(() => undefined);
    },
    { remainingMs: 100 },
  );

  expect(signal?.aborted).toBe(true);
  expect(box.received[0]?.body).toMatchObject({
    Status: 'FAILED',
    Reason: 'The step did not finish within 0 s',
  });
});

const denied = awsError('AccessDenied', 'Access Denied');
const locked = 'ERROR: canceling statement due to lock timeout; SQLState: 55P03';

test.each([
  ['a refusal of S3', denied, 'a permission that was granted a moment ago'],
  ['a refusal of Lambda', awsError('AccessDeniedException', 'no'), 'a permission'],
  ['a refusal of a key', awsError('KMSAccessDeniedException', 'no'), 'a permission'],
  ['a refusal in the words of a step', new Error('No', { cause: denied }), 'a permission'],
  ['a lock', new Error('No', { cause: awsError('DatabaseErrorException', locked) }), 'lock'],
  ['a deadlock', awsError('DatabaseErrorException', 'SQLState: 40P01'), 'lock'],
  ['a resuming database', awsError('DatabaseResumingException', ''), 'waking up'],
  ['a failover', awsError('DatabaseUnavailableException', ''), 'not available'],
  ['no instance', awsError('DatabaseNotFoundException', ''), 'no instance'],
  ['no Data API', awsError('HttpEndpointNotEnabledException', ''), 'not enabled'],
  ['a timeout', awsError('StatementTimeoutException', ''), 'in time'],
  ['what a step says', new Error('Later', { cause: new NotYet('not yet') }), 'not yet'],
])('%s that passes fails no deployment', async (_, error, reason) => {
  const step = jest.fn(succeed).mockRejectedValueOnce(error).mockRejectedValueOnce(error);

  await run(step);

  expect(box.received[0]?.body).toMatchObject({ Status: 'SUCCESS' });
  expect(pauses).toEqual([1000, 2000]);
  expect(log).toHaveBeenCalledWith(expect.stringContaining(reason));
});

test('a refusal that lasts fails the deployment after three minutes, in its own words', async () => {
  await run(async () => Promise.reject(denied));

  expect(box.received[0]?.body).toMatchObject({ Status: 'FAILED', Reason: 'Access Denied' });
  const waited = pauses.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThan(170_000);
  expect(waited).toBeLessThanOrEqual(180_000);
});

test('a response that is turned away is sent again', async () => {
  box.turnAway = 2;

  await run(succeed);

  expect(box.received).toHaveLength(1);
  expect(pauses).toEqual([1000, 2000]);
});

test('a response that nobody takes fails the function, so that Lambda calls it again', async () => {
  box.turnAway = 100;

  await expect(run(succeed)).rejects.toThrow(`CloudFormation's address answered HTTP 503`);
});
