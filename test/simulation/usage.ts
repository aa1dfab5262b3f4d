/** What the command line of `npm run simulate` takes. */

import { availableParallelism } from 'node:os';

import { type OptionValues, UsageError, wholeNumber } from '../../cli/command.ts';

export interface Usage {
  /** The first seed, and how many. */
  readonly from: number;
  readonly seeds: number;
  readonly workers: number;
  readonly trace: boolean;
}

const SEEDS = 20_000;
const MOST_SEEDS = 10_000_000;
const MOST_WORKERS = 64;

export const HELP = `Simulates hours of requests, edits and faults in virtual time, and checks every answer of the service.

  npm run simulate -- [options]

  --seeds <number>    so many runs, each from its own seed (${SEEDS} if not given; some 25 a second on two cores)
  --from <number>     the first seed (1 if not given)
  --seed <number>     one run only, with its trace
  --workers <number>  processes (as many as there are cores, if not given)
  --help              print this and stop

The handlers, their SDK clients and everything they import are the real ones; the clock, the network, the database
and the store are simulated. The same seed gives the same trace, byte for byte.

Exit code: 0 no violation, 1 at least one, 2 wrong usage, 130 stopped with Ctrl-C.
`;

export const simulateOptions = {
  from: { type: 'string' },
  seeds: { type: 'string' },
  seed: { type: 'string' },
  workers: { type: 'string' },
} as const;

/** @throws UsageError */
export function usageOf(given: OptionValues<typeof simulateOptions>): Usage {
  const { from, seeds, seed, workers } = given;
  if (seed !== undefined && (seeds !== undefined || from !== undefined)) {
    throw new UsageError('--seed is one run: give it without --seeds and --from.');
  }
  return {
    from: wholeNumber('--seed', seed, 0) ?? wholeNumber('--from', from, 0) ?? 1,
    seeds: seed === undefined ? (wholeNumber('--seeds', seeds, 1, MOST_SEEDS) ?? SEEDS) : 1,
    workers: wholeNumber('--workers', workers, 1, MOST_WORKERS) ?? availableParallelism(),
    trace: seed !== undefined,
  };
}
