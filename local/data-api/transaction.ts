/** One open transaction: a session that is kept between calls, until it ends by itself. */

import { randomBytes } from 'node:crypto';

import type { Clock } from '../clock.ts';
import type { LocalDatabase, Session } from '../database/local-database.ts';
import type { Caller } from './caller.ts';
import { DataApiError } from './exceptions.ts';
import { SHARED_SESSION_IDLE_MS, TRANSACTION_IDLE_MS, TRANSACTION_MS } from './limits.ts';

export interface TransactionOptions {
  readonly database: LocalDatabase;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEnd: (id: string) => void;
}

export async function beginTransaction(options: TransactionOptions): Promise<Transaction> {
  const wanted = new AbortController();
  const session = await options.database.session({
    role: options.caller.role,
    signal: options.signal,
    onWanted: () => {
      wanted.abort();
    },
  });
  try {
    await session.query('BEGIN');
    options.signal.throwIfAborted(); // nobody would ever hear its id
  } catch (error) {
    await session.release();
    throw error;
  }
  return new Transaction(session, wanted.signal, options);
}

export class Transaction {
  readonly id = randomBytes(96).toString('base64');
  readonly caller: Caller;
  readonly #session: Session;
  readonly #wanted: AbortSignal;
  readonly #clock: Clock;
  readonly #onEnd: (id: string) => void;
  readonly #beganAt: number;
  #usedAt: number;
  #busy = false;
  #ended = false;
  #disarm: () => void = () => undefined;

  /** @param wanted - aborted when somebody waits for the session, which then is the only one there is. */
  constructor(session: Session, wanted: AbortSignal, { caller, clock, onEnd }: TransactionOptions) {
    this.caller = caller;
    this.#session = session;
    this.#wanted = wanted;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#beganAt = clock.now();
    this.#usedAt = this.#beganAt;
    wanted.addEventListener('abort', () => {
      this.#arm();
    });
    this.#arm();
  }

  /** Runs one statement. Any error, one of ours about its result too, ends the transaction. */
  async run<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#busy) {
      throw new DataApiError('DatabaseErrorException', 'Transaction is still running a query');
    }
    this.#busy = true;
    this.#disarm();
    try {
      return await work(this.#session);
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      this.#busy = false;
      this.#usedAt = this.#clock.now();
      this.#arm();
    }
  }

  /** Rolls back what was not committed. */
  async end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#disarm();
    this.#onEnd(this.id);
    await this.#session.release();
  }

  #arm(): void {
    this.#disarm();
    if (this.#busy || this.#ended) return;
    const idleMs = this.#wanted.aborted ? SHARED_SESSION_IDLE_MS : TRANSACTION_IDLE_MS;
    const endsAt = Math.min(this.#usedAt + idleMs, this.#beganAt + TRANSACTION_MS);
    this.#disarm = this.#clock.schedule(endsAt - this.#clock.now(), () => void this.end());
  }
}
