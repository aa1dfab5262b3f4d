import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 5;

/** Waits until the condition is true. The only time limit is the timeout of the test. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(STEP_MS);
}
