/** What the commands at a deployed stage have in common: how they find it, wait for its edge, and say what AWS does not do. */

import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CreateInvalidationCommand, GetInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetObjectCommand } from '@aws-sdk/client-s3';

import { accept } from '../../tools/accept.ts';
import {
  addressOf,
  findStage,
  functionOf,
  invalidate,
  realStageDependencies,
} from '../../tools/stage/stage.ts';
import { takedown } from '../../tools/takedown.ts';
import { awsError } from '../support/aws/aws-error.ts';
import { FakeStage } from '../support/fake-stage.ts';
import { founder, uuidOf } from '../support/records/records.ts';

let stage: FakeStage;
beforeEach(() => {
  stage = new FakeStage();
  stage.keep([founder(1)], stage.now);
});

const find = async (typed: string) => findStage(stage.dependencies.cloudFormation, typed);

describe('a stage', () => {
  test.each([
    ['staging', 'Staging'],
    ['PRODUCTION', 'Production'],
    ['Local', 'Local'],
  ])('called %s is %s', async (typed, name) => {
    const found = await find(typed);

    expect(found.name).toBe(name);
    expect(addressOf(found)).toBe('https://directory.example.com/v1');
    expect(functionOf(found, 'jobs')).toBe('jobs-fn');
    expect(stage.cloudFormation.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({
      StackName: `${name}-Service`,
    });
  });

  test('of another name is not there, and AWS is not asked', async () => {
    await expect(find('test')).rejects.toThrow(
      'There is no stage "test": use staging, production or local.',
    );
    expect(stage.cloudFormation.calls()).toHaveLength(0);
  });

  test.each([
    [
      'that is not deployed is told with what to do',
      'Stack with id Staging-Service does not exist',
      'There is no stack Staging-Service in this account and region: set AWS_PROFILE and AWS_REGION to where the stage is, or deploy it.',
    ],
    [
      'is not called absent for another validation error',
      'The security token is malformed',
      'The security token is malformed',
    ],
  ])('%s', async (_, message, sentence) => {
    stage.cloudFormation.on(DescribeStacksCommand).rejects(awsError('ValidationError', message));

    await expect(find('staging')).rejects.toThrow(sentence);
  });

  test.each([
    awsError('ValidationError', 'Stack with id Local-Service does not exist'),
    awsError('InvalidClientTokenId', 'The security token included in the request is invalid'),
    Object.assign(new Error('none'), { name: 'CredentialsProviderError' }),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    new Error('Region is missing'),
  ])('that is local and is not found (%s) is told with the line to paste', async (error) => {
    stage.cloudFormation.on(DescribeStacksCommand).rejects(error);

    await expect(find('local')).rejects.toThrow(
      /paste the line that it prints, "export AWS_ENDPOINT_URL=… AWS_SECRET_ACCESS_KEY=local"/u,
    );
  });

  test('that is local is not called missing for a bug of ours', async () => {
    stage.cloudFormation.on(DescribeStacksCommand).rejects(new RangeError('ours'));

    await expect(find('local')).rejects.toThrow(RangeError);
  });

  test('without an output is told which', async () => {
    stage.setOutputs({ Address: 'https://directory.example.com/v1' });

    const found = await find('staging');

    expect(() => functionOf(found, 'founders')).toThrow(
      'The stack Staging-Service has no output FoundersFunction: deploy the stage again.',
    );
  });
});

describe('an invalidation', () => {
  const ofFounders = async () => invalidate(stage.dependencies, 'E1', 'takedown', ['/v1/founders']);

  test('of one path is waited for', async () => {
    await ofFounders();

    expect(stage.cloudFront.commandCalls(CreateInvalidationCommand)[0]?.args[0].input).toEqual({
      DistributionId: 'E1',
      InvalidationBatch: {
        CallerReference: 'takedown 2026-11-20T08:00:00.000Z',
        Paths: { Quantity: 1, Items: ['/v1/founders'] },
      },
    });
    const asked = stage.cloudFront.commandCalls(GetInvalidationCommand);
    expect(asked.map(({ args: [{ input }] }) => input)).toEqual(
      Array.from({ length: 3 }, () => ({ DistributionId: 'E1', Id: 'I1' })),
    );
  });

  test('that does not end is given up after a quarter of an hour', async () => {
    const startedAt = stage.now;
    stage.invalidationStatuses = Array<string>(1000).fill('InProgress');

    await expect(ofFounders()).rejects.toThrow(
      'The invalidation I1 of the distribution E1 is not completed: run this again.',
    );
    expect(stage.now - startedAt).toBe(15 * 60_000);
  });
});

describe('what AWS does not do', () => {
  const runAccept = async (dependencies = stage.dependencies) =>
    accept.run(['staging', 'founders', '--yes'], stage.terminal, dependencies);
  const runTakedown = async () =>
    takedown.run(['staging', uuidOf(2), '--yes'], stage.terminal, stage.dependencies);

  const ownError = (name: string, message: string) => Object.assign(new Error(message), { name });

  test.each([
    [
      awsError('AccessDenied', 'no.'),
      /^AWS does not allow this: the caller needs cloudformation:/u,
    ],
    [awsError('ExpiredToken', 'old'), /^The AWS credentials have expired: log in again/u],
    [
      awsError('InvalidClientTokenId', 'bad'),
      /^AWS does not accept the credentials: log in again/u,
    ],
    [ownError('CredentialsProviderError', 'none'), /^There are no AWS credentials: log in/u],
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

  test.each([
    [
      'a region',
      {},
      'The region is missing: set AWS_REGION to the one of the stage, or AWS_PROFILE to a profile that has it.',
    ],
    [
      'credentials',
      { AWS_REGION: 'eu-west-1' },
      expect.stringMatching(/^There are no AWS credentials: log in /u),
    ],
  ])('without %s is told with what to do', async (_, variables, sentence) => {
    const none = { HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: 'true' };
    jest.replaceProperty(process, 'env', { ...none, ...variables });

    expect(await runAccept(realStageDependencies())).toBe(1);
    expect(stage.complaint).toEqual([sentence]);
  });

  test('is told with the permissions that the command needs', async () => {
    stage.cloudFormation.on(DescribeStacksCommand).rejects(awsError('AccessDenied', 'no'));

    await runAccept();
    await runTakedown();

    expect(stage.complaint[0]).not.toContain('s3:');
    expect(stage.complaint[1]).toContain('DeleteObjectVersion');
  });

  test.each([
    [
      'The function',
      'ResourceNotFoundException',
      (error: Error) => stage.lambda.on(InvokeCommand).rejects(error),
    ],
    [
      'The bucket of the last-good copies',
      'NoSuchBucket',
      (error: Error) => stage.bucket.mock.on(GetObjectCommand).rejects(error),
    ],
    [
      'The distribution',
      'NoSuchDistribution',
      (error: Error) => stage.cloudFront.on(CreateInvalidationCommand).rejects(error),
    ],
  ])('%s that is not there is one sentence', async (what, name, plant) => {
    plant(awsError(name, 'none'));

    expect(await runTakedown()).toBe(1);
    expect(stage.complaint.at(-1)).toBe(
      `${what} does not exist, although the stack lists it: deploy the stage again (${name}: none).`,
    );
  });

  test('a bug of ours is not called an error of AWS', async () => {
    stage.lambda.on(InvokeCommand).rejects(new RangeError('ours'));

    await expect(runAccept()).rejects.toThrow(RangeError);
  });
});
