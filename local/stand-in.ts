/** What the stand-ins for services of AWS share: errors as the SDK reads them, the table of faults, and a server. */

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { type Call, type Outcome, type Reply, startServer } from './http-server.ts';

/** The HTTP statuses in the models of the APIs; every other error is a 400. */
const statuses: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  AccessDeniedException: 403,
  DatabaseUnavailableException: 504,
  NoSuchKey: 404,
  NotFoundException: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  ThrottlingException: 429,
  TransactionNotFoundException: 404,
};

/** The SDK reads the exception's class from the header, its text from the body. */
export function dataApiError(name: string, message: string): Reply {
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': name };
  return { status: statuses[name] ?? 400, headers, body: JSON.stringify({ message }) };
}

export function s3Error(code: string): Reply {
  const headers = { 'content-type': 'application/xml' };
  return { status: statuses[code] ?? 400, headers, body: `<Error><Code>${code}</Code></Error>` };
}

interface Fault {
  readonly meaning: string;
  /** `hang` lasts as long as the fault; a reply is sent in place of the healthy one. */
  readonly does: 'pass' | 'delay' | 'hang' | Outcome;
}

/** How late a `slow` answer is. */
const DELAY_MS = 2000;

const common = {
  up: { meaning: 'healthy', does: 'pass' },
  down: { meaning: 'every connection is reset', does: 'reset' },
  hang: { meaning: 'never answers', does: 'hang' },
  slow: { meaning: `answers, but only after ${DELAY_MS / 1000} seconds`, does: 'delay' },
} as const;

function throwing(name: string, error: Reply): Fault {
  return { meaning: `throws ${name}`, does: error };
}

function dataApiFault(name: string): Fault {
  return throwing(name, dataApiError(name, 'A fault that was set.'));
}

/** Faults by the part that fails and their names, as `POST /_local/<part>/<fault>` takes them. */
export const faultTable = {
  database: {
    ...common,
    resuming: dataApiFault('DatabaseResumingException'),
    denied: dataApiFault('AccessDeniedException'),
    throttled: dataApiFault('ThrottlingException'),
  },
  'last-good': { ...common, denied: throwing('AccessDenied', s3Error('AccessDenied')) },
  gateway: {
    up: common.up,
    down: { meaning: 'cannot reach its functions and answers 503', does: 'reset' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Fault>>>>;

export class Faults {
  readonly table: Readonly<Record<string, Fault>>;
  #name = 'up';
  #callsLeft = Infinity;
  #change = new AbortController();

  constructor(part: keyof typeof faultTable) {
    this.table = faultTable[part];
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
    if (does === 'delay') await pause(DELAY_MS, undefined, { signal });
    return does === 'pass' || does === 'delay' ? answer() : does;
  }
}

/** A call of a stand-in that has been answered. */
export interface FinishedCall {
  readonly operation: string;
  /** The size of the answer's body. */
  readonly bytes: number;
}

export interface StandIn {
  readonly url: string;
  readonly faults: Faults;
  close(): Promise<void>;
}

interface StandInOptions {
  readonly faults: Faults;
  readonly operationOf: (call: Call) => string;
  /** The healthy answer. */
  readonly answer: (call: Call) => Promise<Reply>;
  readonly onCall?: ((call: FinishedCall) => void) | undefined;
}

export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { faults, operationOf, answer, onCall } = options;
  const server = await startServer(async (call) => {
    const outcome = await faults.outcome(call, async () => answer(call));
    const bytes = outcome === 'reset' ? 0 : Buffer.byteLength(outcome.body);
    onCall?.({ operation: operationOf(call), bytes });
    return outcome;
  });
  return { ...server, faults };
}
