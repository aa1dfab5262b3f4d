/** The only file that knows the RDS Data API: its calls, its wire types and its errors. */

import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  type Field,
  type RDSDataClient,
  RollbackTransactionCommand,
  type SqlParameter,
} from '@aws-sdk/client-rds-data';

import { translated } from './data-api-errors.ts';
import { orAborted } from './deadline.ts';

export type Value = string | number | boolean | null;
export type Row = readonly Value[];

/** Runs one statement with named parameters (`:name`) and returns its rows. */
export type Select = (
  sql: string,
  parameters: Readonly<Record<string, string | number>>,
) => Promise<readonly Row[]>;

/** Reads from one database. Every error is a `DatabaseOutage`, a `DatabaseDefect` or a bug. */
export interface Database {
  /** One statement on its own: one round trip. */
  selectOnce(signal: AbortSignal): Select;
  /** Several statements that see the database as of one moment, one after another. */
  inOneSnapshot<T>(signal: AbortSignal, work: (select: Select) => Promise<T>): Promise<T>;
  /** Closes the connections: a socket that sleeps with the process is dead when it wakes. */
  closeConnections(): void;
}

export interface DatabaseAddress {
  readonly resourceArn: string;
  readonly secretArn: string;
  readonly database: string;
}

export function dataApi(client: RDSDataClient, address: DatabaseAddress): Database {
  return {
    selectOnce: (signal) => select(client, address, signal),
    inOneSnapshot: async (signal, work) => inOneSnapshot(client, address, signal, work),
    closeConnections() {
      client.destroy();
    },
  };
}

function select(
  client: RDSDataClient,
  address: DatabaseAddress,
  signal: AbortSignal,
  transactionId?: string,
): Select {
  return async (sql, parameters) => {
    const { records } = await answered(signal, async () =>
      client.send(
        new ExecuteStatementCommand({
          ...address,
          sql,
          parameters: Object.entries(parameters).map(toSqlParameter),
          ...(transactionId === undefined ? {} : { transactionId }),
        }),
        { abortSignal: signal },
      ),
    );
    return (records ?? []).map((fields) => fields.map(toValue));
  };
}

/**
 * BeginTransaction takes no isolation level, so the first statement sets it. A transaction allows one statement at a
 * time, and any error ends it for us: pages of two snapshots are never joined.
 */
async function inOneSnapshot<T>(
  client: RDSDataClient,
  address: DatabaseAddress,
  signal: AbortSignal,
  work: (select: Select) => Promise<T>,
): Promise<T> {
  const options = { abortSignal: signal };
  const { transactionId } = await answered(signal, async () =>
    client.send(new BeginTransactionCommand(address), options),
  );
  const { resourceArn, secretArn } = address;
  const transaction = { resourceArn, secretArn, transactionId };
  try {
    const selectInside = select(client, address, signal, transactionId);
    await selectInside('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', {});
    const result = await work(selectInside);
    await answered(signal, async () =>
      client.send(new CommitTransactionCommand(transaction), options),
    );
    return result;
  } catch (error) {
    await abandon(signal, async () =>
      client.send(new RollbackTransactionCommand(transaction), options),
    );
    throw error;
  }
}

/** Gives the transaction's connection back early. If that fails too, the service does it after three minutes. */
async function abandon(signal: AbortSignal, rollback: () => Promise<unknown>): Promise<void> {
  if (signal.aborted) return;
  try {
    await orAborted(signal, rollback());
  } catch {
    // the error that made us give up is the one to report
  }
}

async function answered<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await orAborted(signal, call());
  } catch (error) {
    throw translated(error);
  }
}

function toSqlParameter([name, value]: [string, string | number]): SqlParameter {
  return { name, value: typeof value === 'string' ? { stringValue: value } : { longValue: value } };
}

function toValue(field: Field): Value {
  return field.stringValue ?? field.longValue ?? field.booleanValue ?? field.doubleValue ?? null;
}
