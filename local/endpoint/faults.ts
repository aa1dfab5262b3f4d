/** A server that stands in for a service of AWS: it can be made to fail in a named way, and counts its calls. */

import { once } from 'node:events';

import type { Clock } from '../../lambda/aws/clock.ts';
import { type Call, type Outcome, type Reply, type Server, startServer } from './server.ts';

/** How late a `slow` answer is. */
const DELAY_MS = 2000;

/** `pass`: healthy. `refuse`: every connection is reset. `delay`: healthy but late. `hang`: no answer while it is in force. */
export interface Fault {
  readonly description: string;
  readonly does: 'pass' | 'refuse' | 'delay' | 'hang' | Outcome;
}

/** Every way to fail by its name. `up` is the healthy one. */
export type FaultTable = Readonly<Record<'up', Fault>> & Readonly<Record<string, Fault>>;

export interface EndpointOptions {
  readonly faults: FaultTable;
  readonly clock: Clock;
  /** The name under which a call is counted. */
  readonly operationOf: (call: Call) => string;
  /** The healthy answer. */
  readonly answer: (call: Call) => Promise<Reply>;
  /** Called when a call is over. */
  readonly onOutcome?: (operation: string, outcome: Outcome) => void;
}

export interface Endpoint {
  readonly url: string;
  readonly faults: Faults;
  readonly calls: CallCounter;
  close(): Promise<void>;
}

export async function startEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const calls = new CallCounter();
  const server = await startServer(async (call) => {
    const operation = options.operationOf(call);
    calls.add(operation);
    const outcome = await faults.outcome(call, async () => options.answer(call));
    options.onOutcome?.(operation, outcome);
    return outcome;
  });
  const faults = new Faults(options.faults, server, options.clock);
  return { url: server.url, faults, calls, close: async () => server.close() };
}

export class Faults {
  readonly #table: FaultTable;
  readonly #server: Server;
  readonly #clock: Clock;
  #name = 'up';
  #callsLeft = Infinity;
  #change = new AbortController();

  constructor(table: FaultTable, server: Server, clock: Clock) {
    this.#table = table;
    this.#server = server;
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
   * @throws with the names there are where there is no such fault.
   */
  async set(name: string, { calls = Infinity } = {}): Promise<void> {
    const fault = this.#find(name);
    this.#name = name;
    this.#callsLeft = calls;

    this.#change.abort();
    this.#change = new AbortController();
    if (fault.does === 'refuse') await this.#server.refuse();
    else this.#server.accept();
  }

  /** The outcome of a call that arrived: the healthy answer, or the fault in its stead. */
  async outcome({ signal }: Call, answer: () => Promise<Reply>): Promise<Outcome> {
    const { does } = this.#find(this.#name);
    this.#count();
    switch (does) {
      case 'pass':
        return answer();
      case 'delay':
        await this.#pause(signal);
        return answer();
      case 'hang': {
        const ended = AbortSignal.any([this.#change.signal, signal]);
        if (!ended.aborted) await once(ended, 'abort');
        return 'reset';
      }
      case 'refuse': // it arrived just before
      case 'reset':
        return 'reset';
      default:
        return does;
    }
  }

  #find(name: string): Fault {
    const fault = Object.hasOwn(this.#table, name) ? this.#table[name] : undefined;
    if (fault !== undefined) return fault;
    const names = Object.keys(this.#table).join(', ');
    throw new Error(`There is no fault named ${JSON.stringify(name)}; there are: ${names}`);
  }

  #count(): void {
    this.#callsLeft -= 1;
    if (this.#callsLeft > 0) return;
    this.#name = 'up';
    this.#callsLeft = Infinity;
  }

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

/** By operation, so that a test can promise one round trip. */
export class CallCounter {
  readonly #counts = new Map<string, number>();

  add(operation: string): void {
    this.#counts.set(operation, this.of(operation) + 1);
  }

  /** Calls of one operation, those that a fault answered included. */
  of(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  reset(): void {
    this.#counts.clear();
  }
}
