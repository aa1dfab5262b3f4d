import { customResource, type Step } from '../../../lambda/deploy/custom-resource.ts';
import { SetUpError } from '../../../lambda/deploy/database/sql-files.ts';
import { type AnswerBox, answerBox, resourceEvent } from '../../support/aws/answer-box.ts';
import { awsError } from '../../support/aws/aws-error.ts';

const FIVE_MINUTES_MS = 300_000;

let box: AnswerBox;
let complain: jest.SpyInstance;
let pauses: number[];
beforeEach(async () => {
  pauses = [];
  box = await answerBox();
  complain = jest.spyOn(console, 'error').mockImplementation();
});
afterEach(async () => box.close());

const run = async (
  step: Step,
  kind: 'Create' | 'Update' | 'Delete' = 'Create',
  remainingMs = FIVE_MINUTES_MS,
) =>
  customResource(step, {
    now: () => pauses.reduce((sum, ms) => sum + ms, 0),
    pause: async (ms) => void pauses.push(ms),
  })(resourceEvent(kind, box.url, { Name: 'x' }), {
    getRemainingTimeInMillis: () => remainingMs,
  });

const succeed: Step = async () => undefined;

test('a step that succeeds is answered with everything that CloudFormation asks for', async () => {
  await run(succeed);

  expect(box.received).toHaveLength(1);
  const { headers = {}, bytes, ...answer } = box.received[0] ?? {};
  expect(answer).toEqual({
    method: 'PUT',
    path: '/answer?X-Amz-Signature=abc',
    body: {
      Status: 'SUCCESS',
      Reason: '',
      PhysicalResourceId: 'SetUp',
      StackId: 'arn:aws:cloudformation:eu-west-1:123456789012:stack/staging/1',
      RequestId: '0b3a2b6c',
      LogicalResourceId: 'SetUp',
      NoEcho: false,
      Data: {},
    },
  });
  // Its address is signed for an empty content type.
  expect(headers).toMatchObject({ 'content-type': '', 'content-length': String(bytes) });
  expect(headers).not.toHaveProperty('transfer-encoding');
});

test.each(['Update', 'Delete'] as const)(
  'an update gives the properties to the step, a delete succeeds without it, and both keep the physical id: %s',
  async (kind) => {
    const step = jest.fn(succeed);

    await run(step, kind);

    const given = [expect.objectContaining({ Name: 'x' }), expect.any(AbortSignal)];
    expect(step.mock.calls).toEqual(kind === 'Update' ? [given] : []);
    expect(box.received[0]?.body).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: 'made-before',
    });
  },
);

test.each([
  [
    'becomes the reason, on one line',
    new Error('The view is wrong\n  Position: 15; SQLState: 42P01'),
    'The view is wrong Position: 15; SQLState: 42P01',
  ],
  ['without words is told by its name', new TypeError(), 'TypeError'],
])('an error %s, and is logged', async (_, error, Reason) => {
  await run(async () => Promise.reject(error));

  expect(box.received[0]?.body).toMatchObject({
    Status: 'FAILED',
    Reason,
    PhysicalResourceId: 'SetUp',
  });
  expect(complain).toHaveBeenCalledWith(Reason);
});

test.each(['x', '"', 'é', '\u{1F511}', '\u0001'])(
  'a long reason of %j is cut so that the whole answer has 4096 bytes at most',
  async (character) => {
    await run(async () => {
      throw new Error(`Begin ${character.repeat(9000)}`);
    });

    const [answer] = box.received;
    expect(answer?.bytes).toBeLessThanOrEqual(4096);
    expect(answer?.bytes).toBeGreaterThan(4090);
    expect(answer?.body['Reason']).toMatch(/^Begin .*…$/u);
    expect(JSON.stringify(answer?.body['Reason'])).not.toMatch(/\\ud[89a-f]/u);
  },
);

test('a step that takes too long is answered in time, and told to stop', async () => {
  let signal: AbortSignal | undefined;

  await run(
    async (_properties, given) => {
      signal = given;
      await new Promise(() => undefined);
    },
    'Create',
    100,
  );

  expect(signal?.aborted).toBe(true);
  expect(box.received[0]?.body).toMatchObject({
    Status: 'FAILED',
    Reason: 'The step did not finish within 0 s',
  });
});

test.each([
  [300_000, 288_000],
  [20_000, 10_000],
])('of %i ms that Lambda leaves, the step is given %i', async (remainingMs, givenMs) => {
  const timer = jest.spyOn(globalThis, 'setTimeout');

  await run(succeed, 'Create', remainingMs);

  expect(timer).toHaveBeenCalledWith(expect.any(Function), givenMs);
});

const denied = awsError('AccessDenied', 'Access Denied');

test.each([
  ['as S3 says it', denied],
  ['as Lambda and the Data API say it', awsError('AccessDeniedException', 'no')],
  ['in the words of the step', new SetUpError('AWS does not allow this', { cause: denied })],
])('a refusal that passes, %s, fails no deployment', async (_, refusal) => {
  const log = jest.spyOn(console, 'log').mockImplementation();
  const step = jest.fn(succeed).mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);

  await run(step);

  expect(box.received[0]?.body).toMatchObject({ Status: 'SUCCESS' });
  expect(pauses).toEqual([1000, 2000]);
  expect(log).toHaveBeenCalledWith(
    expect.stringContaining(
      'a permission that was granted a moment ago may not be known there yet',
    ),
  );
});

test('a refusal that lasts fails the deployment after three minutes, in its own words', async () => {
  jest.spyOn(console, 'log').mockImplementation();

  await run(async () => Promise.reject(denied));

  expect(box.received[0]?.body).toMatchObject({ Status: 'FAILED', Reason: 'Access Denied' });
  const waited = pauses.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThan(170_000);
  expect(waited).toBeLessThanOrEqual(180_000);
});

test('an answer that is turned away is sent again', async () => {
  box.turnAway = 2;

  await run(succeed);

  expect(box.received).toHaveLength(1);
  expect(pauses).toEqual([200, 400]);
});

test('an answer that nobody takes fails the function, so that Lambda calls it again', async () => {
  box.turnAway = 100;

  await expect(run(succeed)).rejects.toThrow(`CloudFormation's address answered HTTP 503`);

  expect(box.received).toEqual([]);
});

test('what has to be cleared away is, at a Delete only', async () => {
  const clearAway = jest.fn(succeed);
  const handler = customResource(succeed, { now: Date.now, pause: async () => {} }, clearAway);
  const context = { getRemainingTimeInMillis: () => FIVE_MINUTES_MS };

  await handler(resourceEvent('Update', box.url, { Name: 'x' }), context);
  expect(clearAway).not.toHaveBeenCalled();

  await handler(resourceEvent('Delete', box.url, { Name: 'x' }), context);
  expect(clearAway).toHaveBeenCalledWith(expect.objectContaining({ Name: 'x' }), expect.anything());
});
