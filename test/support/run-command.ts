/** A command in this process, at a terminal where nobody sits. */

import type { Command } from '../../tools/cli/command.ts';

export interface CommandRun {
  readonly code: number;
  /** Its lines. */
  readonly output: string;
  readonly complaint: string;
}

export async function runCommand<D>(
  command: Command<D>,
  args: readonly string[],
  dependencies: D,
): Promise<CommandRun> {
  const output: string[] = [];
  const complaint: string[] = [];
  const terminal = {
    print: (text: string) => output.push(text),
    complain: (text: string) => complaint.push(text),
    inColour: false,
  };
  const code = await command.run(args, terminal, dependencies);
  return { code, output: output.join('\n'), complaint: complaint.join('\n') };
}
