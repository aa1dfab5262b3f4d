/** Simulates many runs of the service, in several processes. Run as `npm run simulate`. */

import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { command, UsageError, wholeNumber } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import { type Figures, none, reportOf, sum } from './report.ts';

/** Seeds one after another. */
interface Order {
  readonly from: number;
  readonly seeds: number;
}

/** Short enough for progress to be seen, long enough for messages not to matter. */
const SEEDS_IN_AN_ORDER = 50;

const SEEDS = 20_000;
const MOST_SEEDS = 10_000_000;
const MOST_WORKERS = 64;

/** The argument with which this file is a worker. */
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
    const all = {
      from: wholeNumber('--from', from, 0) ?? 1,
      seeds: wholeNumber('--seeds', seeds, 1, MOST_SEEDS) ?? SEEDS,
    };
    const processes = wholeNumber('--workers', workers, 1, MOST_WORKERS) ?? availableParallelism();
    const one = wholeNumber('--seed', seed, 0);
    return one === undefined ? simulateMany(all, processes, print, signal) : traceOne(one, print);
  },
});

async function traceOne(seed: number, print: (line: string) => void): Promise<number> {
  const { sharedByRuns, simulate } = await import('./run.ts');
  const { violations } = await simulate(seed, await sharedByRuns(), print);
  return violations.length === 0 ? 0 : 1;
}

async function simulateMany(
  { from, seeds }: Order,
  workers: number,
  print: (line: string) => void,
  stop: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  const stopped = once(stop, 'abort').then(() => 'stopped' as const);
  const orders = Array.from({ length: Math.ceil(seeds / SEEDS_IN_AN_ORDER) }, (_, index) => {
    const done = index * SEEDS_IN_AN_ORDER;
    return { from: from + done, seeds: Math.min(SEEDS_IN_AN_ORDER, seeds - done) };
  });
  const left = orders.entries();
  const parts: (Figures | undefined)[] = [];
  const all = Array.from({ length: Math.min(workers, orders.length) }, async () => {
    const execArgv = ['--import', 'tsx', '--max-semi-space-size=64'];
    const worker = fork(fileURLToPath(import.meta.url), [WORKER], { execArgv });
    for (const [index, order] of left) {
      const part = await Promise.race([simulatedBy(worker, order), stopped]);
      if (part === 'stopped') break;
      parts[index] = part;
      showProgress(parts, seeds);
    }
    worker.disconnect();
  });
  await Promise.all(all);
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const figures = totalOf(parts);
  print(reportOf(figures, (performance.now() - startedAt) / 1000));
  if (figures.runs < seeds) print(`Stopped after ${figures.runs} of ${seeds} runs.`);
  return figures.violations.length === 0 ? 0 : 1;
}

async function simulatedBy(worker: ChildProcess, order: Order): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => {
      const last = order.from + order.seeds - 1;
      reject(new Error(`A worker ended with ${String(code)} in seeds ${order.from} to ${last}`));
    };
    worker.once('exit', onExit);
    worker.once('message', (figures) => {
      worker.off('exit', onExit);
      resolve(figures as Figures);
    });
    worker.send(order);
  });
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
 * Its parent ends it; Ctrl-C in a terminal reaches both. The parent has no use for what is imported here. The first run of
 * an order is made twice, and must have the same trace, byte for byte.
 */
async function work(): Promise<void> {
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  const orders = on(process, 'message');
  const { sharedByRuns, simulate } = await import('./run.ts');
  const shared = await sharedByRuns();
  for await (const [{ from, seeds }] of orders as AsyncIterable<[Order]>) {
    let figures = none;
    for (let seed = from; seed < from + seeds; seed += 1) {
      const run = await simulate(seed, shared);
      const isSame = seed > from || (await simulate(seed, shared)).digest === run.digest;
      const violations = [{ seed, message: 'its trace is another one the second time' }];
      figures = sum(figures, isSame ? run : { ...run, violations });
    }
    process.send?.(figures);
  }
}

if (process.argv[2] === WORKER) void work();
else main(import.meta.url, simulateCommand);
