/** Where a command writes, and whom it asks. */

import { createInterface } from 'node:readline';

export interface Terminal {
  readonly print: (text: string) => void;
  /** To the error output. */
  readonly complain: (text: string) => void;
  readonly inColour: boolean;
  /** Resolves with the line that was typed, empty where the input ends. Absent where nobody sits at it. */
  readonly ask?: (question: string) => Promise<string>;
}

export function ownTerminal(): Terminal {
  return {
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    inColour: mayColour(process.stdout, process.env),
    ...(process.stdin.isTTY
      ? { ask: askOn(process.stdin, process.stderr, () => process.kill(process.pid, 'SIGINT')) }
      : {}),
  };
}

/** https://no-color.org */
export function mayColour(
  { isTTY }: { readonly isTTY: boolean },
  { NO_COLOR = '' }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTTY && NO_COLOR === '';
}

/** @param interrupt - called on Ctrl-C, which a terminal that is read line by line keeps for itself. */
export function askOn(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  interrupt: () => void,
): (question: string) => Promise<string> {
  return async (question) => {
    const lines = createInterface({ input, output });
    lines.once('SIGINT', interrupt);
    return new Promise<string>((resolve) => {
      lines.once('close', () => {
        resolve('');
      });
      lines.question(question, (line) => {
        resolve(line.trim());
        lines.close();
      });
    });
  };
}

const COLOURS = { green: 32, red: 31, yellow: 33 } as const;

export function painted(text: string, colour: keyof typeof COLOURS, inColour: boolean): string {
  return inColour ? `\u001B[${COLOURS[colour]}m${text}\u001B[39m` : text;
}
