/** Publishes a list that truly lost more than half of its records. Run as `npm run accept`. */

import { accept } from './accept/command.ts';
import { ownTerminal } from './stage/terminal.ts';

// package.json says which versions of Node do; the SDK's own word about the next ones is for us.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const INTERRUPTED = 130;

process.once('SIGINT', () => {
  console.error('Interrupted: see with --dry-run what is published now.');
  process.exit(INTERRUPTED);
});

// `npm run accept ... | head` closes the pipe early: that is no error of ours.
process.stdout.on('error', () => process.exit());

process.exitCode = await accept(process.argv.slice(2), ownTerminal());
