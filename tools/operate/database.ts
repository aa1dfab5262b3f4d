/** The database that `operate check` and `operate apply` work on: the stage's, or the one that the options name. */

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { type Database, dataApi } from '../../lambda/aws/data-api.ts';
import { UsageError } from '../command.ts';
import type { Stage, StageDatabase } from './stage.ts';

export interface DatabaseOptions {
  readonly cluster?: string;
  /** Of the user who asks. */
  readonly secret?: string;
  readonly readerSecret?: string;
  readonly database?: string;
}

const DATABASE = 'portal';

/** @param stage - called where the options do not name the cluster. @throws UsageError */
export async function databaseOf(
  { cluster, secret, readerSecret, database }: DatabaseOptions,
  stage: () => Promise<Stage>,
): Promise<StageDatabase> {
  for (const given of [secret, readerSecret]) {
    if (given !== undefined) regionOf(given, 'secretsmanager', 'secret:');
  }
  if (cluster === undefined) {
    if (database !== undefined) throw new UsageError('--database goes with --cluster.');
    const found = (await stage()).database();
    return {
      ...found,
      ownerSecretArn: secret ?? found.ownerSecretArn,
      readerSecretArn: readerSecret ?? found.readerSecretArn,
    };
  }
  if (secret === undefined) throw new UsageError('--cluster goes with --secret.');
  const region = regionOf(cluster, 'rds', 'cluster:');
  return {
    clusterArn: cluster,
    databaseName: database ?? DATABASE,
    ownerSecretArn: secret,
    readerSecretArn: readerSecret,
    rdsData: new RDSDataClient({ region }),
    secretsManager: new SecretsManagerClient({ region }),
  };
}

export function loginTo(
  { rdsData, clusterArn, databaseName }: StageDatabase,
  secretArn: string,
): Database {
  return dataApi(rdsData, { resourceArn: clusterArn, secretArn, database: databaseName });
}

/** @throws UsageError */
function regionOf(arn: string, service: string, resource: string): string {
  const [prefix, , of, region = '', account = '', ...rest] = arn.split(':');
  const isArn = prefix === 'arn' && region !== '' && account !== '';
  if (isArn && of === service && rest.join(':').startsWith(resource)) return region;
  throw new UsageError(
    `"${arn}" is no ARN such as arn:aws:${service}:<region>:<account>:${resource}<name>.`,
  );
}
