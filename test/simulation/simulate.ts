/** Simulates many runs of the service, in several processes. Run as `npm run simulate`. */

import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { command } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import { type Figures, none, reportOf, sum } from './report.ts';
import { HELP, simulateOptions, type Usage, usageOf } from './usage.ts';

/** A range of seeds for a worker: short enough for progress to be seen, long enough for messages not to matter. */
interface Order {
  readonly from: number;
  readonly seeds: number;
}

const SEEDS_IN_AN_ORDER = 50;

/** The argument with which this file is a worker. */
const WORKER = '--is-worker';

const say = (text: string): boolean => process.stdout.write(text);

export const simulateCommand = command({
  name: 'simulate',
  help: HELP,
  options: simulateOptions,
  interrupted: 'Stopping …',
  onInterrupt: 'finish',
  async run({ options, signal }) {
    const usage = usageOf(options);
    return usage.trace ? traceOne(usage.from) : simulateMany(usage, signal);
  },
});

async function traceOne(seed: number): Promise<number> {
  const { sharedByRuns, simulate } = await import('./run.ts');
  const onTrace = (line: string): void => {
    say(`${line}\n`);
  };
  const { violations } = await simulate(seed, { ...(await sharedByRuns()), onTrace });
  return violations.length === 0 ? 0 : 1;
}

async function simulateMany({ from, seeds, workers }: Usage, stop: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const stopped = once(stop, 'abort').then(() => 'stopped' as const);
  const orders = Array.from({ length: Math.ceil(seeds / SEEDS_IN_AN_ORDER) }, (_, index) => {
    const done = index * SEEDS_IN_AN_ORDER;
    return { from: from + done, seeds: Math.min(SEEDS_IN_AN_ORDER, seeds - done) };
  });
  const left = [...orders.entries()];
  const parts: (Figures | undefined)[] = [];
  const all = Array.from({ length: Math.min(workers, orders.length) }, async () => {
    const execArgv = ['--import', 'tsx', '--max-semi-space-size=64'];
    const worker = fork(fileURLToPath(import.meta.url), [WORKER], { execArgv });
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, order] = next;
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
  say(reportOf(figures, (performance.now() - startedAt) / 1000));
  if (figures.runs < seeds) say(`Stopped after ${figures.runs} of ${seeds} runs.\n`);
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

/** Its parent ends it; Ctrl-C in a terminal reaches both. The parent has no use for what is imported here. */
async function work(): Promise<void> {
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  const orders = on(process, 'message');
  const { sharedByRuns, simulate } = await import('./run.ts');
  const shared = await sharedByRuns();
  for await (const [{ from, seeds }] of orders as AsyncIterable<[Order]>) {
    let figures = none;
    for (let seed = from; seed < from + seeds; seed += 1) {
      figures = sum(figures, await simulate(seed, shared));
    }
    process.send?.(figures);
  }
}

if (process.argv[2] === WORKER) void work();
else main(import.meta.url, simulateCommand);
