/** Calls the RDS Data API. No other file in `lambda/` uses its wire types. Errors from AWS are passed on unchanged. */

import * as rdsData from '@aws-sdk/client-rds-data';

type Value = string | number | boolean | null;
export type Row = readonly Value[];

/** Runs one statement with named parameters (`:name`) and returns its rows. */
export type Execute = (
  sql: string,
  parameters?: Readonly<Record<string, string | number>>,
) => Promise<readonly Row[]>;

/** Returns a signal that aborts a rollback after five seconds. The rollback has this time even if the work ran out of time. */
export const rollbackTimeout = (): AbortSignal => AbortSignal.timeout(5000);

type DatabaseAddress = Readonly<Record<'resourceArn' | 'secretArn' | 'database', string>>;

export type Database = ReturnType<typeof dataApi>;

export function dataApi(client: rdsData.RDSDataClient, address: DatabaseAddress) {
  const { resourceArn, secretArn } = address;

  const execute =
    (signal: AbortSignal, transactionId?: string): Execute =>
    async (sql, parameters = {}) => {
      const command = new rdsData.ExecuteStatementCommand({
        ...address,
        sql,
        parameters: Object.entries(parameters).map(toSqlParameter),
        ...(transactionId === undefined ? {} : { transactionId }),
      });
      const { records = [] } = await client.send(command, { abortSignal: signal });
      return records.map((fields) => fields.map(toValue));
    };

  return {
    /** Returns a function that runs single statements, each in one round trip. */
    execute: (signal: AbortSignal) => execute(signal),

    /**
     * Runs the work in a transaction. Commits if the work resolves, and rolls back if it rejects.
     *
     * @param rollback - returns the signal that aborts the rollback. By default, it returns `signal`, so there is no rollback
     *   if `signal` has been aborted.
     */
    async inTransaction<T>(
      signal: AbortSignal,
      work: (execute: Execute) => Promise<T>,
      rollback = () => signal,
    ): Promise<T> {
      const begin = new rdsData.BeginTransactionCommand(address);
      const { transactionId } = await client.send(begin, { abortSignal: signal });
      const transaction = { resourceArn, secretArn, transactionId };
      try {
        const result = await work(execute(signal, transactionId));
        const commit = new rdsData.CommitTransactionCommand(transaction);
        await client.send(commit, { abortSignal: signal });
        return result;
      } catch (error) {
        // The rollback frees the locks and the connection immediately. If the rollback is not sent or fails, the Data API frees
        // them after three minutes.
        const abortSignal = rollback();
        if (!abortSignal.aborted) {
          const command = new rdsData.RollbackTransactionCommand(transaction);
          await client.send(command, { abortSignal }).catch(() => undefined); // report only the first error
        }
        throw error;
      }
    },

    /** Closes idle connections, because sockets do not survive if Lambda freezes the process. */
    closeConnections(): void {
      client.destroy();
    },
  };
}

function toSqlParameter([name, value]: [string, string | number]): rdsData.SqlParameter {
  return { name, value: typeof value === 'string' ? { stringValue: value } : { longValue: value } };
}

function toValue(field: rdsData.Field): Value {
  return field.stringValue ?? field.longValue ?? field.booleanValue ?? null;
}
