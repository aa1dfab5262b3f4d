/** Where the words go, and where a person is asked. */

import type { Terminal } from '../verify/command.ts';
import { askOn } from './ask-on.ts';

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
    ...(process.stdin.isTTY ? { ask: askOn(process.stdin, process.stderr, interrupt) } : {}),
  };
}

function interrupt(): void {
  process.kill(process.pid, 'SIGINT');
}
