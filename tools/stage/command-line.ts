/** The options that are the same for every command that changes a deployed stage. */

import { parseArgs, types } from 'node:util';

export interface CommandLine {
  /** What stands there besides the options. */
  readonly words: readonly string[];
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly help: boolean;
}

/** The command line is wrong; the message is one sentence for who typed it. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Throws `WrongUsage`. */
export function commandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { 'dry-run': dryRun = false, yes = false, help = false } = values;
    return { words: positionals, dryRun, yes, help };
  } catch (error) {
    const [sentence = ''] = types.isNativeError(error) ? error.message.split(/\.\s|\n/u) : [];
    throw new WrongUsage(`${sentence.replace(/\.$/u, '')}.`, { cause: error });
  }
}
