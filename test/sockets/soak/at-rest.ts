/** Sockets and memory of a service that nobody asks, at several times of a soak. */

import { setTimeout as pause } from 'node:timers/promises';

import type { FunctionLogs } from '../../support/service/function-logs.ts';
import { functionProcesses, type Memory, memoryOf, openSockets } from './processes.ts';

/** Longer than either end of a kept connection keeps it: Node's clients 4 s, its servers 5 s. */
const REST_MS = 8000;

const MOST_LOOKS = 5;

const MAY_GROW_BYTES = 16 * 1024 * 1024;
const MIB = 1024 * 1024;

export interface Sockets {
  readonly ofFunctions: number;
  /** Of this process: the endpoints, the gateway, the proxies and the clients. */
  readonly ofServers: number;
}

export async function socketsAtRest(): Promise<Sockets> {
  await pause(REST_MS);
  const each = functionProcesses().map(openSockets);
  return { ofFunctions: sum(each), ofServers: openSockets(process.pid) };
}

/** Looks again while there are more than before: on a busy machine a connection takes its time to close. */
export async function socketsAtRestAgain(before: Sockets): Promise<Sockets> {
  let now = await socketsAtRest();
  for (let looks = 1; looks < MOST_LOOKS && leftOver(before, now) > 0; looks += 1) {
    now = await socketsAtRest();
  }
  return now;
}

export function leftOver(before: Sockets, now: Sockets): number {
  const more = (one: number, other: number): number => Math.max(0, other - one);
  return more(before.ofFunctions, now.ofFunctions) + more(before.ofServers, now.ofServers);
}

/** What the processes of the functions keep, looked at again and again. */
export class MemoryOverTime {
  readonly #samples = new Map<number, Memory[]>();

  /** Only while nobody asks. */
  async sample(logs: FunctionLogs): Promise<void> {
    for (const memory of await memoryOf(functionProcesses(), logs)) {
      const before = this.#samples.get(memory.pid) ?? [];
      this.#samples.set(memory.pid, [...before, memory]);
    }
  }

  get figures(): readonly (readonly [string, string])[] {
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
      return grown > MAY_GROW_BYTES
        ? [`process ${pid} grew by ${(grown / MIB).toFixed(1)} MiB`]
        : [];
    });
  }
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
