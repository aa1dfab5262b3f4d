/** What the commands of `npm run` share: their exit code, one sentence for what went wrong, and Ctrl-C. */

import { realpathSync } from 'node:fs';

import { Command, CommanderError } from 'commander';

/** The command line is wrong; the message is one sentence for who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked cannot be done; the message is one sentence for who asked, with what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command line whose subcommands, options and help are commander's. @param name - as typed: `npm run operate --`. */
export function newProgram(name: string): Command {
  return new Command(name).exitOverride().showHelpAfterError(`See: ${name} --help`);
}

/** One sentence for an error that is nobody's bug. */
export type Explain = (error: unknown) => string | undefined;

/** 0 done, 1 failed, 2 wrong usage, before anything is read, written or started. @throws a bug of ours */
export async function exitCodeOf(
  program: Command,
  args: readonly string[],
  explain: Explain = () => undefined,
): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // it has said why
    if (error instanceof UsageError) {
      console.error(`${error.message} See: ${program.name()} --help`);
      return 2;
    }
    const sentence = error instanceof CommandError ? error.message : explain(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    return 1;
  }
}

/** Runs what was typed, as the process. @param interrupted - what Ctrl-C says before the process ends with 130. */
export async function runCommand(
  program: Command,
  interrupted = 'Interrupted.',
  explain?: Explain,
): Promise<void> {
  process.once('SIGINT', () => {
    console.error(interrupted);
    process.exit(130);
  });
  process.stdout.on('error', () => process.exit()); // npm run … | head closes it early
  process.exitCode = await exitCodeOf(program, process.argv.slice(2), explain);
}

/** Whether Node was started with this file, and it is not imported. @param file - `import.meta.filename`. */
export function isMain(file: string): boolean {
  const [, script] = process.argv;
  return script !== undefined && realpathSync(script) === file;
}
