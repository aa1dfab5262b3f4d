/** Ways to wait for what others do: the test's own time limit is the limit. */

import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 5;

/** Resolves as soon as the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(STEP_MS);
}

/** A moment that a test waits for, signalled by whoever sees it come. */
export interface Signal {
  readonly seen: Promise<void>;
  readonly tell: () => void;
}

export function signal(): Signal {
  let tell: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { seen, tell };
}
