import type { Clock } from '../../aws/clock.ts';
import type { Database } from '../../aws/data-api.ts';
import type { LastGood } from '../../aws/last-good.ts';

/** Everything outside of the process that an answer depends on. */
export interface Dependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly lastGood: LastGood;
  /** How long an answer is repeated from memory, in milliseconds. */
  readonly memoryMs: number;
}
