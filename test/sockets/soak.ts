/** Whether the service keeps its two promises for minutes of failing connections. Run as `npm run soak`. */

import { existsSync } from 'node:fs';

import { errorMessage } from '../../aws/errors.ts';
import { command, CommandError, wholeNumber } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import globalSetup from '../support/run/global-setup.ts';
import { runFlood } from './flood.ts';
import { runSoak } from './soak/run.ts';
import { printed } from './soak/tally.ts';

const MINUTES = 10;
const MOST_MINUTES = 24 * 60;
const LARGEST_SEED = 2 ** 32 - 1;

const help = `Usage: npm run soak -- [options]

Starts the service on free ports of 127.0.0.1, with a proxy before its database and before its store of copies, and
sends hundreds of requests at once while faults come and go on both. Every answer must be 200 or 304, whole and in time,
and at the end no socket and no memory may be left over. Prints figures; exits with 1 where something was not so.

  --minutes N   how long to run, from 1 to ${MOST_MINUTES} (default ${MINUTES})
  --seed N      which faults come, and when (default: a different one each time)
  --flood       instead, send 10,000 requests to the edge and to the gateway, and count the reads of the database
  --help        print this
`;

export const soak = command({
  name: 'soak',
  help,
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, flood: { type: 'boolean' } },
  explain: errorMessage,
  interrupted: 'Stopping: the figures need some seconds …',
  onInterrupt: 'finish',
  async run({ options: { flood, ...typed }, terminal: { print }, signal }) {
    const minutes = wholeNumber('--minutes', typed.minutes, 1, MOST_MINUTES) ?? MINUTES;
    const seed = wholeNumber('--seed', typed.seed, 0, LARGEST_SEED) ?? Date.now() % LARGEST_SEED;
    if (!existsSync('/proc/self/fd')) {
      throw new CommandError('Sockets are counted in /proc: run it on Linux.');
    }
    await globalSetup();
    const line = `npm run soak -- ${flood ? '--flood' : `--minutes ${minutes} --seed ${seed}`}`;
    const outcome = await (flood ? runFlood() : runSoak(minutes, seed, signal, showProgress));
    print(`${line}\n\n${printed(outcome, line)}`);
    return outcome.violations.length > 0 ? 1 : 0;
  },
});

function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
}

main(import.meta.url, soak);
