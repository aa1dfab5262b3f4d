/** Access to a stage for `npm run operate`. A stage is either deployed to AWS, or runs on this machine (`npm start`). */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  CreateInvalidationCommand,
  waitUntilInvalidationCompleted,
} from '@aws-sdk/client-cloudfront';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import type { DirectoryName } from '../../contract/directories.ts';
import { MEMORY_SECONDS } from '../../contract/http.ts';
import { GATEWAY_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { functionOutput, serviceStackName, stageOutput } from '../../contract/names.ts';
import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';
import { type Clock, pause } from '../../lambda/aws/clock.ts';
import { type Database, dataApi } from '../../lambda/aws/data-api.ts';
import { requestRefresh } from '../../lambda/aws/request-refresh.ts';
import { CommandError, UsageError } from '../../local/command.ts';
import * as local from '../../local/configured-functions.ts';

export interface Stage {
  /** The stage's name in CloudFormation, such as `Staging`. */
  readonly name: string;
  /** The base address for clients, which ends in `/v1`. */
  readonly address: string;
  /** Makes a directory's function read its list now. Resolves with the function's report. @throws NotServing */
  readonly invoke: (name: DirectoryName, asked: RefreshEvent['refresh']) => Promise<Refreshed>;
  /** The bucket of the last-good copies, and a client for it. */
  readonly copies: { readonly client: S3Client; readonly bucket: string };
  /**
   * Waits until no process can return a list that is in its memory now. A local stage does not wait for answers in progress.
   */
  readonly waitForMemory: () => Promise<unknown>;
  /** Removes these paths from the edge cache, and waits until the removal is complete. */
  readonly invalidate: (paths: readonly string[]) => Promise<unknown>;
  /**
   * Returns the stage's database.
   *
   * @throws CommandError if the stack lacks a necessary output, for example because an earlier release deployed it.
   */
  readonly database: () => StageDatabase;
}

/** A database that the Data API can reach, and the secrets that contain its logins. */
export interface StageDatabase {
  readonly clusterArn: string;
  readonly databaseName: string;
  readonly readerSecretArn?: string | undefined;
  /** Absent if the stack did not create the database and the operator did not name a secret. */
  readonly ownerSecretArn?: string | undefined;
  readonly rdsData: RDSDataClient;
  /** Absent in the local stage, where secrets have no values. */
  readonly secretsManager?: SecretsManagerClient;
}

// Turns off the SDK's warnings about the end of its support for this version of Node. Operators do not need them, because
// package.json lists the versions with which this project works.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

/**
 * How long a process may still return a list that is in its memory now. A process answers from memory for a minute, and a
 * request that arrives at the end of that minute can take as long as the gateway's timeout.
 */
const OLDER_LIST_SECONDS = MEMORY_SECONDS + GATEWAY_TIMEOUT_SECONDS;

/**
 * An abort signal that is never aborted, so the command waits until the function has finished the refresh. Ctrl-C ends the
 * process.
 */
const unlimited = new AbortController().signal;

/** Maximum wait for an invalidation, which usually takes seconds, but sometimes minutes. */
const LONGEST_INVALIDATION_SECONDS = 900;

/** Finds a stage. @param typed - a stage in `lib/stages.ts`, or `local`. @param folder - the data folder of the local stage. */
export async function findStage(typed: string, folder: string, clock: Clock): Promise<Stage> {
  if (typed.toLowerCase() === 'local') return localStage(path.join(folder, 'stage.json'));
  const name = typed.slice(0, 1).toUpperCase() + typed.slice(1);
  const stack = serviceStackName(name);
  const describe = new DescribeStacksCommand({ StackName: stack });
  const { Stacks } = await new CloudFormationClient().send(describe);
  const valueOf = (key: string) =>
    Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
  const output = (key: string): string => {
    const value = valueOf(key);
    if (value !== undefined) return value;
    throw new CommandError(`The stack ${stack} has no output ${key}: deploy the stage again.`);
  };
  const lambda = new LambdaClient();
  return {
    name,
    address: output(stageOutput.address),
    invoke: async (directory, asked) =>
      requestRefresh(lambda, output(functionOutput(directory)), asked, unlimited),
    copies: { client: new S3Client(), bucket: output(stageOutput.lastGoodBucket) },
    async waitForMemory() {
      console.log(`waiting ${OLDER_LIST_SECONDS} s until no process can return the previous list`);
      await pause(clock, OLDER_LIST_SECONDS * 1000);
    },
    invalidate: async (paths) => invalidate(output(stageOutput.distributionId), paths),
    database: () => ({
      clusterArn: output(stageOutput.clusterArn),
      databaseName: output(stageOutput.databaseName),
      readerSecretArn: output(stageOutput.readerSecretArn),
      ownerSecretArn: valueOf(stageOutput.ownerSecretArn),
      rdsData: new RDSDataClient(),
      secretsManager: new SecretsManagerClient(),
    }),
  };
}

async function invalidate(DistributionId: string, paths: readonly string[]): Promise<void> {
  const client = new CloudFrontClient();
  const InvalidationBatch = {
    CallerReference: `operate ${new Date().toISOString()}`,
    Paths: { Quantity: paths.length, Items: [...paths] },
  };
  const create = new CreateInvalidationCommand({ DistributionId, InvalidationBatch });
  const { Invalidation } = await client.send(create);
  const waiter = { client, minDelay: 2, maxDelay: 10, maxWaitTime: LONGEST_INVALIDATION_SECONDS };
  await waitUntilInvalidationCompleted(waiter, { DistributionId, Id: Invalidation?.Id });
}

// The stage `local`

/** The contents of `stage.json`, which `npm start` writes into its data folder. */
const StageFile = v.object({ url: v.string(), dataApi: v.string(), objectStore: v.string() });

/** Returns the local stage. @throws CommandError if `npm start` has not written the file */
async function localStage(file: string): Promise<Stage> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), StageFile), text);
  if (!found.success) {
    throw new CommandError(
      `There is no local stage in ${file}: start it with npm start, or pass the stage's data folder with --folder.`,
    );
  }
  const { url, dataApi: databaseUrl, objectStore } = found.output;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const at = (endpoint: string) => ({ endpoint, region: 'local', credentials, maxAttempts: 1 });
  const lambda = new LambdaClient(at(`${url}/_local`));
  const deleteAt = async (what: string) => fetch(`${url}/_local/${what}`, { method: 'DELETE' });
  return {
    name: 'Local',
    address: `${url}/v1`,
    invoke: async (directory, asked) => requestRefresh(lambda, directory, asked, unlimited),
    copies: { client: new S3Client(at(objectStore)), bucket: local.BUCKET },
    waitForMemory: async () => deleteAt('environments'),
    invalidate: async () => deleteAt('edge'), // without --edge, the service responds with a 404, which is ignored
    database: () => ({
      clusterArn: local.CLUSTER_ARN,
      databaseName: local.DATABASE_NAME,
      ownerSecretArn: local.OWNER_SECRET_ARN,
      readerSecretArn: local.READER_SECRET_ARN,
      rdsData: new RDSDataClient(at(databaseUrl)),
    }),
  };
}

