/** Sets up the database of a stage through the Data API, in one transaction. */

import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import type { RetryOptions } from '../../aws/retry.ts';
import { awake } from './awake.ts';
import { dataApi, type DatabaseAddress } from './data-api.ts';
import { readerLogin } from './reader-login.ts';
import { setUp } from './set-up.ts';
import type { TestData } from './test-data.ts';

export interface OwnDatabase {
  /** Its secret is the owner's. */
  readonly address: DatabaseAddress;
  readonly readerSecretArn: string;
  /** Without it the rows stay as they are. */
  readonly testData?: TestData;
  /** The folder `db/`. */
  readonly folder: string;
}

export interface SetUpDependencies extends RetryOptions {
  readonly rdsData: RDSDataClient;
  readonly secrets: SecretsManagerClient;
}

export async function setUpOwnDatabase(
  own: OwnDatabase,
  dependencies: SetUpDependencies,
): Promise<void> {
  const { address, readerSecretArn, testData, folder } = own;
  const { rdsData, secrets, signal, log } = dependencies;
  const login = await readerLogin(secrets, readerSecretArn, signal);

  const database = dataApi(rdsData, address, signal);
  await awake(database.run, dependencies);
  await database.inTransaction(async (run) => {
    await setUp(run, { folder, testData, log });
    await run(login);
    log('directory_reader: logs in with the password of its secret');
  });
}
