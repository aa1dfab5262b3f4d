/** Checks that the service at an address, local or deployed, is the documented one. Run as `npm run verify`. */

import { verify } from './verify/command.ts';

const INTERRUPTED = 130;

process.once('SIGINT', () => {
  console.error('Interrupted.');
  process.exit(INTERRUPTED);
});

// `npm run verify ... | head` closes the pipe early: that is no error of ours.
process.stdout.on('error', () => process.exit());

process.exitCode = await verify(process.argv.slice(2), {
  print: console.log,
  complain: console.error,
  inColour: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '',
});
