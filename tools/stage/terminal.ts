/** Where the words go, and where a person is asked. */

import { createInterface } from 'node:readline';

import type { Terminal } from '../verify/command.ts';

export interface AskingTerminal extends Terminal {
  /** Resolves with the line that was typed, empty where the input ends. Absent where nobody sits at it. */
  readonly ask?: (question: string) => Promise<string>;
}

/** The one of this process. */
export function ownTerminal(): AskingTerminal {
  return {
    print: console.log,
    complain: console.error,
    inColour: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '',
    ...(process.stdin.isTTY ? { ask } : {}),
  };
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // While it reads, it takes Ctrl-C for itself.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  return new Promise<string>((resolve) => {
    lines.once('close', () => {
      resolve('');
    });
    lines.question(question, (line) => {
      resolve(line.trim());
      lines.close();
    });
  });
}
