/** The database of a command, and how it logs in there. */

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { type Database, dataApi } from '../../lambda/aws/data-api.ts';
import { UsageError } from '../../local/command.ts';
import type { Stage, StageDatabase } from './stage.ts';

export interface DatabaseOptions {
  readonly cluster?: string;
  /** The secret of the user who asks. */
  readonly secret?: string;
  readonly readerSecret?: string;
  readonly database?: string;
}

/** The database of the stage, or the one that the options name. @throws UsageError, CommandError */
export async function databaseOf(
  { cluster, secret, readerSecret, database }: DatabaseOptions,
  findStage: () => Promise<Stage>,
): Promise<StageDatabase> {
  if (cluster === undefined) {
    const found = (await findStage()).database();
    const ownerSecretArn = secret ?? found.ownerSecretArn;
    return { ...found, ownerSecretArn, readerSecretArn: readerSecret ?? found.readerSecretArn };
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
    throw new UsageError('The database secret is unknown. Pass its ARN with --secret.');
  }
  return dataApi(rdsData, { resourceArn: clusterArn, secretArn, database: databaseName });
}
