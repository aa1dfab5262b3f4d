/** Makes an endpoint fail in a named way, until it is told to stop. */

import type { Clock } from '../clock.ts';
import type { Call, Outcome, Reply } from './reply.ts';
import type { Server } from './server.ts';

const DEFAULT_DELAY_SECONDS = 2;

/** `pass`: healthy. `refuse`: every connection is reset. `delay`: healthy but late. `hang`: no answer while it is in force. */
export interface Fault {
  readonly description: string;
  readonly does: 'pass' | 'refuse' | 'delay' | 'hang' | Outcome;
}

/** Every way to fail by its name. `up` is the healthy one. */
export type FaultTable = Readonly<Record<'up', Fault>> & Readonly<Record<string, Fault>>;

export interface FaultOptions {
  /** Back to `up` after this many calls. */
  readonly calls?: number | undefined;
  /** Back to `up` after this many seconds. */
  readonly forSeconds?: number | undefined;
  /** How late a `slow` answer is; 2 seconds unless told. */
  readonly delaySeconds?: number | undefined;
}

export class Faults {
  readonly #table: FaultTable;
  readonly #server: () => Server;
  readonly #clock: Clock;
  #name = 'up';
  #options: FaultOptions = {};
  #callsLeft = Infinity;
  #forget: () => void = () => undefined;
  #change = new AbortController();

  /** @param server - asked for late: it is made after its faults. */
  constructor(table: FaultTable, server: () => Server, clock: Clock) {
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
   * @throws UnknownFaultError whose message lists the names there are.
   */
  async set(name: string, options: FaultOptions = {}): Promise<void> {
    const fault = this.#find(name);
    if (fault.does === 'refuse' && options.calls !== undefined) {
      throw new Error(`A refused call cannot be counted: give ${name} a number of seconds instead`);
    }
    this.#forget();
    this.#name = name;
    this.#options = options;
    this.#callsLeft = options.calls ?? Infinity;
    this.#forget = this.#endAfter(options.forSeconds);

    this.#change.abort();
    this.#change = new AbortController();
    if (fault.does === 'refuse') await this.#server().refuse();
    else this.#server().accept();
  }

  /** The outcome of a call that arrived: the healthy answer, or the fault in its stead. */
  async outcome({ signal }: Call, answer: () => Promise<Reply>): Promise<Outcome> {
    const { does } = this.#find(this.#name);
    const { delaySeconds = DEFAULT_DELAY_SECONDS } = this.#options;
    this.#count();
    switch (does) {
      case 'pass':
        return answer();
      case 'delay':
        await this.#wait(delaySeconds * 1000);
        return answer();
      case 'hang':
        await aborted(AbortSignal.any([this.#change.signal, signal]));
        return 'reset';
      case 'refuse': // it arrived just before
      case 'reset':
        return 'reset';
      default:
        return does;
    }
  }

  #find(name: string): Fault {
    const fault = Object.hasOwn(this.#table, name) ? this.#table[name] : undefined;
    if (fault === undefined) throw new UnknownFaultError(name, this.#table);
    return fault;
  }

  #count(): void {
    this.#callsLeft -= 1;
    if (this.#callsLeft > 0) return;
    this.#forget();
    this.#name = 'up';
    this.#callsLeft = Infinity;
  }

  #endAfter(seconds: number | undefined): () => void {
    if (seconds === undefined) return () => undefined;
    return this.#clock.schedule(seconds * 1000, () => void this.set('up'));
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.schedule(ms, resolve);
    });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

export class UnknownFaultError extends Error {
  override readonly name = 'UnknownFaultError';

  constructor(name: string, table: FaultTable) {
    const lines = Object.entries(table).map(
      ([known, { description }]) => `  ${known}: ${description}`,
    );
    super([`There is no fault named ${JSON.stringify(name)}. There are:`, ...lines].join('\n'));
  }
}
