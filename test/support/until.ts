import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 5;

/** Resolves as soon as the condition holds; the test's own time limit is the limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(STEP_MS);
}
