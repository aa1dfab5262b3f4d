import { CreateInvalidationCommand, GetInvalidationCommand } from '@aws-sdk/client-cloudfront';

import { invalidate } from '../../../tools/stage/stage.ts';
import { FakeStage } from '../../support/fake-stage.ts';

let stage: FakeStage;
beforeEach(() => {
  stage = new FakeStage();
});

test('one path is invalidated, and waited for', async () => {
  await invalidate(stage.dependencies, 'E1', 'takedown', ['/v1/founders']);

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

test('one that does not end is given up after a quarter of an hour', async () => {
  const startedAt = stage.now;
  stage.invalidationStatuses = Array<string>(1000).fill('InProgress');

  await expect(invalidate(stage.dependencies, 'E1', 'takedown', ['/v1/founders'])).rejects.toThrow(
    'The invalidation I1 of the distribution E1 is not completed: run this again.',
  );
  expect(stage.now - startedAt).toBe(15 * 60_000);
});
