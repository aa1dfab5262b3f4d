/** The commands of `npm run` share exit codes, one sentence for what went wrong, questions, and Ctrl-C. */

import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

import { Command, CommanderError } from 'commander';

/** The command line is wrong; the message is one sentence for who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot be done; the message is one sentence for who asked, with what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command line whose subcommands, options and help are commander's. @param name - as typed: `npm run operate --`. */
export function newProgram(name: string): Command {
  return new Command(name).exitOverride().showHelpAfterError(`See: ${name} --help`);
}

/** One sentence for an error that is nobody's bug. */
type Explain = (error: unknown) => string | undefined;

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

/** Says what is going to happen, and whether it shall. @throws UsageError, CommandError */
export type Consent = (plan: string) => Promise<boolean>;

export type ConsentOptions = Readonly<Partial<Record<'dryRun' | 'yes', boolean>>>;

/** Resolves with the line that was typed. */
export type Ask = (question: string) => Promise<string>;

export function consentBy({ dryRun = false, yes = false }: ConsentOptions, ask?: Ask): Consent {
  return async (plan) => {
    console.log(plan);
    if (dryRun) {
      console.log('Dry run: nothing was changed.');
      return false;
    }
    if (yes) return true;
    if (ask === undefined) {
      throw new UsageError('Cannot ask for confirmation without a terminal. Use --yes.');
    }
    if ((await ask('Type yes to go on: ')) === 'yes') return true;
    throw new CommandError('Nothing was changed: that was not "yes".');
  };
}

/** Absent where nobody sits at the terminal. */
export function terminalAsk(): Ask | undefined {
  if (!process.stdin.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    // A terminal that is read line by line keeps Ctrl-C for itself.
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    try {
      return (await lines.question(question).catch(() => '')).trim(); // empty at Ctrl-D
    } finally {
      lines.close();
    }
  };
}

/** Whether Node was started with this file, and it is not imported. @param file - `import.meta.filename`. */
export function isMain(file: string): boolean {
  const [, script] = process.argv;
  return script !== undefined && realpathSync(script) === file;
}
