/** Simulates many lives of the service. Run as `npm run simulate`. */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { command } from '../../cli/command.ts';
import { main } from '../../cli/main.ts';
import { type Figures, none, sum } from './figures.ts';
import { reportOf } from './report-of-figures.ts';
import { simulate } from './simulation.ts';
import { surroundings } from './surroundings.ts';
import { HELP, simulateOptions, type Usage, usageOf } from './usage.ts';
import type { Order } from './worker.ts';

/** Short enough for progress to be seen, long enough for messages not to matter. */
const SEEDS_IN_AN_ORDER = 50;

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
  const around = await surroundings();
  const { violation } = await simulate(seed, {
    ...around,
    onTrace: (line) => say(`${line}\n`),
  });
  return violation === undefined ? 0 : 1;
}

async function simulateMany({ from, seeds, workers }: Usage, stop: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const orders = ordersOf(from, seeds);
  const parts: (Figures | undefined)[] = [];
  const stopped = new Promise<'stopped'>((resolve) => {
    stop.addEventListener('abort', () => {
      resolve('stopped');
    });
  });
  let given = 0;
  let done = 0;
  const work = Array.from({ length: Math.min(workers, orders.length) }, async () => {
    const worker = startWorker();
    try {
      for (let index = given++; index < orders.length && !stop.aborted; index = given++) {
        const order = orders[index];
        if (order === undefined) return;
        const part = await Promise.race([worker.simulate(order), stopped]);
        if (part === 'stopped') return;
        parts[index] = part;
        done += order.seeds;
        showProgress(done, seeds, parts);
      }
    } finally {
      worker.end();
    }
  });
  await Promise.all(work);
  clearProgress();
  const figures = parts.filter((part) => part !== undefined).reduce(sum, none);
  say(reportOf(figures, (performance.now() - startedAt) / 1000));
  if (stop.aborted) say(`Stopped after ${figures.lives} of ${seeds} lives.\n`);
  return figures.violations.length === 0 ? 0 : 1;
}

function ordersOf(from: number, seeds: number): readonly Order[] {
  const count = Math.ceil(seeds / SEEDS_IN_AN_ORDER);
  return Array.from({ length: count }, (_, index) => {
    const done = index * SEEDS_IN_AN_ORDER;
    return { from: from + done, seeds: Math.min(SEEDS_IN_AN_ORDER, seeds - done) };
  });
}

interface Worker {
  simulate(order: Order): Promise<Figures>;
  end(): void;
}

function startWorker(): Worker {
  const path = fileURLToPath(new URL('worker.ts', import.meta.url));
  const child = fork(path, { execArgv: ['--import', 'tsx', '--max-semi-space-size=64'] });
  return {
    simulate: async (order) =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null): void => {
          const last = order.from + order.seeds - 1;
          const seeds = `seeds ${order.from} to ${last}`;
          reject(new Error(`A worker ended with ${String(code)} in ${seeds}`));
        };
        child.once('exit', onExit);
        child.once('message', (figures) => {
          child.off('exit', onExit);
          resolve(figures as Figures);
        });
        child.send(order);
      }),
    end: () => {
      child.disconnect();
    },
  };
}

function showProgress(done: number, seeds: number, parts: readonly (Figures | undefined)[]): void {
  if (!process.stderr.isTTY) return;
  const violations = parts.flatMap((part) => part?.violations ?? []).length;
  process.stderr.write(`\r${done} of ${seeds} lives, ${violations} violations `);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

main(import.meta.url, simulateCommand);
