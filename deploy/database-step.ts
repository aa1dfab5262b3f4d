/** The step of a deployment that sets up the stage's own database. */

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import type { Step } from './custom-resource.ts';
import { sentenceOf } from './database/aws-sentences.ts';
import { SetUpError } from './database/errors.ts';
import { setUpOwnDatabase, type SetUpDependencies } from './database/set-up-own-database.ts';
import type { TestData } from './database/test-data.ts';
import { errorMessage, errorName } from '../aws/error-facts.ts';
import { parsedProperties } from './parsed-properties.ts';
import { realWaiting, type Waiting } from '../aws/retry.ts';

/** CloudFormation sends texts. `ContentHash` is there too: it changes when this has to run again, and says no more. */
const Properties = v.object({
  ClusterArn: v.string(),
  OwnerSecretArn: v.string(),
  ReaderSecretArn: v.string(),
  DatabaseName: v.string(),
  TestDataStartups: v.optional(v.string(), ''),
});

type Clients = Pick<SetUpDependencies, 'rdsData' | 'secrets'>;

/** @param folder - the folder `db/`. */
export function databaseStep(
  folder: string,
  waiting: Waiting = realWaiting,
  clients: Clients = { rdsData: new RDSDataClient({}), secrets: new SecretsManagerClient({}) },
): Step {
  return async (properties, signal) => {
    const { ClusterArn, OwnerSecretArn, ReaderSecretArn, DatabaseName, TestDataStartups } =
      parsedProperties(Properties, properties);
    const testData = testDataOf(TestDataStartups);
    const address = {
      resourceArn: ClusterArn,
      secretArn: OwnerSecretArn,
      database: DatabaseName,
    };
    const own = { address, readerSecretArn: ReaderSecretArn, folder, ...testData };
    try {
      await setUpOwnDatabase(own, { ...clients, waiting, signal, log: console.log });
    } catch (error) {
      const named = { clusterArn: ClusterArn, databaseName: DatabaseName };
      const reason = sentenceOf(error, named) ?? `${errorName(error)}: ${errorMessage(error)}`;
      throw new SetUpError(`The database was not set up: ${reason}`, { cause: error });
    }
  };
}

/** More would take longer than the 45 s that the Data API gives a statement. */
const LARGEST_TEST_DATA = 10_000;

function testDataOf(startups: string): { readonly testData?: TestData } {
  if (startups === '') return {};
  const number = Number(startups);
  if (/^\d+$/u.test(startups) && number >= 1 && number <= LARGEST_TEST_DATA) {
    return { testData: { startups: number, withJobs: true } };
  }
  throw new SetUpError(
    `TestDataStartups takes a whole number from 1 to ${LARGEST_TEST_DATA}, or nothing, and not "${startups}"`,
  );
}
