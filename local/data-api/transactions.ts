/** The open transactions by their ids. */

import type { Clock } from '../clock.ts';
import type { LocalDatabase, Session } from '../database/local-database.ts';
import type { Caller } from './caller.ts';
import { DataApiError } from './exceptions.ts';
import { beginTransaction, type Transaction } from './transaction.ts';

export class Transactions {
  readonly #open = new Map<string, Transaction>();
  readonly #database: LocalDatabase;
  readonly #clock: Clock;

  constructor(database: LocalDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async begin(caller: Caller, signal: AbortSignal): Promise<string> {
    const transaction = await beginTransaction({
      database: this.#database,
      clock: this.#clock,
      caller,
      signal,
      onEnd: (id) => this.#open.delete(id),
    });
    this.#open.set(transaction.id, transaction);
    return transaction.id;
  }

  /** @throws TransactionNotFoundException; DatabaseErrorException while another statement runs. */
  async run<T>(id: string, caller: Caller, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#find(id, caller).run(work);
  }

  async commit(id: string, caller: Caller): Promise<void> {
    const transaction = this.#find(id, caller);
    await transaction.run((session) => session.query('COMMIT'));
    await transaction.end();
  }

  async rollback(id: string, caller: Caller): Promise<void> {
    const transaction = this.#find(id, caller);
    await transaction.run((session) => session.query('ROLLBACK'));
    await transaction.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((transaction) => transaction.end()));
  }

  #find(id: string, { secretArn, database }: Caller): Transaction {
    const transaction = this.#open.get(id);
    if (transaction === undefined) {
      throw new DataApiError('TransactionNotFoundException', `Transaction ${id} is not found`);
    }
    const { caller } = transaction;
    if (secretArn !== caller.secretArn) throw differs('Secret ARN');
    if (database !== undefined && database !== caller.database) throw differs('Database name');
    return transaction;
  }
}

function differs(what: string): DataApiError {
  return new DataApiError(
    'BadRequestException',
    `${what} is not the same as transaction ${what.toLowerCase()}`,
  );
}
