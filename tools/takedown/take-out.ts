/**
 * Takes a founder out, in the order in which nothing brings them back. Each step leaves behind only what the next ones
 * remove, and each can be done again.
 *
 * 1. The portal. Every fresh read publishes what the portal publishes, so while it has the founder the rest is useless.
 *    Where it cannot be asked, the copy is what is served, and the rest is done.
 * 2. The copy. It is what new processes begin with while the database is away, and what the edge serves by itself. It
 *    keeps its time: what it says was read then. It is written over what was just read only, and so is every function's
 *    write: one that began before, with the founder in its hands, no longer finds what it read, and gives up. That holds
 *    for a refresh too, which may take longer than an answer.
 * 3. The memory of the functions. In an outage a process prefers what it remembers to a copy of the same time, so all
 *    processes must end; not before the copy is clean, or the new ones would learn the founder from it. Then the answers
 *    in flight are waited for: they are the last that can carry the founder to the edge.
 * 4. The copy again. If the founder is back, a new process may have read them: then 2 and 3 once more.
 * 5. The old versions. Only now is the last version with the founder an old one. No function reads them.
 * 6. The edge. Only now does everything behind it answer without the founder.
 * 7. A check from outside.
 */

import { CannotGoOn } from '../stage/cannot-go-on.ts';
import { invalidate } from '../stage/invalidate.ts';
import type { StageDependencies } from '../stage/dependencies.ts';
import { forget } from './forget.ts';
import { deleteOldVersions } from './old-versions.ts';
import { askPortal, type Portal } from './portal.ts';
import { remaining } from './remaining.ts';
import { removeFromCopy } from './remove-from-copy.ts';
import { founders, type Target } from './target.ts';

const ROUNDS = 3;

const STILL_PUBLISHED =
  'The portal still publishes this founder: take them out of the directory there, then run this again. Nothing was changed.';

/** @param say - told after each step. @throws CannotGoOn, the steps that were told being done. */
export async function takeOut(
  dependencies: StageDependencies,
  target: Target,
  founder: string,
  say: (step: string, result: string) => void,
): Promise<void> {
  const portal = await askPortal(dependencies, target, founder);
  if ('publishes' in portal && portal.publishes) throw new CannotGoOn(STILL_PUBLISHED);
  say('portal', portalWords(portal));

  await removeForGood(dependencies, target, founder, say);

  const deleted = await deleteOldVersions(dependencies.s3, target.bucket);
  say('old versions', deleted === 0 ? 'there were none' : `${deleted} deleted`);

  await invalidate(dependencies, target.distributionId, 'takedown', [founders.path]);
  say('edge', `${founders.path} is invalidated`);

  const reasons = await remaining(dependencies, target, founder);
  if (reasons.length > 0) {
    throw new CannotGoOn(
      `${reasons.join(' ')} See that the portal no longer publishes the founder, and run this again.`,
    );
  }
  say('check', `neither the copy nor ${target.listUrl} holds the founder`);
  if ('unknown' in portal) {
    say(
      'note',
      'the portal could not be asked: if it still publishes the founder, they come back with it; run this again when it answers',
    );
  }
}

async function removeForGood(
  dependencies: StageDependencies,
  { bucket, functionName }: Target,
  founder: string,
  say: (step: string, result: string) => void,
): Promise<void> {
  const removed = await removeFromCopy(dependencies.s3, bucket, founder);
  say('copy', removed ? 'the founder is removed' : 'the founder is not in it');
  for (let round = 0; round < ROUNDS; round += 1) {
    await forget(dependencies, functionName);
    say('functions', `${functionName} has new processes`);
    const isBack = await removeFromCopy(dependencies.s3, bucket, founder);
    say('copy', isBack ? 'the founder was back, and is removed' : 'still without the founder');
    if (!isBack) return;
  }
  throw new CannotGoOn(
    `The founder came back into the copy ${ROUNDS} times, so the portal still publishes them: take them out of the directory there, then run this again.`,
  );
}

function portalWords(portal: Portal): string {
  return 'unknown' in portal
    ? `it cannot be told whether it publishes the founder (${portal.unknown}); going on with what is served`
    : 'it does not publish the founder';
}
