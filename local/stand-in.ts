/** The base of the stand-ins for services of AWS: errors as the SDK reads them, the table of faults, and a server. */

import { once } from 'node:events';

import {
  type Call,
  type HttpAnswer,
  type Outcome,
  type Server,
  startServer,
} from './http-server.ts';

/** The HTTP statuses in the models of the APIs; every other error is a 400. */
const statuses: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  AccessDeniedException: 403,
  DatabaseUnavailableException: 504,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  ThrottlingException: 429,
  TransactionNotFoundException: 404,
};

/** The SDK reads the exception's class from the header, its text from the body. */
export function dataApiError(name: string, message: string): HttpAnswer {
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': name };
  return { statusCode: statuses[name] ?? 400, headers, body: JSON.stringify({ message }) };
}

export function s3Error(code: string): HttpAnswer {
  const headers = { 'content-type': 'application/xml' };
  const body = `<Error><Code>${code}</Code></Error>`;
  return { statusCode: statuses[code] ?? 400, headers, body };
}

/** A call that hangs is answered when the fault ends. An answer is sent in place of the healthy one. */
type Effect = 'none' | 'hang' | Outcome;

const common = { up: 'none', down: 'reset', hang: 'hang' } as const;

const ofDatabase = (name: string) => dataApiError(name, 'A fault that was set.');

/** Effects of faults by the part that fails and the fault's name, as `POST /_local/<part>/<fault>` takes them. */
export const faultTable = {
  database: {
    ...common,
    resuming: ofDatabase('DatabaseResumingException'),
    denied: ofDatabase('AccessDeniedException'),
    throttled: ofDatabase('ThrottlingException'),
  },
  'last-good': { ...common, denied: s3Error('AccessDenied') },
  gateway: { up: 'none', down: 'reset' }, // the gateway answers 503 in place of functions that it cannot reach
} as const satisfies Readonly<Record<string, Readonly<Record<string, Effect>>>>;

/** Nothing has the name that was asked for. */
export class UnknownName extends Error {
  override readonly name = 'UnknownName';
}

type Healthy = (call: Call) => HttpAnswer | Promise<HttpAnswer>;

export class Faults {
  readonly #effects: ReadonlyMap<string, Effect>;
  #name = 'up';
  #change = new AbortController();

  constructor(part: keyof typeof faultTable) {
    this.#effects = new Map(Object.entries(faultTable[part]));
  }

  /** The fault in force. */
  get name(): string {
    return this.#name;
  }

  /**
   * Puts a fault in force instead of the one before; calls that were left hanging are broken off.
   *
   * @throws UnknownName
   */
  set(name: string): void {
    if (!this.#effects.has(name)) {
      throw new UnknownName(
        `Unknown fault "${name}". Use ${[...this.#effects.keys()].join(', ')}.`,
      );
    }
    this.#name = name;
    this.#change.abort();
    this.#change = new AbortController();
  }

  /** The outcome of a call that arrived: the healthy answer, or the fault in its stead. */
  async outcome(call: Call, answer: Healthy): Promise<Outcome> {
    const effect = this.#effects.get(this.#name) ?? 'none';
    if (effect === 'hang') {
      const ended = AbortSignal.any([this.#change.signal, call.signal]);
      if (!ended.aborted) await once(ended, 'abort');
      return 'reset';
    }
    return effect === 'none' ? answer(call) : effect;
  }
}

export interface StandIn extends Server {
  readonly faults: Faults;
}

export async function startStandIn(
  part: keyof typeof faultTable,
  answer: Healthy,
): Promise<StandIn> {
  const faults = new Faults(part);
  return { ...(await startServer(async (call) => faults.outcome(call, answer))), faults };
}
