import { CreateInvalidationCommand, GetInvalidationCommand } from '@aws-sdk/client-cloudfront';

import { waitUntil } from '../../aws/retry.ts';
import { CommandError } from '../../cli/command.ts';
import type { StageDependencies } from './stage.ts';

/** It takes a few seconds, rarely minutes. */
const RHYTHM = { everyMs: 5000, atMostMs: 15 * 60_000 };

const COMPLETED = 'Completed';

/** Returns when no edge location has the paths any more. @param command - that asks for it. @throws CommandError */
export async function invalidate(
  { cloudFront, waiting }: Pick<StageDependencies, 'cloudFront' | 'waiting'>,
  distributionId: string,
  command: string,
  paths: readonly string[],
): Promise<void> {
  const { Invalidation } = await cloudFront.send(
    new CreateInvalidationCommand({
      DistributionId: distributionId,
      InvalidationBatch: {
        CallerReference: `${command} ${new Date(waiting.now()).toISOString()}`,
        Paths: { Quantity: paths.length, Items: [...paths] },
      },
    }),
  );
  const ask = new GetInvalidationCommand({
    DistributionId: distributionId,
    Id: Invalidation?.Id ?? '',
  });
  const status = await waitUntil(
    waiting,
    RHYTHM,
    async () => (await cloudFront.send(ask)).Invalidation?.Status,
    (now) => now === COMPLETED,
  );
  if (status === COMPLETED) return;
  throw new CommandError(
    `The invalidation ${ask.input.Id} of the distribution ${distributionId} is not completed: run this again.`,
  );
}
