/** From what a command did, or how it failed, to an exit code and one sentence. */

import { NotServing } from '../../aws/refresh.ts';
import { sentenceOf } from '../../aws/error-sentences.ts';
import { CannotGoOn } from './cannot-go-on.ts';
import { WrongUsage } from './command-line.ts';
import type { AskingTerminal } from './terminal.ts';

export interface Command {
  /** As in `npm run <name>`. */
  readonly name: string;
  /** What the caller must be allowed to do. */
  readonly rights: string;
}

/** 0 to 2; throws what nobody foresaw. */
export async function exitCode(
  { name, rights }: Command,
  terminal: AskingTerminal,
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WrongUsage) {
      terminal.complain(`${error.message} See: npm run ${name} -- --help`);
      return 2;
    }
    const sentence = sentenceFor(error, rights);
    if (sentence === undefined) throw error;
    terminal.complain(sentence);
    return 1;
  }
}

/** One sentence for people, or `undefined` for what nobody foresaw. */
export function sentenceFor(error: unknown, rights: string): string | undefined {
  if (error instanceof CannotGoOn) return error.message;
  if (error instanceof NotServing) {
    return `The directory cannot be refreshed: ${error.message}. Look at its log (docs/runbook.md, "A function fails").`;
  }
  return sentenceOf(error, rights);
}
