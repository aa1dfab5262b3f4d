/**
 * Entry point of the three Lambda functions that serve the startups, the founders and the jobs. All three use the same bundle,
 * with different environment variables.
 */

import { RDSDataClient } from '@aws-sdk/client-rds-data';

import { directories } from '../contract/directories.ts';
import { environment } from '../contract/names.ts';
import { systemClock } from './aws/clock.ts';
import { dataApi } from './aws/data-api.ts';
import { createHandler } from './directory/list-handler.ts';
import { copiesFromEnvironment, required } from './environment.ts';

const name = required(environment.directory);
const directory = Object.values(directories).find((each) => each.name === name);
if (directory === undefined) {
  throw new Error(`Unknown directory in ${environment.directory}: ${name}`);
}

const dependencies = {
  clock: systemClock,
  // The SDK does not retry, because the last-good copy can be served and a later request reads the database again.
  database: dataApi(new RDSDataClient({ maxAttempts: 1 }), {
    resourceArn: required(environment.clusterArn),
    secretArn: required(environment.readerSecretArn),
    database: required(environment.databaseName),
  }),
  copies: copiesFromEnvironment(),
  memoryMs: Number(required(environment.memorySeconds)) * 1000,
};

export const handler = createHandler(
  directory,
  dependencies,
  required(environment.metricNamespace),
  // With `console.log`, Lambda would put its own fields in front of the line.
  (line) => process.stdout.write(`${line}\n`),
);
