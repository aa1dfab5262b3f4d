/** The machine: what it is, how quiet it is, and what a process has used of it. Linux counts this in /proc. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

import { medianOf } from './figures.ts';

/** A tick of /proc/stat, on every Linux (proc(5), USER_HZ). */
const TICK_MS = 10;

const MILLION = 1e6;

/** What all threads of a process have used of processors, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / MILLION;
}

export function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Keeps every thread of a process on the last core, where there is a `taskset`. */
export function pinToOneCore(pid: number): void {
  spawnSync('taskset', ['-apc', String(os.availableParallelism() - 1), String(pid)]);
}

export function canPin(): boolean {
  return spawnSync('taskset', ['--version']).status === 0;
}

/** How the machine was for a third of a second in which nothing of ours ran but the same piece of work again and again. */
export interface Observation {
  /** The slow ones (of ten the second slowest) against the usual one. */
  readonly unsteadiness: number;
  /** What other programs used, in cores. */
  readonly others: number;
}

const PIECES = 100;
const MOST_UNSTEADY = 1.15;
const MOST_OTHERS = 0.1;

export function observe(): Observation {
  const work = Buffer.alloc(1 << 22, 'work');
  const startedAt = performance.now();
  const busyBefore = busyMs();
  const ownBefore = process.cpuUsage();
  const times = Array.from({ length: PIECES }, () => {
    const pieceStartedAt = performance.now();
    createHash('sha256').update(work).digest();
    return performance.now() - pieceStartedAt;
  });
  const { user, system } = process.cpuUsage(ownBefore);
  const othersMs = busyMs() - busyBefore - (user + system) / 1000;
  const slow = times.toSorted((a, b) => a - b)[Math.floor(PIECES * 0.9)] ?? Number.NaN;
  return {
    unsteadiness: slow / medianOf(times),
    others: Math.max(0, othersMs) / (performance.now() - startedAt),
  };
}

/** Of all cores: everything but waiting. Time that the hypervisor gave to others counts. */
function busyMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/\s+/u)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * TICK_MS;
}

/** Why the figures cannot be trusted; `undefined` where they can. */
export function disturbance(observations: readonly Observation[]): string | undefined {
  const isDisturbed = ({ unsteadiness, others }: Observation): boolean =>
    unsteadiness > MOST_UNSTEADY || others > MOST_OTHERS;
  const disturbed = observations.filter(isDisturbed);
  if (disturbed.length === 0) return undefined;
  const unsteadiest = Math.max(...disturbed.map(({ unsteadiness }) => unsteadiness));
  const most = Math.max(...disturbed.map(({ others }) => others));
  return `${disturbed.length} of ${observations.length} times the machine was not quiet: the same work took up to ${unsteadiest.toFixed(2)} times as long (${MOST_UNSTEADY} is quiet), and other programs used up to ${most.toFixed(2)} of a core (${MOST_OTHERS} is quiet)`;
}

export function machineName(): string {
  const [{ model } = { model: 'unknown processor' }] = os.cpus();
  return `${model.trim()}, ${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, Linux ${os.release()}, Node ${process.versions.node}`;
}
