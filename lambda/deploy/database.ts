/** The step of a deployment that puts `db/`, which lies beside its bundle, into the stage's own database. */

import path from 'node:path';

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import { rollbackTimeout, dataApi, type Execute } from '../aws/data-api.ts';
import { databaseErrorMessage, errorMessage, errorName } from '../aws/errors.ts';
import { awake, realWaiting, type Waiting } from '../aws/retry.ts';
import { customResource, parsedProperties, type Step } from './custom-resource.ts';
import { readerLogin } from './database/reader-login.ts';
import { setUp, type TestData } from './database/set-up.ts';
import { SetUpError, setUpMessage } from './database/sql-files.ts';

/** CloudFormation sends texts. `ContentHash` is there too: it changes when this has to run again, and says no more. */
const Properties = v.object({
  ClusterArn: v.string(),
  OwnerSecretArn: v.string(),
  ReaderSecretArn: v.string(),
  DatabaseName: v.string(),
  TestDataStartups: v.optional(v.string(), ''),
});

interface Clients {
  readonly rdsData: RDSDataClient;
  readonly secrets: SecretsManagerClient;
}

export const handler = customResource(databaseStep(path.join(import.meta.dirname, 'db')));

/** Sets the database up in one transaction, through the Data API. @param folder - the folder `db/`. */
export function databaseStep(
  folder: string,
  waiting: Waiting = realWaiting,
  { rdsData, secrets }: Clients = {
    rdsData: new RDSDataClient({}),
    secrets: new SecretsManagerClient({}),
  },
): Step {
  return async (properties, signal) => {
    const { ClusterArn, OwnerSecretArn, ReaderSecretArn, DatabaseName, TestDataStartups } =
      parsedProperties(Properties, properties);
    const testData = testDataOf(TestDataStartups);
    const database = dataApi(rdsData, {
      resourceArn: ClusterArn,
      secretArn: OwnerSecretArn,
      database: DatabaseName,
    });
    const { log } = console;
    try {
      const login = await readerLogin(secrets, ReaderSecretArn, signal);
      await awake(database.execute(signal), { waiting, signal, log });
      const work = async (execute: Execute): Promise<void> => {
        await setUp(execute, { folder, testData, log });
        await execute(login);
        log('directory_reader: logs in with the password of its secret');
      };
      await database.inTransaction(signal, work, rollbackTimeout);
    } catch (error) {
      const named = { clusterArn: ClusterArn, databaseName: DatabaseName };
      const reason =
        setUpMessage(error) ??
        databaseErrorMessage(error, named) ??
        `${errorName(error)}: ${errorMessage(error)}`;
      throw new SetUpError(`The database was not set up: ${reason}`, { cause: error });
    }
  };
}

/** More would take longer than the 45 s that the Data API gives a statement. */
const LARGEST_TEST_DATA = 10_000;

/** Nothing where the rows stay as they are. */
function testDataOf(startups: string): TestData | undefined {
  if (startups === '') return undefined;
  const number = Number(startups);
  if (/^\d+$/u.test(startups) && number >= 1 && number <= LARGEST_TEST_DATA) {
    return { startups: number, withJobs: true };
  }
  throw new SetUpError(
    `TestDataStartups takes a whole number from 1 to ${LARGEST_TEST_DATA}, or nothing, and not "${startups}"`,
  );
}
