import type { Clock } from './clock.ts';
import type { Database } from './data-api.ts';
import type { LastGood } from './last-good.ts';

/** Everything outside of the process that an answer depends on. */
export interface World {
  readonly clock: Clock;
  readonly database: Database;
  readonly lastGood: LastGood;
  /** How long an answer is repeated from memory, in milliseconds. */
  readonly memoryMs: number;
}
