/** The options that are the same for every command that changes a deployed stage. */

import { parseArgs, type ParseArgsConfig, types } from 'node:util';

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

export const commonOptions = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Throws `WrongUsage`. */
export function commandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parsed({
    args: [...args],
    allowPositionals: true,
    options: commonOptions,
  });
  const { 'dry-run': dryRun = false, yes = false, help = false } = values;
  return { words: positionals, dryRun, yes, help };
}

/** Throws `WrongUsage`. */
export function parsed<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence = ''] = types.isNativeError(error) ? error.message.split(/\.\s|\n/u) : [];
    throw new WrongUsage(`${sentence.replace(/\.$/u, '')}.`, { cause: error });
  }
}
