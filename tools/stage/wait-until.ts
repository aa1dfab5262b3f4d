import type { Waiting } from '../../aws/retry.ts';

/** How often, and how long at most. */
export interface Rhythm {
  readonly everyMs: number;
  readonly atMostMs: number;
}

/** Asks again and again; resolves with the first answer that is done, or the last one when time is up. */
export async function waitUntil<T>(
  waiting: Waiting,
  { everyMs, atMostMs }: Rhythm,
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
