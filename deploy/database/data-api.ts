/** One database through the RDS Data API: single statements, and several that count only together. */

import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  type Field,
  type RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';

export type Value = string | number | boolean | null;
export type Row = readonly Value[];

/** Runs one statement and returns its rows. */
export type Run = (sql: string) => Promise<readonly Row[]>;

export interface Database {
  readonly run: Run;
  /** Commits what the work has done, or rolls it back if it fails. */
  inTransaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
}

export interface DatabaseAddress {
  readonly resourceArn: string;
  readonly secretArn: string;
  readonly database: string;
}

const ROLLBACK_MS = 5000;

export function dataApi(
  client: RDSDataClient,
  address: DatabaseAddress,
  signal: AbortSignal,
): Database {
  return {
    run: running(client, address, signal),
    inTransaction: async (work) => inTransaction(client, address, signal, work),
  };
}

function running(
  client: RDSDataClient,
  address: DatabaseAddress,
  signal: AbortSignal,
  transactionId?: string,
): Run {
  return async (sql) => {
    const command = new ExecuteStatementCommand({
      ...address,
      sql,
      ...(transactionId === undefined ? {} : { transactionId }),
    });
    const { records = [] } = await client.send(command, { abortSignal: signal });
    return records.map((fields) => fields.map(toValue));
  };
}

async function inTransaction<T>(
  client: RDSDataClient,
  address: DatabaseAddress,
  signal: AbortSignal,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const options = { abortSignal: signal };
  const { transactionId } = await client.send(new BeginTransactionCommand(address), options);
  const { resourceArn, secretArn } = address;
  const transaction = { resourceArn, secretArn, transactionId };
  try {
    const result = await work(running(client, address, signal, transactionId));
    await client.send(new CommitTransactionCommand(transaction), options);
    return result;
  } catch (error) {
    await rollBack(client, transaction);
    throw error;
  }
}

/** Frees the locks at once. If that fails too, the Data API does it after three minutes. */
async function rollBack(
  client: RDSDataClient,
  transaction: ConstructorParameters<typeof RollbackTransactionCommand>[0],
): Promise<void> {
  try {
    await client.send(new RollbackTransactionCommand(transaction), {
      abortSignal: AbortSignal.timeout(ROLLBACK_MS), // the caller's may be why we are here
    });
  } catch {
    // the error that made us give up is the one to report
  }
}

function toValue(field: Field): Value {
  return field.stringValue ?? field.longValue ?? field.booleanValue ?? field.doubleValue ?? null;
}
