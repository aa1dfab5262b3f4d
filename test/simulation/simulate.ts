/** Simulates many runs of the service, in several processes. Run as `npm run simulate`. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { command, UsageError, wholeNumber } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import { type Figures, none, reportOf, sum } from './report.ts';

/** One after another: short enough for progress to be seen, long enough for messages not to matter. */
const SEEDS_OF_A_PART = 50;

const SEEDS = 20_000;
const MOST_SEEDS = 10_000_000;
const MOST_WORKERS = 64;

/** The argument with which this file is a worker; behind it the seeds, and which parts of them are the worker's. */
const WORKER = '--is-worker';

const help = `Simulates hours of requests, edits and faults in virtual time, and checks every answer of the service.

  npm run simulate -- [options]

  --seeds <number>    so many runs, each from its own seed (${SEEDS} if not given; some 25 a second on two cores)
  --from <number>     the first seed (1 if not given)
  --seed <number>     one run only, with its trace
  --workers <number>  processes (as many as there are cores, if not given)
  --help              print this and stop

The handlers, their SDK clients and everything they import are the real ones; the clock, the network, the database
and the store are simulated. The same seed gives the same trace, byte for byte.

Exit code: 0 no violation, 1 at least one, 2 wrong usage, 130 stopped with Ctrl-C.
`;

export const simulateCommand = command({
  name: 'simulate',
  help,
  options: {
    from: { type: 'string' },
    seeds: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string' },
  },
  interrupted: 'Stopping …',
  onInterrupt: 'finish',
  async run({ options: { from, seeds, seed, workers }, terminal: { print }, signal }) {
    if (seed !== undefined && (seeds !== undefined || from !== undefined)) {
      throw new UsageError('--seed is one run: give it without --seeds and --from.');
    }
    const first = wholeNumber('--from', from, 0) ?? 1;
    const count = wholeNumber('--seeds', seeds, 1, MOST_SEEDS) ?? SEEDS;
    const processes = wholeNumber('--workers', workers, 1, MOST_WORKERS) ?? availableParallelism();
    const one = wholeNumber('--seed', seed, 0);
    if (one !== undefined) return traceOne(one, print);
    return simulateMany(first, count, processes, print, signal);
  },
});

async function traceOne(seed: number, print: (line: string) => void): Promise<number> {
  const { sharedByRuns, simulate } = await import('./run.ts');
  const { violations } = await simulate(seed, await sharedByRuns(), print);
  return violations.length === 0 ? 0 : 1;
}

async function simulateMany(
  from: number,
  seeds: number,
  workers: number,
  print: (line: string) => void,
  stop: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  const parts: (Figures | undefined)[] = [];
  const count = Math.min(workers, Math.ceil(seeds / SEEDS_OF_A_PART));
  const all = Array.from({ length: count }, async (_, first) => {
    const args = [WORKER, ...[from, seeds, first, count].map(String)];
    const execArgv = ['--import', 'tsx', '--max-semi-space-size=64'];
    const worker = fork(fileURLToPath(import.meta.url), args, { execArgv });
    worker.on('message', (message) => {
      const [index, part] = message as [number, Figures];
      parts[index] = part;
      showProgress(parts, seeds);
    });
    stop.addEventListener('abort', () => {
      if (worker.connected) worker.disconnect();
    });
    const [code] = (await once(worker, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`A worker ended with ${String(code)}`);
  });
  await Promise.all(all);
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const figures = totalOf(parts);
  print(reportOf(figures, (performance.now() - startedAt) / 1000));
  if (figures.runs < seeds) print(`Stopped after ${figures.runs} of ${seeds} runs.`);
  return figures.violations.length === 0 ? 0 : 1;
}

/** Those of parts that were not simulated are missing. */
function totalOf(parts: readonly (Figures | undefined)[]): Figures {
  return parts.filter((part) => part !== undefined).reduce(sum, none);
}

function showProgress(parts: readonly (Figures | undefined)[], seeds: number): void {
  if (!process.stderr.isTTY) return;
  const { runs, violations } = totalOf(parts);
  process.stderr.write(`\r${runs} of ${seeds} runs, ${violations.length} violations `);
}

/**
 * Its parent may end it; Ctrl-C in a terminal reaches both. The parent has no use for what is imported here. The first run
 * of a part is made twice, and must have the same trace, byte for byte.
 */
async function work(from: number, seeds: number, first: number, step: number): Promise<void> {
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  const { sharedByRuns, simulate } = await import('./run.ts');
  const shared = await sharedByRuns();
  for (let index = first; index * SEEDS_OF_A_PART < seeds; index += step) {
    const start = from + index * SEEDS_OF_A_PART;
    const end = Math.min(start + SEEDS_OF_A_PART, from + seeds);
    let figures = none;
    for (let seed = start; seed < end; seed += 1) {
      const run = await simulate(seed, shared);
      const isSame = seed > start || (await simulate(seed, shared)).digest === run.digest;
      const violations = [{ seed, message: 'its trace is another one the second time' }];
      figures = sum(figures, isSame ? run : { ...run, violations });
    }
    await new Promise((resolve) => process.send?.([index, figures], resolve));
  }
  process.exit();
}

const [, , mode, ...numbers] = process.argv;
if (mode === WORKER) void work(...(numbers.map(Number) as Parameters<typeof work>));
else main(import.meta.url, simulateCommand);
