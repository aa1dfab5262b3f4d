import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  type ExecuteStatementCommandOutput,
  type Field,
  RDSDataClient,
  RollbackTransactionCommand,
  type SqlParameter,
} from '@aws-sdk/client-rds-data';

import { ownerAddress, ownerSecret } from '../support/data-api.ts';

/** A client of the local Data API. Its secret determines the database role. Default: the secret of the owner. */
export class DataApiClient {
  readonly #sdk: RDSDataClient;
  readonly #target: typeof ownerAddress;

  constructor(endpoint: string, secretArn = ownerSecret) {
    this.#sdk = new RDSDataClient({ endpoint, maxAttempts: 1 });
    this.#target = { ...ownerAddress, secretArn };
  }

  execute(
    sql: string,
    parameters: SqlParameter[] = [],
    options: { readonly transactionId?: string } = {},
  ): Promise<ExecuteStatementCommandOutput> {
    const input = { ...this.#target, sql, parameters, ...options };
    return this.#sdk.send(new ExecuteStatementCommand(input));
  }

  /** Runs a statement. Returns the first field of the first record in the result. */
  async value(sql: string): Promise<Field | undefined> {
    return (await this.execute(sql)).records?.[0]?.[0];
  }

  async begin(): Promise<string> {
    const { transactionId = '' } = await this.#sdk.send(new BeginTransactionCommand(this.#target));
    return transactionId;
  }

  commit(transactionId: string): Promise<unknown> {
    return this.#sdk.send(new CommitTransactionCommand({ ...this.#target, transactionId }));
  }

  rollback(transactionId: string): Promise<unknown> {
    return this.#sdk.send(new RollbackTransactionCommand({ ...this.#target, transactionId }));
  }

  close(): void {
    this.#sdk.destroy();
  }
}
