/** A stage as its operator sees it: deployed, or running on this machine (`npm start`). */

import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import type { DirectoryName } from '../../contract/directories.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';

export interface Stage {
  /** The name that CloudFormation has: `Staging`. */
  readonly name: string;
  /** The base address for clients; it ends in `/v1`. */
  readonly address: string;
  /** Has the function of a directory read its list now. @throws NotServing */
  readonly invoke: (name: DirectoryName, asked: RefreshEvent['refresh']) => Promise<Refreshed>;
  readonly copies: { readonly client: S3Client; readonly bucket: string };
  /** Resolves when no process can still answer from its memory. */
  readonly waitForMemory: () => Promise<void>;
  /** Resolves when no cache of the edge has these paths. */
  readonly invalidate: (paths: readonly string[]) => Promise<void>;
  /** @throws CommandError where the stage was deployed by a release that does not say it. */
  readonly database: () => StageDatabase;
}

/** The address of the database in the Data API, and the secrets with which it can log in there. */
export interface StageDatabase {
  readonly clusterArn: string;
  readonly databaseName: string;
  readonly readerSecretArn?: string | undefined;
  /** Absent where the database is the portal's own. */
  readonly ownerSecretArn?: string | undefined;
  /** Secret of the role that fills the portal's tables; absent if the database is the portal's own. */
  readonly writerSecretArn?: string | undefined;
  readonly rdsData: RDSDataClient;
  /** Absent on this machine, where no secret has a value. */
  readonly secretsManager?: SecretsManagerClient;
}
