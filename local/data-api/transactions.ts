/** Open transactions by their ids. Each keeps a session between calls, until it is ended or ends by itself. */

import { randomBytes } from 'node:crypto';

import type { Clock } from '../../lambda/aws/clock.ts';
import type { LocalDatabase, Session } from '../database/local-database.ts';
import { DataApiError } from './exceptions.ts';

/** Aurora user guide, "Limitations for the Amazon RDS Data API". */
const TRANSACTION_IDLE_MS = 3 * 60_000;

/**
 * Not AWS's: PGlite has one session for everybody. A transaction that is idle for so long while somebody waits for the
 * session is rolled back: its caller has died, or is a person at a terminal who can begin again.
 */
const SHARED_SESSION_IDLE_MS = 2000;

/** Who calls: the part that the request of every operation has. */
export interface Caller {
  readonly secretArn: string;
  readonly role: string | undefined;
}

export class Transactions {
  readonly #open = new Map<string, Transaction>();
  readonly #database: LocalDatabase;
  readonly #clock: Clock;

  constructor(database: LocalDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Resolves to its id. */
  async begin(caller: Caller, signal: AbortSignal): Promise<string> {
    const wanted = new AbortController();
    const session = await this.#database.session({
      role: caller.role,
      signal,
      onWanted: () => {
        wanted.abort();
      },
    });
    try {
      await session.query('BEGIN');
      signal.throwIfAborted(); // nobody would ever learn its id
    } catch (error) {
      await session.release();
      throw error;
    }
    const id = randomBytes(96).toString('base64');
    const onEnd = (): void => {
      this.#open.delete(id);
    };
    const options = { session, wanted: wanted.signal, caller, clock: this.#clock, onEnd };
    this.#open.set(id, new Transaction(options));
    return id;
  }

  /**
   * Runs one statement. Any error, one of ours about its result too, ends the transaction.
   *
   * @throws TransactionNotFoundException; DatabaseErrorException while another statement runs.
   */
  async run<T>(id: string, caller: Caller, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#find(id, caller).run(work);
  }

  /** Runs `COMMIT` or `ROLLBACK`. */
  async end(id: string, caller: Caller, sql: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    const transaction = this.#find(id, caller);
    await transaction.run((session) => session.query(sql));
    await transaction.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((transaction) => transaction.end()));
  }

  #find(id: string, { secretArn }: Caller): Transaction {
    const transaction = this.#open.get(id);
    if (transaction === undefined) {
      throw new DataApiError('TransactionNotFoundException', `Transaction ${id} is not found`);
    }
    if (secretArn === transaction.caller.secretArn) return transaction;
    throw new DataApiError(
      'BadRequestException',
      'Secret ARN is not the same as transaction secret arn',
    );
  }
}

interface TransactionOptions {
  readonly session: Session;
  /** Aborted when somebody waits for the session, which then is the only one there is. */
  readonly wanted: AbortSignal;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly onEnd: () => void;
}

class Transaction {
  readonly #options: TransactionOptions;
  #usedAt: number;
  #isBusy = false;
  #hasEnded = false;
  #disarm: () => void = () => undefined;

  constructor(options: TransactionOptions) {
    this.#options = options;
    this.#usedAt = options.clock.now();
    options.wanted.addEventListener('abort', () => {
      this.#arm();
    });
    this.#arm();
  }

  get caller(): Caller {
    return this.#options.caller;
  }

  async run<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#isBusy) {
      throw new DataApiError('DatabaseErrorException', 'Transaction is still running a query');
    }
    this.#isBusy = true;
    this.#disarm();
    try {
      return await work(this.#options.session);
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      this.#isBusy = false;
      this.#usedAt = this.#options.clock.now();
      this.#arm();
    }
  }

  /** Rolls back what was not committed. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#disarm();
    this.#options.onEnd();
    await this.#options.session.release();
  }

  #arm(): void {
    this.#disarm();
    if (this.#isBusy || this.#hasEnded) return;
    const { clock, wanted } = this.#options;
    const idleMs = wanted.aborted ? SHARED_SESSION_IDLE_MS : TRANSACTION_IDLE_MS;
    const leftMs = this.#usedAt + idleMs - clock.now();
    this.#disarm = clock.schedule(leftMs, () => void this.end());
  }
}
