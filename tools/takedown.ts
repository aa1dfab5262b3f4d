/** Takes a founder out of everything that is published, at once. Run as `npm run takedown`. */

import { ownTerminal } from './stage/terminal.ts';
import { takedown } from './takedown/command.ts';

// package.json says which versions of Node do; the SDK's own word about the next ones is for us.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const INTERRUPTED = 130;

process.once('SIGINT', () => {
  console.error('Interrupted: what stands above is done. Run it again: it does the rest.');
  process.exit(INTERRUPTED);
});

// `npm run takedown ... | head` closes the pipe early: that is no error of ours.
process.stdout.on('error', () => process.exit());

process.exitCode = await takedown(process.argv.slice(2), ownTerminal());
