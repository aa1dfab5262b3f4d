/** What the command line of `npm run simulate` takes. */

import { availableParallelism } from 'node:os';
import { parseArgs, types } from 'node:util';

export interface Usage {
  readonly help: boolean;
  /** The first seed, and how many. */
  readonly from: number;
  readonly seeds: number;
  readonly workers: number;
  readonly trace: boolean;
}

/** The command line is wrong; the message is one sentence for who typed it. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
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

/** Throws `WrongUsage`. */
export function usageOf(args: readonly string[]): Usage {
  const { help = false, from, seeds, seed, workers } = parsed(args);
  if (seed !== undefined && (seeds !== undefined || from !== undefined)) {
    throw new WrongUsage('--seed is one run: give it without --seeds and --from.');
  }
  return {
    help,
    from: whole('--seed', seed) ?? whole('--from', from) ?? 1,
    seeds: seed === undefined ? (whole('--seeds', seeds, 1, MOST_SEEDS) ?? SEEDS) : 1,
    workers: whole('--workers', workers, 1, MOST_WORKERS) ?? availableParallelism(),
    trace: seed !== undefined,
  };
}

function parsed(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        from: { type: 'string' },
        seeds: { type: 'string' },
        seed: { type: 'string' },
        workers: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    const [sentence = ''] = types.isNativeError(error) ? error.message.split(/\.\s|\n/u) : [];
    throw new WrongUsage(`${sentence.replace(/\.$/u, '')}.`, { cause: error });
  }
}

function whole(
  option: string,
  text: string | undefined,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/u.test(text) && number >= least && number <= most) return number;
  throw new WrongUsage(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
}
