/** A local Data API endpoint, with one role behind each of its secrets, and the real SDK client on it. */

import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  type ExecuteStatementCommandInput,
  type ExecuteStatementCommandOutput,
  RDSDataClient,
  RollbackTransactionCommand,
  type SqlParameter,
} from '@aws-sdk/client-rds-data';

import { type Database, dataApi } from '../../lambda/aws/data-api.ts';
import { type Secrets, startDataApi } from '../../local/data-api.ts';
import type { StandIn } from '../../local/stand-in.ts';
import type { LocalDatabase } from '../../local/local-database.ts';

export const cluster = {
  clusterArn: 'arn:aws:rds:eu-west-1:123456789012:cluster:local',
  databaseName: 'portal',
};
export const ownerSecret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:owner-AbCdEf';
export const readerSecret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:reader-AbCdEf';

export const writerSecret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:writer-AbCdEf';

export function secretsOf(readerRole?: string): Secrets {
  return { [ownerSecret]: undefined, [readerSecret]: readerRole };
}

/** Names of the operations that a client has asked for from now on; a test may empty it. */
export function operationsOf(client: RDSDataClient): string[] {
  const operations: string[] = [];
  client.middlewareStack.add((next, { commandName = '' }) => async (args) => {
    operations.push(commandName.replace(/Command$/u, ''));
    return next(args);
  });
  return operations;
}

type Options = Partial<Omit<ExecuteStatementCommandInput, 'sql' | 'parameters'>>;

export class DataApiClient {
  readonly sdk: RDSDataClient;
  readonly #target: { resourceArn: string; secretArn: string; database: string };

  constructor(endpoint: string, secretArn = ownerSecret) {
    this.sdk = new RDSDataClient({ endpoint, maxAttempts: 1 });
    this.#target = {
      resourceArn: cluster.clusterArn,
      secretArn,
      database: cluster.databaseName,
    };
  }

  execute(
    sql: string,
    parameters: SqlParameter[] = [],
    options: Options = {},
    abortSignal?: AbortSignal,
  ): Promise<ExecuteStatementCommandOutput> {
    const command = new ExecuteStatementCommand({ ...this.#target, sql, parameters, ...options });
    return this.sdk.send(command, abortSignal === undefined ? {} : { abortSignal });
  }

  /** The first field of the first record. */
  async value(
    sql: string,
    parameters: SqlParameter[] = [],
    options: Options = {},
  ): Promise<unknown> {
    const { records } = await this.execute(sql, parameters, options);
    return records?.[0]?.[0];
  }

  async begin(): Promise<string> {
    const { transactionId = '' } = await this.sdk.send(new BeginTransactionCommand(this.#target));
    return transactionId;
  }

  commit(transactionId: string): Promise<unknown> {
    return this.sdk.send(new CommitTransactionCommand({ ...this.#target, transactionId }));
  }

  rollback(transactionId: string): Promise<unknown> {
    return this.sdk.send(new RollbackTransactionCommand({ ...this.#target, transactionId }));
  }

  close(): void {
    this.sdk.destroy();
  }
}

/** A local database as the handlers see it: through their own file for the Data API, and the real SDK. */
export interface ThroughDataApi {
  readonly local: LocalDatabase;
  readonly api: StandIn;
  readonly database: Database;
  /** Names of the operations so far; a test may empty it. */
  readonly operations: string[];
  readonly close: () => Promise<void>;
}

export async function throughDataApi(open: () => Promise<LocalDatabase>): Promise<ThroughDataApi> {
  const local = await open();
  const api = await startDataApi(local, secretsOf());
  const client = new DataApiClient(api.url);
  const database = dataApi(client.sdk, {
    resourceArn: cluster.clusterArn,
    secretArn: ownerSecret,
    database: cluster.databaseName,
  });
  const close = async (): Promise<void> => {
    client.close();
    await api.close();
    await local.close();
  };
  return { local, api, database, operations: operationsOf(client.sdk), close };
}
