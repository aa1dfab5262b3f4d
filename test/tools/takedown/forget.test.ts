import { UpdateFunctionConfigurationCommand } from '@aws-sdk/client-lambda';

import { forget } from '../../../tools/takedown/forget.ts';
import { FakeStage } from '../../support/fake-stage.ts';

let stage: FakeStage;
let pauses: number[];
beforeEach(() => {
  stage = new FakeStage();
  pauses = [];
  stage.onPause = (milliseconds) => pauses.push(milliseconds);
});

const updates = () =>
  stage.lambda
    .commandCalls(UpdateFunctionConfigurationCommand)
    .map(({ args: [{ input }] }) => input);

test('the function keeps its variables and gets a new one, over nobody else’s change', async () => {
  await forget(stage.dependencies, 'founders-fn');

  expect(updates()).toEqual([
    {
      FunctionName: 'founders-fn',
      Environment: {
        Variables: {
          MEMORY_SECONDS: '60',
          DATABASE_NAME: 'portal',
          FORGET_BEFORE: '2026-11-20T08:00:00.000Z',
        },
      },
      RevisionId: 'r1',
    },
  ]);
});

test('it waits until the change is there, and then for the answers in flight', async () => {
  await forget(stage.dependencies, 'founders-fn');

  expect(pauses).toEqual([1000, 1000, 12_000]);
});

test('it waits for a change of somebody else first', async () => {
  stage.functionStatuses = ['InProgress'];

  await forget(stage.dependencies, 'founders-fn');

  expect(pauses).toEqual([1000, 1000, 1000, 12_000]);
});

test('a function forgets anew each time', async () => {
  await forget(stage.dependencies, 'founders-fn');
  await forget(stage.dependencies, 'founders-fn');

  const times = updates().map(({ Environment }) => Environment?.Variables?.['FORGET_BEFORE']);
  expect(new Set(times).size).toBe(2);
});

test('variables that cannot be read are not written over', async () => {
  stage.variables = undefined;

  await expect(forget(stage.dependencies, 'founders-fn')).rejects.toThrow(
    'The variables of the function founders-fn cannot be read: deploy the stage again, then run this again.',
  );
  expect(updates()).toEqual([]);
});

test('a change that fails is told', async () => {
  stage.lambda.on(UpdateFunctionConfigurationCommand).callsFake(() => {
    stage.functionStatuses = ['InProgress', 'Failed'];
    return {};
  });

  await expect(forget(stage.dependencies, 'founders-fn')).rejects.toThrow(
    'The function founders-fn did not take its new configuration (Failed: no reason given): run this again.',
  );
  expect(pauses).toEqual([1000]);
});

test('a change that never ends is given up after five minutes', async () => {
  stage.lambda.on(UpdateFunctionConfigurationCommand).callsFake(() => {
    stage.functionStatuses = Array<string>(400).fill('InProgress');
    return {};
  });

  await expect(forget(stage.dependencies, 'founders-fn')).rejects.toThrow(
    '(InProgress: no reason given)',
  );
  expect(pauses).toHaveLength(300);
});
