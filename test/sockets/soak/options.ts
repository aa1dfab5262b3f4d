/** The options of `npm run soak`. */

import { type OptionValues, wholeNumber } from '../../../cli/command.ts';

export interface SoakOptions {
  readonly minutes: number;
  /** Decides which faults come, and when. */
  readonly seed: number;
  /** Only the flood, without faults. */
  readonly flood: boolean;
}

const DEFAULT_MINUTES = 10;
const MOST_MINUTES = 24 * 60;
const LARGEST_SEED = 2 ** 32 - 1;

export const usage = `Usage: npm run soak -- [options]

Starts the service on free ports of 127.0.0.1, with a proxy before its database and before its store of copies, and
sends hundreds of requests at once while faults come and go on both. Every answer must be 200 or 304, whole and in time,
and at the end no socket and no memory may be left over. Prints figures; exits with 1 where something was not so.

  --minutes N   how long to run, from 1 to ${MOST_MINUTES} (default ${DEFAULT_MINUTES})
  --seed N      which faults come, and when (default: a different one each time)
  --flood       instead, send 10,000 requests to the edge and to the gateway, and count the reads of the database
  --help        print this
`;

export const soakOptions = {
  minutes: { type: 'string' },
  seed: { type: 'string' },
  flood: { type: 'boolean' },
} as const;

/** @throws UsageError */
export function optionsOf({ minutes, seed, flood }: OptionValues<typeof soakOptions>): SoakOptions {
  return {
    minutes: wholeNumber('--minutes', minutes, 1, MOST_MINUTES) ?? DEFAULT_MINUTES,
    seed: wholeNumber('--seed', seed, 0, LARGEST_SEED) ?? Date.now() % LARGEST_SEED,
    flood,
  };
}
