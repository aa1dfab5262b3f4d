/** Shows on a deployed stage what only AWS itself can show. Run as `npm run drill`. */

import { errorMessage } from '../aws/error-facts.ts';
import { Changes } from './drill/changes.ts';
import { drill } from './drill/command.ts';
import { realDrillDependencies } from './drill/step.ts';
import { ownTerminal } from './stage/terminal.ts';

// package.json says which versions of Node do; the SDK's own word about the next ones is for us.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const INTERRUPTED = 130;

const changes = new Changes();
let isInterrupted = false;

/** Once: npm passes on what the terminal sends to both, so that one Ctrl-C arrives twice. */
async function interrupt(): Promise<void> {
  if (isInterrupted) return;
  isInterrupted = true;
  console.error('Interrupted: what is changed now is undone, wait …');
  try {
    await changes.interrupt();
    console.error('Everything is as it was.');
  } catch (error) {
    console.error(errorMessage(error));
  }
  process.exit(INTERRUPTED);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void interrupt());
}

// `npm run drill ... | head` closes the pipe early; what is changed must be undone all the same.
process.stdout.on('error', () => {});

process.exitCode = await drill(
  process.argv.slice(2),
  ownTerminal(),
  realDrillDependencies(),
  changes,
);
