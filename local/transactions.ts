/** Open transactions by their ids. Each keeps a session between calls, until it is ended or nobody has used it for a while. */

import { randomUUID } from 'node:crypto';

import type { Clock } from '../lambda/aws/clock.ts';
import { DataApiError } from './data-api-errors.ts';
import type { LocalDatabase, Session } from './local-database.ts';

/** Less than AWS's three minutes: PGlite has one session, and a transaction whose caller has died holds up everybody. */
const IDLE_MS = 4000;

export class Transactions {
  readonly #open = new Map<string, { readonly session: Session; cancelTimer: () => void }>();
  readonly #database: LocalDatabase;
  readonly #clock: Clock;

  constructor(database: LocalDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Resolves to its id. */
  async begin(role: string | undefined, signal: AbortSignal): Promise<string> {
    const session = await this.#database.session({ role });
    try {
      await session.query('BEGIN');
      signal.throwIfAborted(); // nobody would ever learn its id
    } catch (error) {
      await session.release();
      throw error;
    }
    const id = randomUUID();
    this.#open.set(id, { session, cancelTimer: this.#timer(id) });
    return id;
  }

  /** Any error, one of ours about its result too, ends the transaction. @throws TransactionNotFoundException */
  async run<T>(id: string, work: (session: Session) => Promise<T>): Promise<T> {
    const transaction = this.#open.get(id);
    if (transaction === undefined) {
      throw new DataApiError('TransactionNotFoundException', `Transaction ${id} is not found`);
    }
    transaction.cancelTimer();
    try {
      return await work(transaction.session);
    } catch (error) {
      await this.#end(id);
      throw error;
    } finally {
      if (this.#open.has(id)) transaction.cancelTimer = this.#timer(id);
    }
  }

  async end(id: string, sql: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await this.run(id, async (session) => session.query(sql));
    await this.#end(id);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map(async (id) => this.#end(id)));
  }

  /** Rolls back what was not committed. */
  async #end(id: string): Promise<void> {
    const transaction = this.#open.get(id);
    this.#open.delete(id);
    transaction?.cancelTimer();
    await transaction?.session.release();
  }

  #timer(id: string): () => void {
    return this.#clock.schedule(IDLE_MS, () => void this.#end(id));
  }
}
