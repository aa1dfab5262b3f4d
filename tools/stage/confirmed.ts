import { CannotGoOn } from './cannot-go-on.ts';
import { type CommandLine, WrongUsage } from './command-line.ts';
import type { AskingTerminal } from './terminal.ts';

/** Returns once a person has typed `word`, or has said `--yes` before. @throws WrongUsage, CannotGoOn */
export async function confirmed(
  { ask }: AskingTerminal,
  { yes }: Pick<CommandLine, 'yes'>,
  word: string,
): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new WrongUsage('Nobody can be asked here, this is not a terminal: say --yes.');
  }
  const typed = await ask(`Type ${word} to go on: `);
  if (typed !== word) throw new CannotGoOn(`Nothing was changed: that was not "${word}".`);
}
