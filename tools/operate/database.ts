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

/** @param findStage - called where the options do not name the cluster. @throws UsageError, CommandError */
export async function databaseOf(
  { cluster, secret, readerSecret, database }: DatabaseOptions,
  findStage: () => Promise<Stage>,
): Promise<StageDatabase> {
  if (cluster === undefined) {
    const found = (await findStage()).database();
    const { databaseName, ownerSecretArn, readerSecretArn } = found;
    return {
      ...found,
      databaseName: database ?? databaseName,
      ownerSecretArn: secret ?? ownerSecretArn,
      readerSecretArn: readerSecret ?? readerSecretArn,
    };
  }
  const [, region] = /^arn:[^:]+:rds:([^:]+):[^:]+:cluster:./u.exec(cluster) ?? [];
  if (region === undefined) {
    throw new UsageError(
      `--cluster takes arn:aws:rds:<region>:<account>:cluster:<name>, not "${cluster}".`,
    );
  }
  return {
    clusterArn: cluster,
    databaseName: database ?? 'portal',
    ownerSecretArn: secret,
    readerSecretArn: readerSecret,
    rdsData: new RDSDataClient({ region }),
    secretsManager: new SecretsManagerClient({ region }),
  };
}

/** @throws UsageError where the secret is not known. */
export function loginTo(database: StageDatabase, secretArn: string | undefined): Database {
  const { rdsData, clusterArn, databaseName } = database;
  if (secretArn === undefined) {
    throw new UsageError('Nothing says whose secret to use: give its ARN with --secret.');
  }
  return dataApi(rdsData, { resourceArn: clusterArn, secretArn, database: databaseName });
}
