/** Sockets (as Linux counts them) and memory (as the processes report it) of a service that nobody asks. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { FunctionLogs } from '../../support/service/service.ts';
import { until } from '../../support/time/until.ts';
import type { Figure } from './tally.ts';

/** Longer than either end of a kept connection keeps it: Node's clients 4 s, its servers 5 s. */
const REST_MS = 8000;

const MOST_LOOKS = 5;

const MIB = 1024 * 1024;
const MAY_GROW_BYTES = 16 * MIB;

/**
 * Loaded into each process of a function: on SIGUSR2 it collects its garbage and writes what is left. Ctrl-C in a terminal
 * reaches it too, but the soak ends it.
 */
const PROBE = `
  process.on('SIGINT', () => {});
  process.on('SIGUSR2', () => {
    globalThis.gc();
    const { heapUsed, external, rss } = process.memoryUsage();
    const probe = { pid: process.pid, keptBytes: heapUsed + external, rssBytes: rss };
    process.stderr.write(JSON.stringify({ probe }) + '\\n');
  });
`;

/** Variables with which a process of a function can be asked for its memory. */
export const probeVariables = {
  NODE_OPTIONS: `--expose-gc --import=data:text/javascript;base64,${Buffer.from(PROBE).toString('base64')}`,
};

export interface Sockets {
  readonly ofFunctions: number;
  /** Of this process: the endpoints, the gateway, the proxies and the clients. */
  readonly ofServers: number;
}

/** Looks again while there are more than before: on a busy machine a connection takes its time to close. */
export async function socketsAtRest(before?: Sockets): Promise<Sockets> {
  for (let looks = 1; ; looks += 1) {
    await pause(REST_MS);
    const ofFunctions = sum(functionProcesses().map(openSockets));
    const now = { ofFunctions, ofServers: openSockets(process.pid) };
    if (before === undefined || looks === MOST_LOOKS || leftOver(before, now) === 0) return now;
  }
}

export function leftOver(before: Sockets, now: Sockets): number {
  const more = (one: number, other: number): number => Math.max(0, other - one);
  return more(before.ofFunctions, now.ofFunctions) + more(before.ofServers, now.ofServers);
}

/** Those that run a function: a bundler may have a process of its own. */
function functionProcesses(): readonly number[] {
  const { pid } = process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const isFunction = (child: string): boolean =>
    child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('bootstrap.mjs');
  return children.filter(isFunction).map(Number);
}

function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => linkOf(path.join(folder, fd)).startsWith('socket:'))
    .length;
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return ''; // closed meanwhile
  }
}

interface Memory {
  readonly pid: number;
  /** Heap and what belongs to it, after its garbage is collected. */
  readonly keptBytes: number;
  /** Of the whole process, as the operating system sees it. */
  readonly rssBytes: number;
}

/** What the processes of the functions keep, looked at again and again. */
export class MemoryOverTime {
  readonly #samples = new Map<number, Memory[]>();

  /** Only while nobody asks. */
  async sample(logs: FunctionLogs): Promise<void> {
    const pids = functionProcesses();
    logs.clear();
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
    await until(() => probesIn(logs.text).length >= pids.length);
    for (const memory of probesIn(logs.text)) {
      this.#samples.set(memory.pid, [...(this.#samples.get(memory.pid) ?? []), memory]);
    }
    logs.clear();
  }

  get figures(): readonly Figure[] {
    return [...this.#samples].map(([pid, samples]) => {
      const kept = inMib(thirds(samples.map(({ keptBytes }) => keptBytes)));
      const rss = inMib(thirds(samples.map(({ rssBytes }) => rssBytes)));
      return [`  process ${pid}`, `${kept} after its garbage is collected, ${rss} resident`];
    });
  }

  get violations(): readonly string[] {
    return [...this.#samples].flatMap(([pid, samples]) => {
      const { first, last } = thirds(samples.map(({ keptBytes }) => keptBytes));
      const grown = last - first;
      if (grown <= MAY_GROW_BYTES) return [];
      return [`process ${pid} grew by ${(grown / MIB).toFixed(1)} MiB`];
    });
  }
}

function probesIn(text: string): readonly Memory[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{"probe":') && line.endsWith('}'))
    .map((line) => (JSON.parse(line) as { readonly probe: Memory }).probe);
}

interface Thirds {
  readonly first: number;
  readonly last: number;
}

/** Means of the first and of the last third. */
function thirds(values: readonly number[]): Thirds {
  const count = Math.max(1, Math.floor(values.length / 3));
  return { first: sum(values.slice(0, count)) / count, last: sum(values.slice(-count)) / count };
}

function inMib({ first, last }: Thirds): string {
  return `${(first / MIB).toFixed(1)} -> ${(last / MIB).toFixed(1)} MiB`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
