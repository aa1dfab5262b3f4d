/** A database whose every statement ends when, and as, the test says. */

import {
  type LocalDatabase,
  type QueryResult,
  type Session,
  SqlError,
} from '../../../local/database/local-database.ts';

export const oneRow: QueryResult = {
  command: 'SELECT',
  rowCount: 1,
  columns: [{ name: 'n', typeOid: 23 }],
  rows: [['1']],
};

export class ScriptedDatabase implements LocalDatabase {
  /** What each statement resolves to, until it is replaced. */
  answer: () => Promise<QueryResult> = async () => oneRow;
  /** The statements that ran, in order. */
  readonly statements: string[] = [];
  cancelled = 0;
  /** Called whenever a session is given back. */
  onRelease: () => void = () => undefined;
  #cancel: (error: Error) => void = () => undefined;

  async session(): Promise<Session> {
    return {
      query: async (sql) => {
        this.statements.push(sql);
        return Promise.race([this.answer(), this.#untilCancelled()]);
      },
      script: async () => undefined,
      cancel: async () => {
        this.cancelled += 1;
        this.#cancel(new SqlError('canceling statement due to user request', '57014'));
      },
      release: async () => {
        this.onRelease();
      },
    };
  }

  async runScript(): Promise<void> {}
  async close(): Promise<void> {}

  #untilCancelled(): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.#cancel = reject;
    });
  }
}
