/** Code that the command-line programs share: exit codes, error messages, confirmation and Ctrl-C. */

import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

import { Command, CommanderError } from 'commander';

/** The command line is invalid. The message says what is wrong and what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed. The message says what went wrong and, if that is not obvious, what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Returns a program without any options or commands.
 *
 * @param name - the command as a person types it, for example `npm run operate --`.
 */
export function newProgram(name: string): Command {
  return new Command(name).exitOverride().showHelpAfterError(`See: ${name} --help`);
}

/** A function that returns the message to print for an expected error, or `undefined` for a bug. */
type Explain = (error: unknown) => string | undefined;

/**
 * Runs a command line. Resolves to 0 if the command succeeded, 1 if it failed, and 2 if the usage is invalid.
 *
 * @throws any unexpected error.
 */
export async function exitCodeOf(
  program: Command,
  args: readonly string[],
  explain: Explain = () => undefined,
): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has already printed the reason
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

/**
 * Runs the command line of this process.
 *
 * @param atCtrlC - the message to print when Ctrl-C ends the process, with exit code 130.
 */
export async function runCommand(program: Command, atCtrlC = 'Interrupted.', explain?: Explain) {
  process.once('SIGINT', () => {
    console.error(atCtrlC);
    process.exit(130);
  });
  process.stdout.on('error', () => process.exit()); // `npm run … | head` closes stdout early
  process.exitCode = await exitCodeOf(program, process.argv.slice(2), explain);
}

/**
 * A function that prints a plan. It resolves to true if the command should carry out the plan, and to false in a dry run.
 *
 * @throws UsageError if a confirmation is needed, but there is no terminal.
 * @throws CommandError if the answer is not yes.
 */
export type Consent = ((plan: string) => Promise<boolean>) & { readonly isDryRun: boolean };

export type ConsentOptions = Readonly<Partial<Record<'dryRun' | 'yes', boolean>>>;

/** A function that asks a question, and resolves with the line that the person typed. */
export type Ask = (question: string) => Promise<string>;

export function consentBy({ dryRun = false, yes = false }: ConsentOptions, ask?: Ask): Consent {
  const consent = async (plan: string): Promise<boolean> => {
    console.log(plan);
    if (dryRun) {
      console.log('Dry run: nothing was changed.');
      return false;
    }
    if (yes) return true;
    if (ask === undefined) {
      throw new UsageError('Cannot ask for confirmation without a terminal: use --yes.');
    }
    if ((await ask('Type yes to continue: ')) === 'yes') return true;
    throw new CommandError('Nothing was changed. To continue, run this again and type yes.');
  };
  return Object.assign(consent, { isDryRun: dryRun });
}

/** Returns a function that asks at the terminal, or `undefined` if there is no terminal. */
export function terminalAsk(): Ask | undefined {
  if (!process.stdin.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    // The readline interface catches Ctrl-C, so the process has to send itself the signal.
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    try {
      return (await lines.question(question).catch(() => '')).trim(); // Ctrl-D counts as an empty line
    } finally {
      lines.close();
    }
  };
}

/** Returns whether Node was started with this file. @param file - `import.meta.filename`. */
export function isMain(file: string): boolean {
  const [, script] = process.argv;
  return script !== undefined && realpathSync(script) === file;
}
