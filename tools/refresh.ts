/** Makes what the database says now visible to visitors. Run as `npm run refresh`. */

import { refreshLists } from './refresh/command.ts';
import { ownTerminal } from './stage/terminal.ts';

// package.json says which versions of Node do; the SDK's own word about the next ones is for us.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const INTERRUPTED = 130;

process.once('SIGINT', () => {
  console.error('Interrupted: what stands above is done. Run it again: it begins anew.');
  process.exit(INTERRUPTED);
});

// `npm run refresh ... | head` closes the pipe early: that is no error of ours.
process.stdout.on('error', () => process.exit());

process.exitCode = await refreshLists(process.argv.slice(2), ownTerminal());
