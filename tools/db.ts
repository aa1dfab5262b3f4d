/** Checks or sets up the views and the reader in an existing database. Run as `npm run db`. */

import { db } from './db/command.ts';

// package.json says which versions of Node do; the SDK's own word about the next ones is for us.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const INTERRUPTED = 130;

process.once('SIGINT', () => {
  console.error('Interrupted: what was not committed is undone within three minutes.');
  process.exit(INTERRUPTED);
});

// `npm run db ... | head` closes the pipe early: that is no error of ours.
process.stdout.on('error', () => process.exit());

process.exitCode = await db(process.argv.slice(2), {
  print: console.log,
  complain: console.error,
  inColour: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '',
});
