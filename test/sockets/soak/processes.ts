/** What the processes of the functions hold at rest: sockets (as Linux counts them) and memory (as they say it). */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { FunctionLogs } from '../../support/service/function-logs.ts';
import { until } from '../../support/time/until.ts';

/** Variables that let a process of a function be asked what it holds. */
export const probeVariables = {
  NODE_OPTIONS: `--expose-gc --import=${pathToFileURL(path.join(import.meta.dirname, 'probe.mjs')).href}`,
};

export interface Memory {
  readonly pid: number;
  /** Heap and what hangs on it, after its garbage is collected. */
  readonly keptBytes: number;
  /** Of the whole process, as the operating system sees it. */
  readonly rssBytes: number;
}

/** Those that run a function: a bundler may have a process of its own. */
export function functionProcesses(): readonly number[] {
  const { pid } = process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children
    .trim()
    .split(' ')
    .filter((child) => child !== '' && isFunction(child))
    .map(Number);
}

export function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => linkOf(path.join(folder, fd)).startsWith('socket:'))
    .length;
}

/** Each process of a function collects its garbage first. */
export async function memoryOf(
  pids: readonly number[],
  logs: FunctionLogs,
): Promise<readonly Memory[]> {
  logs.clear();
  for (const pid of pids) process.kill(pid, 'SIGUSR2');
  await until(() => probesIn(logs.text).length >= pids.length);
  const probes = probesIn(logs.text);
  logs.clear();
  return probes;
}

function probesIn(text: string): readonly Memory[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{"probe":') && line.endsWith('}'))
    .map((line) => (JSON.parse(line) as { readonly probe: Memory }).probe);
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return ''; // closed meanwhile
  }
}

function isFunction(pid: string): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bootstrap.mjs');
}
