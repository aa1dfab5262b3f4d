/** `npm run soak`: whether the service keeps its two promises for minutes of failing connections. */

import { existsSync } from 'node:fs';

import { errorMessage } from '../../local/error-facts.ts';
import globalSetup from '../support/run/global-setup.ts';
import { parseOptions, type SoakOptions, usage, WrongOption } from './soak/options.ts';
import { printed } from './soak/outcome.ts';
import { runFlood } from './soak/run-flood.ts';
import { runSoak } from './soak/run-soak.ts';

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else await run(options);
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  if (error instanceof WrongOption) {
    process.stderr.write('npm run soak -- --help lists the options.\n');
  }
  process.exitCode = 1;
}

async function run(options: SoakOptions): Promise<void> {
  if (!existsSync('/proc/self/fd'))
    throw new Error('Sockets are counted in /proc: run it on Linux.');
  await globalSetup();
  const { flood, minutes, seed } = options;
  const command = flood
    ? 'npm run soak -- --flood'
    : `npm run soak -- --minutes ${minutes} --seed ${seed}`;
  const outcome = await (flood ? runFlood() : runSoak(options, interruption(), showProgress));
  process.stdout.write(`${command}\n\n${printed(outcome, command)}`);
  if (outcome.violations.length > 0) process.exitCode = 1;
}

/** Ctrl-C ends it early, with the figures so far; a second one at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    process.stderr.write('Stopping: the figures need some seconds …\n');
    controller.abort();
  });
  return controller.signal;
}

function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
}
