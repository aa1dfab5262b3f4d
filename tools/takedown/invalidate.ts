import { CreateInvalidationCommand, GetInvalidationCommand } from '@aws-sdk/client-cloudfront';

import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { waitUntil } from '../stage/wait-until.ts';
import type { StageWorld } from '../stage/world.ts';
import { founders } from './target.ts';

/** It takes a few seconds, rarely minutes. */
const RHYTHM = { everyMs: 5000, atMostMs: 15 * 60_000 };

const COMPLETED = 'Completed';

/** Returns when no place of the edge has the list any more. @throws CannotGoOn */
export async function invalidate(
  { cloudFront, waiting }: Pick<StageWorld, 'cloudFront' | 'waiting'>,
  distributionId: string,
): Promise<void> {
  const { Invalidation } = await cloudFront.send(
    new CreateInvalidationCommand({
      DistributionId: distributionId,
      InvalidationBatch: {
        CallerReference: `takedown ${new Date(waiting.now()).toISOString()}`,
        Paths: { Quantity: 1, Items: [founders.path] },
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
  throw new CannotGoOn(
    `The invalidation ${ask.input.Id} of the distribution ${distributionId} is not completed: run this again.`,
  );
}
