/** Puts `db/` into a database of this project's own, in one transaction: a running service never meets half of it. */

import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import type { Patience } from '../patience.ts';
import { applyFiles } from './apply-files.ts';
import { awake } from './awake.ts';
import { dataApi, type DatabaseAddress } from './data-api.ts';
import { readerLogin } from './reader-login.ts';
import { ownDatabaseFiles, readSqlFiles, testDataFile } from './sql-files.ts';
import { loadTestData, markerOf, type TestData } from './test-data.ts';

export interface OwnDatabase {
  /** Its secret is the owner's. */
  readonly address: DatabaseAddress;
  readonly readerSecretArn: string;
  /** Without it the tables stay as they are. */
  readonly testData?: TestData;
  /** The folder `db/`. */
  readonly folder: string;
}

export interface SetUpWorld extends Patience {
  readonly rdsData: RDSDataClient;
  readonly secrets: SecretsManagerClient;
}

export async function setUpOwnDatabase(own: OwnDatabase, world: SetUpWorld): Promise<void> {
  const { address, readerSecretArn, testData, folder } = own;
  const { rdsData, secrets, signal, log } = world;
  const login = await readerLogin(secrets, readerSecretArn, signal);
  const files = readSqlFiles(folder, ownDatabaseFiles);
  const testFiles = testData === undefined ? [] : readSqlFiles(folder, [testDataFile]);

  const database = dataApi(rdsData, address, signal);
  await awake(database.run, world, { rightsAreNew: true });
  await database.inTransaction(async (run) => {
    await applyFiles(run, [...files, ...testFiles], log);
    if (testData !== undefined) {
      log(await loadTestData(run, testData, markerOf(testData, [...files, ...testFiles])));
    }
    await run(login);
    log('directory_reader: logs in with the password of its secret');
  });
}
