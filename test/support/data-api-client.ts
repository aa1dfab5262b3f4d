/** The real SDK client on a local endpoint, with one role behind each of its secrets. */

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

import type { DataApiOptions } from '../../local/data-api/start-data-api.ts';

export const cluster = {
  clusterArn: 'arn:aws:rds:eu-west-1:123456789012:cluster:local',
  databaseName: 'portal',
};
export const ownerSecret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:owner-AbCdEf';
export const readerSecret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:reader-AbCdEf';

/** The endpoint's options besides its database. */
export function clusterOf(readerRole?: string): Omit<DataApiOptions, 'database'> {
  return { ...cluster, secrets: { [ownerSecret]: undefined, [readerSecret]: readerRole } };
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
