/** `npm run verify`: from the command line to an exit code. */

import { conformance } from './conformance.ts';
import { NoAnswer } from './no-answer.ts';
import { report } from './report.ts';
import { HELP, type Usage, usageOf, WrongUsage } from './usage.ts';

/** Where the words go. */
export interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  readonly inColour: boolean;
}

/** The exit code: 0 nothing failed, 1 something failed or nothing answered, 2 wrong usage. */
export async function verify(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(usageOf(args), terminal);
  } catch (error) {
    if (error instanceof WrongUsage) {
      terminal.complain(`${error.message} See: npm run verify -- --help`);
      return 2;
    }
    if (error instanceof NoAnswer) {
      terminal.complain(`The service does not answer: ${error.reason}.`);
      return 1;
    }
    throw error;
  }
}

async function run(usage: Usage, terminal: Terminal): Promise<number> {
  if (usage.help) {
    terminal.print(HELP);
    return 0;
  }
  const found = await conformance(usage.url, usage.timeoutSeconds);
  terminal.print(
    usage.json ? JSON.stringify(found, undefined, 2) : report(found, terminal.inColour),
  );
  return found.failed === 0 ? 0 : 1;
}
