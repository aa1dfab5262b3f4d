/** Whether the operator wants what a command is about to change: `--dry-run`, `--yes`, or the answer to a question. */

import { createInterface } from 'node:readline/promises';

import { CommandError, UsageError } from '../command.ts';

/** Says what is going to happen, and whether it shall. @throws UsageError, CommandError */
export type Consent = (plan: string) => Promise<boolean>;

export interface ConsentOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

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
      throw new UsageError('Not a terminal, so nobody can confirm: use --yes.');
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
