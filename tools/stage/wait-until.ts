/** Waits for what AWS does in its own time. */

import type { Waiting } from '../../lambda/aws/retry.ts';

/** Asks every so often; resolves with the first answer that is done, or with the last one when time is up. */
export async function waitUntil<T>(
  waiting: Waiting,
  { everyMs, atMostMs }: { readonly everyMs: number; readonly atMostMs: number },
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
): Promise<T> {
  const startedAt = waiting.now();
  for (;;) {
    const answer = await ask();
    if (isDone(answer) || waiting.now() + everyMs > startedAt + atMostMs) return answer;
    await waiting.pause(everyMs);
  }
}
