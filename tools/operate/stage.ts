/** A stage as its operator sees it: deployed, or running on this machine (`npm start`). */

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import type { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import type { DirectoryName } from '../../contract/directories.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';
import { type Database, dataApi } from '../../lambda/aws/data-api.ts';
import { UsageError } from '../../local/command.ts';

export interface Stage {
  /** The name in CloudFormation: `Staging`. */
  readonly name: string;
  /** The base address for clients; it ends in `/v1`. */
  readonly address: string;
  /** Makes the function of a directory read its list now. @throws NotServing */
  readonly invoke: (name: DirectoryName, asked: RefreshEvent['refresh']) => Promise<Refreshed>;
  readonly copies: { readonly client: S3Client; readonly bucket: string };
  /** Resolves when no process can still answer from memory. */
  readonly waitForMemory: () => Promise<void>;
  /** Resolves when the edge has removed these paths from its caches. */
  readonly invalidate: (paths: readonly string[]) => Promise<void>;
  /** @throws CommandError if the stage lacks an output, because an earlier release deployed it */
  readonly database: () => StageDatabase;
}

/** The address of the database in the Data API, and the secrets of its logins. */
export interface StageDatabase {
  readonly clusterArn: string;
  readonly databaseName: string;
  readonly readerSecretArn?: string | undefined;
  /** Absent if the database belongs to the portal. */
  readonly ownerSecretArn?: string | undefined;
  readonly rdsData: RDSDataClient;
  /** Absent in the local stage, where secrets have no values. */
  readonly secretsManager?: SecretsManagerClient;
}

/** Options that name a database and the secrets of its logins. */
export type DatabaseOptions = Readonly<
  Partial<Record<'cluster' | 'secret' | 'readerSecret' | 'database', string>>
>;

/** Returns the database of the stage, or the one in the options. @throws UsageError, CommandError */
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

/** Returns the database with the login of a secret. @throws UsageError if the secret is unknown */
export function loginTo(database: StageDatabase, secretArn: string | undefined): Database {
  const { rdsData, clusterArn, databaseName } = database;
  if (secretArn === undefined) {
    throw new UsageError('The database secret is unknown. Pass its ARN with --secret.');
  }
  return dataApi(rdsData, { resourceArn: clusterArn, secretArn, database: databaseName });
}
