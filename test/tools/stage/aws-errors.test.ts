/** What the two commands say where AWS does not do what they ask. */

import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetObjectCommand } from '@aws-sdk/client-s3';

import { accept } from '../../../tools/accept.ts';
import { takedown } from '../../../tools/takedown.ts';
import { awsError } from '../../support/aws/aws-error.ts';
import { FakeStage } from '../../support/fake-stage.ts';
import { founder, uuidOf } from '../../support/records/records.ts';

let stage: FakeStage;
beforeEach(() => {
  stage = new FakeStage();
  stage.keep([founder(1)], stage.now);
});

const runAccept = async () =>
  accept.run(['staging', 'founders', '--yes'], stage.terminal, stage.dependencies);
const runTakedown = async () =>
  takedown.run(['staging', uuidOf(2), '--yes'], stage.terminal, stage.dependencies);

const ownError = (name: string, message: string) => Object.assign(new Error(message), { name });

test.each([
  [awsError('AccessDenied', 'no.'), /^AWS does not allow this: the caller needs cloudformation:/u],
  [awsError('ExpiredToken', 'old'), /^The AWS credentials have expired: log in again/u],
  [awsError('InvalidClientTokenId', 'bad'), /^AWS does not accept the credentials: log in again/u],
  [ownError('CredentialsProviderError', 'none'), /^There are no AWS credentials: log in/u],
  [new Error('Region is missing'), /^The region is missing: set AWS_REGION/u],
  [ownError('TimeoutError', 'late'), /^AWS does not answer: check the network/u],
  [
    Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }),
    /^AWS cannot be reached: check the network, and AWS_REGION \(ENOTFOUND: getaddrinfo\)\.$/u,
  ],
  [
    awsError('InternalFailure', 'oops'),
    /^AWS reports an error; try again \(InternalFailure: oops\)\.$/u,
  ],
])('%s at the stack is one sentence', async (error, sentence) => {
  stage.cloudFormation.on(DescribeStacksCommand).rejects(error);

  expect(await runAccept()).toBe(1);
  expect(stage.output).toEqual([]);
  expect(stage.complaint).toEqual([expect.stringMatching(sentence)]);
});

test('each command names the permissions that it needs', async () => {
  stage.cloudFormation.on(DescribeStacksCommand).rejects(awsError('AccessDenied', 'no'));

  await runAccept();
  await runTakedown();

  expect(stage.complaint[0]).not.toContain('s3:');
  expect(stage.complaint[1]).toContain('DeleteObjectVersion');
});

test('an unknown stage is one sentence and exit code 1', async () => {
  expect(await accept.run(['test', 'founders'], stage.terminal, stage.dependencies)).toBe(1);
  expect(await takedown.run(['test', uuidOf(2)], stage.terminal, stage.dependencies)).toBe(1);
  expect(stage.complaint[0]).toBe('There is no stage "test": use staging, production or local.');
});

test('a function that is not there is one sentence', async () => {
  stage.lambda
    .on(InvokeCommand)
    .rejects(awsError('ResourceNotFoundException', 'Function not found: founders-fn'));

  expect(await runAccept()).toBe(1);
  expect(await runTakedown()).toBe(1);
  const sentence =
    'The function does not exist, although the stack lists it: deploy the stage again (ResourceNotFoundException: Function not found: founders-fn).';
  expect(stage.complaint).toEqual([sentence, sentence]);
});

test('a bucket that is not there is one sentence', async () => {
  stage.bucket.mock.on(GetObjectCommand).rejects(awsError('NoSuchBucket', 'No such bucket'));

  expect(await runTakedown()).toBe(1);
  expect(stage.complaint).toEqual([
    'The bucket of the last-good copies does not exist, although the stack lists it: deploy the stage again (NoSuchBucket: No such bucket).',
  ]);
});

test('a distribution that is not there is one sentence, after what was done', async () => {
  stage.cloudFront
    .on(CreateInvalidationCommand)
    .rejects(awsError('NoSuchDistribution', 'The specified distribution does not exist.'));

  expect(await runTakedown()).toBe(1);
  expect(stage.complaint).toEqual([
    'Not finished: the steps listed above are done, the others are not.',
    'The distribution does not exist, although the stack lists it: deploy the stage again (NoSuchDistribution: The specified distribution does not exist).',
  ]);
});

test('a bug of ours is not called an error of AWS', async () => {
  stage.lambda.on(InvokeCommand).rejects(new RangeError('ours'));

  await expect(runAccept()).rejects.toThrow(RangeError);
});
