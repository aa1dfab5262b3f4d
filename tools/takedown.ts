/** Takes a founder out of everything that is published, at once. Run as `npm run takedown`. */

import { ownTerminal } from './stage/terminal.ts';
import { takedown } from './takedown/command.ts';

const INTERRUPTED = 130;

process.once('SIGINT', () => {
  console.error('Interrupted: what stands above is done. Run it again: it does the rest.');
  process.exit(INTERRUPTED);
});

// `npm run takedown ... | head` closes the pipe early: that is no error of ours.
process.stdout.on('error', () => process.exit());

process.exitCode = await takedown(process.argv.slice(2), ownTerminal());
