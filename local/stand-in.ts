/** Code that the stand-ins for AWS services share: errors that the SDK can parse, the table of faults, and a server. */

import { once } from 'node:events';

import { type HttpAnswer, type Listener, type Outcome, startServer } from './http-server.ts';

/** HTTP statuses with which AWS sends these errors. Other errors have the status 400. */
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

/** Returns an error of the Data API. The SDK reads the class of the error from the header, and its message from the body. */
export function dataApiError(name: string, message: string): HttpAnswer {
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': name };
  return { statusCode: statuses[name] ?? 400, headers, body: JSON.stringify({ message }) };
}

export function s3Error(code: string): HttpAnswer {
  const headers = { 'content-type': 'application/xml' };
  const body = `<Error><Code>${code}</Code></Error>`;
  return { statusCode: statuses[code] ?? 400, headers, body };
}

/**
 * The effect of a fault on a call. A call that hangs is reset when the fault ends. If the effect is an answer, the caller gets it
 * instead of the normal answer.
 */
type Effect = 'none' | 'hang' | Outcome;

const common = { up: 'none', down: 'reset', hang: 'hang' } as const;

const ofDatabase = (name: string) => dataApiError(name, 'This fault was set by hand.');

/** The effect of each fault on each part, for `POST /_local/<part>/<fault>`. */
export const faultTable = {
  database: {
    ...common,
    resuming: ofDatabase('DatabaseResumingException'),
    denied: ofDatabase('AccessDeniedException'),
    throttled: ofDatabase('ThrottlingException'),
  },
  'last-good': { ...common, denied: s3Error('AccessDenied') },
  gateway: { up: 'none', down: 'reset' }, // gateway.ts uses only the names: with `down`, requests for functions get a 503
} as const satisfies Readonly<Record<string, Readonly<Record<string, Effect>>>>;

/** A request contains an unknown fault, directory or switch. */
export class UnknownName extends Error {
  override readonly name = 'UnknownName';
}

export class Faults {
  readonly #effects: ReadonlyMap<string, Effect>;
  #name = 'up';
  #change = new AbortController();

  constructor(part: keyof typeof faultTable) {
    this.#effects = new Map(Object.entries(faultTable[part]));
  }

  /** The current fault, or `up` if no fault is set. */
  get name(): string {
    return this.#name;
  }

  /**
   * Sets the fault, or ends it if the name is `up`. Resets the calls that hang.
   *
   * @throws UnknownName
   */
  set(name: string): void {
    const known = [...this.#effects.keys()];
    if (!known.includes(name)) {
      throw new UnknownName(`Unknown fault "${name}". Use one of: ${known.join(', ')}.`);
    }
    this.#name = name;
    this.#change.abort();
    this.#change = new AbortController();
  }

  /**
   * Resolves with the normal answer to a call, or with the effect of the fault.
   *
   * @param gone - aborted if the client disconnects.
   */
  async outcome(answer: () => ReturnType<Listener>, gone: AbortSignal): Promise<Outcome> {
    const effect = this.#effects.get(this.#name) ?? 'none';
    if (effect === 'hang') {
      const ended = AbortSignal.any([this.#change.signal, gone]);
      if (!ended.aborted) await once(ended, 'abort');
      return 'reset';
    }
    return effect === 'none' ? answer() : effect;
  }
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** Starts a server. @param answer - answers calls while no fault is set. */
export async function startStandIn(part: keyof typeof faultTable, answer: Listener) {
  const faults = new Faults(part);
  const server = await startServer(async (call) => faults.outcome(() => answer(call), call.signal));
  return { ...server, faults };
}
