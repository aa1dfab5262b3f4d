import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

import { addressOf, findStage, functionOf } from '../../../tools/stage/stage.ts';
import { awsError } from '../../support/aws/aws-error.ts';
import { FakeStage } from '../../support/fake-stage.ts';

let stage: FakeStage;
beforeEach(() => {
  stage = new FakeStage();
});

const find = async (typed: string) => findStage(stage.dependencies.cloudFormation, typed);

test.each([
  ['staging', 'Staging'],
  ['PRODUCTION', 'Production'],
  ['Local', 'Local'],
])('%s is the stage %s', async (typed, name) => {
  const found = await find(typed);

  expect(found.name).toBe(name);
  expect(addressOf(found)).toBe('https://directory.example.com/v1');
  expect(functionOf(found, 'jobs')).toBe('jobs-fn');
  expect(stage.cloudFormation.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({
    StackName: `${name}-Service`,
  });
});

test('another stage is not there, and AWS is not asked', async () => {
  await expect(find('test')).rejects.toThrow(
    'There is no stage "test": use staging, production or local.',
  );
  expect(stage.cloudFormation.calls()).toHaveLength(0);
});

test('a stage that is not deployed is told with what to do', async () => {
  stage.cloudFormation
    .on(DescribeStacksCommand)
    .rejects(awsError('ValidationError', 'Stack with id Staging-Service does not exist'));

  await expect(find('staging')).rejects.toThrow(
    'There is no stack Staging-Service in this account and region: set AWS_PROFILE and AWS_REGION to where the stage is, or deploy it.',
  );
});

test('another validation error is not taken for a stage that is not there', async () => {
  stage.cloudFormation
    .on(DescribeStacksCommand)
    .rejects(awsError('ValidationError', 'The security token is malformed'));

  await expect(find('staging')).rejects.toThrow('The security token is malformed');
});

test('an output that is missing is named', async () => {
  stage.setOutputs({ Address: 'https://directory.example.com/v1' });

  const found = await find('staging');

  expect(() => functionOf(found, 'founders')).toThrow(
    'The stack Staging-Service has no output FoundersFunction: deploy the stage again.',
  );
});
