/** What the command touches besides its terminal. */

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import path from 'node:path';

import { realWaiting, type Waiting } from '../../aws/retry.ts';

export interface DbDependencies {
  readonly rdsData: (region: string) => RDSDataClient;
  readonly secrets: (region: string) => SecretsManagerClient;
  readonly waiting: Waiting;
  /** The folder `db/`. */
  readonly folder: string;
}

/** The SDK's own chain finds the credentials, as the AWS CLI does. */
export const realDependencies: DbDependencies = {
  rdsData: (region) => new RDSDataClient({ region }),
  secrets: (region) => new SecretsManagerClient({ region }),
  waiting: realWaiting,
  folder: path.join(import.meta.dirname, '../../db'),
};
