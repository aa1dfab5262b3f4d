/** The options of `npm run soak`. */

import { parseArgs } from 'node:util';

import { errorMessage } from '../../../aws/error-facts.ts';

export interface SoakOptions {
  readonly minutes: number;
  /** Decides which faults come, and when. */
  readonly seed: number;
  /** Only the flood, without faults. */
  readonly flood: boolean;
  readonly help: boolean;
}

/** A wrong option: one sentence for the person who typed it. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

const DEFAULT_MINUTES = 10;
const MOST_MINUTES = 24 * 60;
const LARGEST_SEED = 2 ** 32 - 1;

export const usage = `Usage: npm run soak -- [options]

Starts the service on free ports of 127.0.0.1, with a proxy before its database and before its store of copies, and
asks hundreds of requests at once while faults come and go on both. Every answer must be 200 or 304, whole and in time,
and at the end no socket and no memory may be left over. Prints figures; exits with 1 where something was not so.

  --minutes N   how long, from 1 to ${MOST_MINUTES} (default ${DEFAULT_MINUTES})
  --seed N      which faults come, and when (default: another one each time)
  --flood       instead: 10,000 requests for each way in, and how often the database is read for them
  --help        print this
`;

export function parseOptions(args: readonly string[]): SoakOptions {
  const { minutes, seed, flood = false, help = false } = parsed(args);
  return {
    minutes: integer('--minutes', minutes, DEFAULT_MINUTES, 1, MOST_MINUTES),
    seed: integer('--seed', seed, Date.now() % LARGEST_SEED, 0, LARGEST_SEED),
    flood,
    help,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string' },
        flood: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new WrongOption(errorMessage(error).split(/\.\s/u, 1)[0]);
  }
}

function integer(
  option: string,
  value: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (/^\d+$/u.test(value) && number >= least && number <= most) return number;
  throw new WrongOption(`${option} takes a whole number from ${least} to ${most}, not "${value}"`);
}
