import { systemClock } from '../../../lambda/aws/clock.ts';
import { NotYet } from '../../../lambda/aws/errors.ts';
import { customResource, type Step } from '../../../lambda/deploy/step.ts';
import { type Call, type Server, startServer } from '../../../local/http-server.ts';
import { awsError } from '../../support/aws-error.ts';
import { skippingClock } from '../../support/clocks.ts';

/** A server that takes the place of CloudFormation, and receives the responses of a step. */
let server: Server;
let received: Call[];
/** Number of responses that the server will still reject. */
let rejections: number;
let pauses: number[];
let log: jest.SpyInstance;
beforeEach(async () => {
  [received, rejections, pauses] = [[], 0, []];
  server = await startServer(async (call) => {
    rejections -= 1;
    if (rejections < 0) received.push(call);
    return { statusCode: rejections < 0 ? 200 : 503, headers: {}, body: '' };
  });
  log = jest.spyOn(console, 'log').mockImplementation();
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(async () => server.close());

const succeed: Step = async () => undefined;

const ids = {
  StackId: 'arn:aws:cloudformation:eu-west-1:123456789012:stack/staging/1',
  RequestId: '0b3a2b6c',
  LogicalResourceId: 'SetUp',
};

interface Run {
  readonly kind?: 'Create' | 'Update' | 'Delete';
  readonly onDelete?: Step;
  readonly remainingMs?: number;
}

/** Handles an event, and returns the response that CloudFormation would get. */
async function run(step: Step, { kind = 'Create', onDelete, remainingMs = 300_000 }: Run = {}) {
  const clock = skippingClock((milliseconds) => void pauses.push(milliseconds));
  const event = {
    ...ids,
    RequestType: kind,
    ResponseURL: `${server.url}/answer?X-Amz-Signature=abc`,
    ...(kind !== 'Create' && { PhysicalResourceId: 'made-before' }),
    ResourceProperties: { Name: 'x' },
  };
  const context = { getRemainingTimeInMillis: () => remainingMs };
  await customResource(step, onDelete, clock)(event, context);
  return JSON.parse(String(received[0]?.body)) as Readonly<Record<string, unknown>>;
}

test('a success response has all fields that CloudFormation requires', async () => {
  const response = await run(succeed);

  expect(response).toMatchObject({ ...ids, Status: 'SUCCESS', PhysicalResourceId: 'SetUp' });
  expect(received).toMatchObject([
    {
      method: 'PUT',
      target: '/answer?X-Amz-Signature=abc',
      headers: { 'content-type': '' }, // the response URL is signed for an empty content type
    },
  ]);
  expect(received[0]?.headers).not.toHaveProperty('transfer-encoding');
});

test.each([
  ['Create', 'SetUp', 1, 0],
  ['Update', 'made-before', 1, 0],
  ['Delete', 'made-before', 0, 1],
] as const)(
  'the response to %s has the physical id %s (calls to the step: %i, calls to the clean-up: %i)',
  async (kind, PhysicalResourceId, steps, deletes) => {
    const step = jest.fn(succeed);
    const onDelete = jest.fn(succeed);

    expect(await run(step, { kind, onDelete })).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId,
    });
    const given = [expect.objectContaining({ Name: 'x' }), expect.any(AbortSignal)];
    expect([step.mock.calls.length, onDelete.mock.calls.length]).toEqual([steps, deletes]);
    expect([...step.mock.calls, ...onDelete.mock.calls]).toEqual([given]);
  },
);

test('a permanent failure is reported at once; the response has at most 4096 bytes, and its reason is on one line', async () => {
  const response = await run(async () => {
    throw new Error(`Begin\n  ${'\u0001'.repeat(9000)}`);
  });

  expect(response['Status']).toBe('FAILED');
  expect(response['Reason']).toMatch(/^Begin .*…$/u);
  expect(received[0]?.body.length).toBeLessThanOrEqual(4096);
  expect(pauses).toEqual([]);
});

test.each([
  [300_000, 288_000],
  [20_000, 10_000],
  [299_638.328, 287_638], // Lambda returns fractions
  [100, 50],
])('if the function has %i ms left, the step gets %i ms', async (remainingMs, limitMs) => {
  const schedule = jest.spyOn(systemClock, 'schedule');

  await run(succeed, { remainingMs });

  expect(schedule).toHaveBeenCalledWith(limitMs, expect.any(Function));
});

test('a step that takes too long is aborted, so that the response is sent before the function times out', async () => {
  const step = jest.fn(async () => new Promise<void>(() => undefined));

  expect(await run(step, { remainingMs: 100 })).toMatchObject({
    Status: 'FAILED',
    Reason: 'The step did not finish within 0 s',
  });
  expect(step.mock.lastCall).toMatchObject([{}, { aborted: true }]);
});

const denied = awsError('AccessDenied', 'Access Denied');
const locked = 'ERROR: canceling statement due to lock timeout; SQLState: 55P03';

test.each([
  ['access denied by S3', denied, 'a permission that was granted a moment ago'],
  ['access denied by Lambda', awsError('AccessDeniedException', 'no'), 'a permission'],
  ['access denied by KMS', awsError('KMSAccessDeniedException', 'no'), 'a permission'],
  ['access denied, with another message', new Error('No', { cause: denied }), 'a permission'],
  ['a table lock', new Error('No', { cause: awsError('DatabaseErrorException', locked) }), 'lock'],
  ['a deadlock', awsError('DatabaseErrorException', 'SQLState: 40P01'), 'lock'],
  ['a resuming database', awsError('DatabaseResumingException', ''), 'is resuming'],
  ['a failover', awsError('DatabaseUnavailableException', ''), 'not available'],
  ['a cluster without an instance', awsError('DatabaseNotFoundException', ''), 'no instance'],
  ['a disabled Data API', awsError('HttpEndpointNotEnabledException', ''), 'not enabled'],
  ['a timeout', awsError('StatementTimeoutException', ''), 'in time'],
  ['a step that is not ready', new Error('Later', { cause: new NotYet('not yet') }), 'not yet'],
])('a deployment survives a temporary failure: %s', async (_, error, reason) => {
  const step = jest.fn(succeed).mockRejectedValueOnce(error).mockRejectedValueOnce(error);

  expect(await run(step)).toMatchObject({ Status: 'SUCCESS' });
  expect(pauses).toEqual([1000, 2000]);
  expect(log).toHaveBeenCalledWith(expect.stringContaining(reason));
});

test('if access is still denied after three minutes, the deployment fails with the original message', async () => {
  const response = await run(async () => Promise.reject(denied));

  expect(response).toMatchObject({ Status: 'FAILED', Reason: 'Access Denied' });
  const waited = pauses.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThan(170_000);
  expect(waited).toBeLessThanOrEqual(180_000);
});

test('a rejected response is sent again', async () => {
  rejections = 2;

  await run(succeed);

  expect(received).toHaveLength(1);
  expect(pauses).toEqual([1000, 2000]);
});

test('the function fails if its response is always rejected, so that Lambda calls it again', async () => {
  rejections = 100;

  await expect(run(succeed)).rejects.toThrow(`The response URL returned HTTP 503`);
});
