/** The command line of `npm run planted`. */

import { parseArgs } from 'node:util';

export const HELP = `npm run planted -- [--only <text>] [--list]

Plants bugs, one at a time, in a copy of the sources, and expects the tests that
are named for each to fail. A bug that no test notices is a hole in the tests.

  --only <text>  the bugs whose sentence or file has this text in it
  --list         says what would be planted, and plants nothing
  --help         this

The exit code is 0 when every bug is caught, 1 when one is not, 2 on wrong usage.`;

export interface Usage {
  readonly help: boolean;
  readonly list: boolean;
  readonly only: string;
}

export class WrongUsage extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`${reason}. See: npm run planted -- --help`, options);
    this.name = 'WrongUsage';
  }
}

export function usageOf(args: readonly string[]): Usage {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
      },
    });
    return values;
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
