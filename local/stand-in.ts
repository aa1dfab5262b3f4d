/** A server that stands in for a service of AWS, and can be made to fail in a named way. */

import { once } from 'node:events';

import type { Clock } from '../lambda/aws/clock.ts';
import { type Call, type Outcome, type Reply, startServer } from './http-server.ts';

/** How late a `slow` answer is. */
const DELAY_MS = 2000;

export interface Fault {
  readonly description: string;
  /** `hang` lasts as long as the fault; everything else is answered in place of the service. */
  readonly does: 'pass' | 'delay' | 'hang' | Outcome;
}

/** Faults by their names. */
export type FaultTable = Readonly<Record<string, Fault>>;

/** What every stand-in can be made to do. */
export const commonFaults: FaultTable = {
  up: { description: 'healthy', does: 'pass' },
  down: { description: 'every connection is reset', does: 'reset' },
  hang: { description: 'never answers', does: 'hang' },
  slow: { description: `answers, but only after ${DELAY_MS / 1000} seconds`, does: 'delay' },
};

/** A call of a stand-in that has been answered. */
export interface FinishedCall {
  readonly operation: string;
  /** `reset` where there was no answer. */
  readonly status: number | 'reset';
  /** Size of the answer's body. */
  readonly bytes: number;
}

export interface StandInOptions {
  readonly faults: FaultTable;
  readonly clock: Clock;
  readonly operationOf: (call: Call) => string;
  /** The healthy answer. */
  readonly answer: (call: Call) => Promise<Reply>;
  readonly onCall?: ((call: FinishedCall) => void) | undefined;
}

export interface StandIn {
  readonly url: string;
  readonly faults: Faults;
  close(): Promise<void>;
}

export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const faults = new Faults(options.faults, options.clock);
  const server = await startServer(async (call) => {
    const outcome = await faults.outcome(call, async () => options.answer(call));
    const answered =
      outcome === 'reset'
        ? { status: outcome, bytes: 0 }
        : { status: outcome.status, bytes: Buffer.byteLength(outcome.body) };
    options.onCall?.({ operation: options.operationOf(call), ...answered });
    return outcome;
  });
  return { url: server.url, faults, close: async () => server.close() };
}

export class Faults {
  readonly table: FaultTable;
  readonly #clock: Clock;
  #name = 'up';
  #callsLeft = Infinity;
  #change = new AbortController();

  constructor(table: FaultTable, clock: Clock) {
    this.table = table;
    this.#clock = clock;
  }

  /** The fault in force. */
  get name(): string {
    return this.#name;
  }

  /**
   * Puts a fault in force instead of the one before; calls that were left hanging are broken off.
   *
   * @param calls - back to `up` after so many.
   * @throws where there is no such fault.
   */
  set(name: string, { calls = Infinity } = {}): void {
    if (!Object.hasOwn(this.table, name)) throw new Error(`There is no fault named ${name}`);
    this.#name = name;
    this.#callsLeft = calls;
    this.#change.abort();
    this.#change = new AbortController();
  }

  /** The outcome of a call that arrived: the healthy answer, or the fault in its stead. */
  async outcome({ signal }: Call, answer: () => Promise<Reply>): Promise<Outcome> {
    const does = this.table[this.#name]?.does ?? 'pass';
    this.#callsLeft -= 1;
    if (this.#callsLeft <= 0) this.#name = 'up';
    if (does === 'hang') {
      const ended = AbortSignal.any([this.#change.signal, signal]);
      if (!ended.aborted) await once(ended, 'abort');
      return 'reset';
    }
    if (does === 'delay') await this.#pause(signal);
    return does === 'pass' || does === 'delay' ? answer() : does;
  }

  /** @throws where the client is gone before. */
  async #pause(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.schedule(DELAY_MS, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });
    signal.throwIfAborted();
  }
}
