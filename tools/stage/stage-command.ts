/** What the commands at a deployed stage have in common. */

import { stageErrorMessage } from '../../aws/errors.ts';
import { CommandError, UsageError } from '../../cli/command.ts';
import type { Terminal } from '../../cli/terminal.ts';
import { NotServing } from '../../aws/refresh.ts';

// package.json says which versions of Node do; the SDK's warning about future ones is for developers.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

export const dryRunOption = { 'dry-run': { type: 'boolean' } } as const;
export const confirmOptions = { ...dryRunOption, yes: { type: 'boolean', short: 'y' } } as const;

/** Returns once a person has typed `word`, or where `--yes` was given. @throws UsageError, CommandError */
export async function confirmed({ ask }: Terminal, yes: boolean, word: string): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new UsageError('Not a terminal, so nobody can confirm: use --yes.');
  }
  const typed = await ask(`Type ${word} to go on: `);
  if (typed !== word) throw new CommandError(`Nothing was changed: that was not "${word}".`);
}

/** One sentence for a failure at AWS, or `undefined` for a bug of ours. @param permissions - that the command needs. */
export function explainWith(permissions: string): (error: unknown) => string | undefined {
  return (error) => {
    if (error instanceof NotServing) {
      return `The directory cannot be refreshed: ${error.message}. Look at its log (docs/runbook.md, "The service answers with errors").`;
    }
    return stageErrorMessage(error, permissions);
  };
}
