/** Open transactions by their ids. Each keeps a session between calls, until it is ended or ends by itself. */

import { randomBytes } from 'node:crypto';

import type { Clock } from '../lambda/aws/clock.ts';
import { DataApiError } from './data-api-errors.ts';
import type { LocalDatabase, Session } from './local-database.ts';

/** Aurora user guide, "Limitations for the Amazon RDS Data API". */
const IDLE_MS = 3 * 60_000;

/** Not AWS's: where one session is for all, a transaction whose caller has died would hold up everybody. */
const SHARED_SESSION_IDLE_MS = 4000;

/** Who calls: the part that the request of every operation has. */
export interface Caller {
  readonly secretArn: string;
  readonly role: string | undefined;
}

interface Transaction {
  readonly session: Session;
  readonly secretArn: string;
  isBusy: boolean;
  cancelTimer: () => void;
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
  async begin({ role, secretArn }: Caller, signal: AbortSignal): Promise<string> {
    const session = await this.#database.session({ role });
    try {
      await session.query('BEGIN');
      signal.throwIfAborted(); // nobody would ever learn its id
    } catch (error) {
      await session.release();
      throw error;
    }
    const id = randomBytes(96).toString('base64');
    this.#open.set(id, { session, secretArn, isBusy: false, cancelTimer: this.#timer(id) });
    return id;
  }

  /**
   * Runs one statement. Any error, one of ours about its result too, ends the transaction.
   *
   * @throws TransactionNotFoundException; DatabaseErrorException while another statement runs.
   */
  async run<T>(id: string, caller: Caller, work: (session: Session) => Promise<T>): Promise<T> {
    const transaction = this.#find(id, caller);
    if (transaction.isBusy) {
      throw new DataApiError('DatabaseErrorException', 'Transaction is still running a query');
    }
    transaction.isBusy = true;
    transaction.cancelTimer();
    try {
      return await work(transaction.session);
    } catch (error) {
      await this.#end(id);
      throw error;
    } finally {
      transaction.isBusy = false;
      if (this.#open.has(id)) transaction.cancelTimer = this.#timer(id);
    }
  }

  /** Runs `COMMIT` or `ROLLBACK`. */
  async end(id: string, caller: Caller, sql: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await this.run(id, caller, async (session) => session.query(sql));
    await this.#end(id);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map(async (id) => this.#end(id)));
  }

  #find(id: string, { secretArn }: Caller): Transaction {
    const transaction = this.#open.get(id);
    if (transaction === undefined) {
      throw new DataApiError('TransactionNotFoundException', `Transaction ${id} is not found`);
    }
    if (secretArn === transaction.secretArn) return transaction;
    throw new DataApiError(
      'BadRequestException',
      'Secret ARN is not the same as transaction secret arn',
    );
  }

  /** Rolls back what was not committed. */
  async #end(id: string): Promise<void> {
    const transaction = this.#open.get(id);
    this.#open.delete(id);
    transaction?.cancelTimer();
    await transaction?.session.release();
  }

  #timer(id: string): () => void {
    const idleMs = this.#database.hasOneSession ? SHARED_SESSION_IDLE_MS : IDLE_MS;
    return this.#clock.schedule(idleMs, () => void this.#end(id));
  }
}
