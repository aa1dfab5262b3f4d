/** The deployment step that sets up the stage's own database from `db/`. A copy of that folder is next to the bundle. */

import path from 'node:path';

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import { READER, WRITER } from '../../contract/names.ts';
import { dataApi, type Execute, rollbackTimeout } from '../aws/data-api.ts';
import { errorMessage, errorName } from '../aws/errors.ts';
import { roleLogin } from './role-login.ts';
import { SetUpError, setUp } from './set-up.ts';
import { customResource, type Step } from './step.ts';

/** Accepts up to 10,000 startups. Loading more would exceed the Data API's statement timeout of 45 s. */
const upTo10000 = v.regex(/^(?:[1-9]\d{0,3}|10000)?$/u, 'TestDataStartups must be 1 to 10000');

/**
 * The properties that the step reads. CloudFormation also sends the property `ContentHash`, which changes if the step's code or
 * `db/` changes. CloudFormation runs the step again if any property has changed.
 */
const Properties = v.object({
  ClusterArn: v.string(),
  OwnerSecretArn: v.string(),
  ReaderSecretArn: v.string(),
  WriterSecretArn: v.string(),
  DatabaseName: v.string(),
  /** Empty if the step should not load test data. */
  TestDataStartups: v.optional(v.pipe(v.string(), upTo10000), ''),
  /** Public address of the stage. The test data links to pictures at this address. */
  Origin: v.optional(v.pipe(v.string(), v.regex(/^https:\/\/[\w.-]+$/u))),
});

export type SetUpProperties = v.InferInput<typeof Properties>;

export const handler = customResource(databaseStep(path.join(import.meta.dirname, 'db')));

/** Returns the step that sets up the database in one transaction, through the Data API. @param folder - the folder `db/`. */
export function databaseStep(
  folder: string,
  rdsData = new RDSDataClient({}),
  secrets = new SecretsManagerClient({}),
): Step {
  return async (properties, signal) => {
    const given = v.parse(Properties, properties);
    const startups = Number(given.TestDataStartups);
    const testData = startups > 0 ? { startups, withJobs: true, origin: given.Origin } : undefined;
    const database = dataApi(rdsData, {
      resourceArn: given.ClusterArn,
      secretArn: given.OwnerSecretArn,
      database: given.DatabaseName,
    });
    try {
      const logins = [
        await roleLogin(secrets, READER, given.ReaderSecretArn, signal),
        await roleLogin(secrets, WRITER, given.WriterSecretArn, signal),
      ];
      const work = async (execute: Execute): Promise<void> => {
        console.log('Set up:', JSON.stringify(await setUp(execute, folder, testData)));
        for (const login of logins) await execute(login);
      };
      await database.inTransaction(signal, work, rollbackTimeout);
    } catch (error) {
      const isOurs = error instanceof SetUpError;
      const reason = isOurs ? error.message : `${errorName(error)}: ${errorMessage(error)}`;
      throw new SetUpError(`The database was not set up: ${reason}`, { cause: error });
    }
  };
}
