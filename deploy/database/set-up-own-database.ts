/** Puts `db/` into a database of this project's own, in one transaction: a running service never meets half of it. */

import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { allDirectories } from '../../contract/directories.ts';
import type { Patience } from '../patience.ts';
import { applyFiles } from './apply-files.ts';
import { awake } from './awake.ts';
import { dataApi, type DatabaseAddress } from './data-api.ts';
import { readerLogin } from './reader-login.ts';
import {
  allFiles,
  directoryFiles,
  ownDatabaseFile,
  readSqlFiles,
  type SqlFile,
  tablesFile,
  testDataFile,
} from './sql-files.ts';
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

/**
 * `create or replace view` adds columns and never takes one away, but a deployment that fails is rolled back to the
 * views of before. Inside the transaction nobody sees them missing.
 */
const dropViews: SqlFile = {
  name: 'views of before',
  text: `drop view if exists ${allDirectories.map(({ name }) => `directory.${name}`).join(', ')}`,
};

export async function setUpOwnDatabase(own: OwnDatabase, world: SetUpWorld): Promise<void> {
  const { address, readerSecretArn, testData, folder } = own;
  const { rdsData, secrets, signal, log } = world;
  const login = await readerLogin(secrets, readerSecretArn, signal);
  const read = (...names: readonly string[]) => readSqlFiles(folder, names);

  const database = dataApi(rdsData, address, signal);
  await awake(database.run, world);
  await database.inTransaction(async (run) => {
    await applyFiles(run, [...read(tablesFile), dropViews, ...read(...directoryFiles)], log);
    await applyFiles(run, read(ownDatabaseFile), log);
    if (testData !== undefined) {
      await applyFiles(run, read(testDataFile), log);
      log(await loadTestData(run, testData, markerOf(testData, read(...allFiles))));
    }
    await run(login);
    log('directory_reader: logs in with the password of its secret');
  });
}
