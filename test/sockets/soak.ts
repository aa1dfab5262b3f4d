/** Whether the service keeps its two promises for minutes of failing connections. Run as `npm run soak`. */

import { existsSync } from 'node:fs';

import { errorMessage } from '../../aws/errors.ts';
import { command } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import globalSetup from '../support/run/global-setup.ts';
import { runFlood } from './flood.ts';
import { optionsOf, type SoakOptions, soakOptions, usage } from './soak/options.ts';
import { runSoak } from './soak/run.ts';
import { printed } from './soak/tally.ts';

export const soak = command({
  name: 'soak',
  help: usage,
  options: soakOptions,
  explain: errorMessage,
  interrupted: 'Stopping: the figures need some seconds …',
  onInterrupt: 'finish',
  run: async ({ options, signal }) => run(optionsOf(options), signal),
});

async function run(options: SoakOptions, signal: AbortSignal): Promise<number> {
  if (!existsSync('/proc/self/fd'))
    throw new Error('Sockets are counted in /proc: run it on Linux.');
  await globalSetup();
  const { flood, minutes, seed } = options;
  const line = flood
    ? 'npm run soak -- --flood'
    : `npm run soak -- --minutes ${minutes} --seed ${seed}`;
  const outcome = await (flood ? runFlood() : runSoak(options, signal, showProgress));
  process.stdout.write(`${line}\n\n${printed(outcome, line)}`);
  return outcome.violations.length > 0 ? 1 : 0;
}

function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
}

main(import.meta.url, soak);