// The database of a stage

/** The data folder of the local stage, and the options that select a database and the secrets with its logins. */
export type StageOptions = Readonly<
  Record<'folder', string> &
    Partial<Record<'cluster' | 'secret' | 'readerSecret' | 'database', string>>
>;

/**
 * Returns the database of the cluster that `--cluster` names. Without this option, returns the stage's database. Secrets in the
 * options replace the secrets of the stage.
 *
 * @throws UsageError if `--cluster` is not the ARN of a cluster, or if `--database` is used without `--cluster`.
 * @throws CommandError if there is no local stage, or if the stack of a deployed stage lacks an output.
 */
export async function databaseOf(
  stage: string,
  { folder, cluster, secret, readerSecret, database }: StageOptions,
  clock: Clock,
): Promise<StageDatabase> {
  if (cluster === undefined) {
    if (database !== undefined) throw new UsageError('--database requires --cluster.');
    const found = (await findStage(stage, folder, clock)).database();
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

/** Returns a `Database` that logs in with this secret. @throws UsageError if `secretArn` is undefined. */
export function loginTo(database: StageDatabase, secretArn: string | undefined): Database {
  const { rdsData, clusterArn, databaseName } = database;
  if (secretArn === undefined)
    throw new UsageError('The database secret is unknown: pass its ARN with --secret.');
  return dataApi(rdsData, { resourceArn: clusterArn, secretArn, database: databaseName });
}
