/** A stage as its operator sees it, whether it is deployed or runs on this machine (`npm start`), and what its errors mean. */

import { readFileSync } from 'node:fs';
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
import { NotServing, requestRefresh } from '../../lambda/aws/request-refresh.ts';
import { errorMessage, errorName } from '../../lambda/aws/errors.ts';
import { type Clock, pause } from '../../lambda/aws/clock.ts';
import { SetUpError } from '../../lambda/deploy/sql-files.ts';
import { CommandError } from '../../local/command.ts';

// package.json says which versions of Node do; the SDK's warning about future ones is for developers.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

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

/** The service on this machine. */
const LOCAL = 'local';

/** An answer that began at the end of the memory minute may take until the gateway's timeout. */
const MEMORY_AND_ANSWER_SECONDS = MEMORY_SECONDS + GATEWAY_TIMEOUT_SECONDS;

/** It takes seconds, rarely minutes. */
const LONGEST_INVALIDATION_SECONDS = 900;

/** @param typed - a name of `lib/stages.ts`, or `local`. @param folder - of a local stage. @throws CommandError */
export async function findStage(typed: string, folder: string, clock: Clock): Promise<Stage> {
  if (typed.toLowerCase() === LOCAL) return localStage(folder);
  const name = typed.slice(0, 1).toUpperCase() + typed.slice(1);
  const stack = serviceStackName(name);
  const outputs = await outputsOf(stack);
  const output = (key: string): string => {
    const value = outputs.get(key);
    if (value !== undefined) return value;
    throw new CommandError(`The stack ${stack} has no output ${key}: deploy the stage again.`);
  };
  const lambda = new LambdaClient();
  return {
    name,
    address: output(stageOutput.address),
    invoke: async (directory, asked) =>
      requestRefresh(
        lambda,
        output(functionOutput(directory)),
        asked,
        new AbortController().signal,
      ),
    copies: { client: new S3Client(), bucket: output(stageOutput.lastGoodBucket) },
    async waitForMemory() {
      console.log(
        `waiting ${MEMORY_AND_ANSWER_SECONDS} s, until no process can answer an older list`,
      );
      await pause(clock, MEMORY_AND_ANSWER_SECONDS * 1000);
    },
    invalidate: async (paths) => invalidate(output(stageOutput.distributionId), paths),
    database: () => ({
      clusterArn: output(stageOutput.clusterArn),
      databaseName: output(stageOutput.databaseName),
      readerSecretArn: output(stageOutput.readerSecretArn),
      ownerSecretArn: outputs.get(stageOutput.ownerSecretArn),
      writerSecretArn: outputs.get(stageOutput.writerSecretArn),
      rdsData: new RDSDataClient(),
      secretsManager: new SecretsManagerClient(),
    }),
  };
}

async function outputsOf(stack: string): Promise<ReadonlyMap<string, string>> {
  const describe = new DescribeStacksCommand({ StackName: stack });
  const { Stacks } = await new CloudFormationClient().send(describe);
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return new Map(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

async function invalidate(DistributionId: string, paths: readonly string[]): Promise<void> {
  const client = new CloudFrontClient();
  const InvalidationBatch = {
    CallerReference: `operate ${new Date().toISOString()}`,
    Paths: { Quantity: paths.length, Items: [...paths] },
  };
  const { Invalidation } = await client.send(
    new CreateInvalidationCommand({ DistributionId, InvalidationBatch }),
  );
  const waiter = { client, minDelay: 2, maxDelay: 10, maxWaitTime: LONGEST_INVALIDATION_SECONDS };
  await waitUntilInvalidationCompleted(waiter, { DistributionId, Id: Invalidation?.Id });
}

/** The file that `npm start` writes into its folder. */
const StageFile = v.object({
  url: v.string(),
  dataApi: v.string(),
  clusterArn: v.string(),
  databaseName: v.string(),
  ownerSecretArn: v.string(),
  writerSecretArn: v.string(),
  readerSecretArn: v.string(),
  objectStore: v.string(),
  bucket: v.string(),
});

const LocalFailure = v.object({ errorType: v.string(), errorMessage: v.string() });

function localStage(folder: string): Stage {
  const { url, dataApi, objectStore, bucket, ...database } = stageFileIn(folder);
  const credentials = { accessKeyId: LOCAL, secretAccessKey: LOCAL };
  const at = (endpoint: string) => ({ endpoint, region: LOCAL, credentials, maxAttempts: 1 });
  const ask = async (method: string, route: string, body: string | null = null) =>
    fetch(`${url}/_local/${route}`, { method, body });
  return {
    name: 'Local',
    address: `${url}/v1`,
    async invoke(name, asked) {
      const event: RefreshEvent = { refresh: asked };
      const answer = await ask('POST', `invoke/${name}`, JSON.stringify(event));
      const result: unknown = await answer.json();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function of this release answered
      if (answer.ok) return result as Refreshed;
      const { errorType, errorMessage: message } = v.parse(LocalFailure, result);
      throw new NotServing(`its function fails (${errorType}: ${message})`);
    },
    copies: { client: new S3Client(at(objectStore)), bucket },
    async waitForMemory() {
      await ask('DELETE', 'environments');
    },
    async invalidate() {
      await ask('DELETE', 'edge'); // 404 where it was started without
    },
    database: () => ({ ...database, rdsData: new RDSDataClient(at(dataApi)) }),
  };
}

function stageFileIn(folder: string): v.InferOutput<typeof StageFile> {
  const file = path.join(folder, 'stage.json');
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), StageFile), readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CommandError(
      `There is no local stage in ${file}: run npm start, or name its folder with --folder.`,
      { cause },
    );
  }
}

/** Errors whose remedy they do not say themselves. Names end differently in each service; SQLSTATEs are PostgreSQL's (appendix A). */
const MEANINGS: readonly (readonly [error: RegExp, meaning: string])[] = [
  [
    /^(?:AccessDenied|Forbidden)/u,
    'AWS does not allow this: the role in the output OperatorRoleArn of the stage does',
  ],
  [
    /^(?:(?:Credentials|Token)ProviderError|ExpiredToken|RequestExpired|Invalid(?:AccessKey|ClientToken|Signature)|SignatureDoesNot|UnrecognizedClient)/u,
    'AWS has no valid credentials of yours: log in (aws sso login), or set AWS_PROFILE',
  ],
  [
    /^ValidationError: .*does not exist/u,
    'The stage is not in this account and region: set AWS_PROFILE and AWS_REGION to where it is, or deploy it',
  ],
  [/Region is missing/u, 'Set AWS_REGION to the region of the stage, or AWS_PROFILE'],
  [
    /^(?:NoSuch(?:Bucket|Distribution)|ResourceNotFound|NotFoundException|BadRequest|InvalidSecret)/u,
    'This does not exist in the account and region: correct the ARN, or deploy the stage again',
  ],
  [/^HttpEndpointNotEnabled/u, 'The cluster has no Data API: aws rds enable-http-endpoint'],
  [/^(?:Database(?:Resuming|Unavailable)|TooManyRequests|Throttling)/u, 'Run it again in a minute'],
  [
    /TimeoutError|AbortError|fetch failed|^(?:ECONNRESET|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/u,
    'AWS, or the local stage, cannot be reached: check the network, and the region',
  ],
  [/SQLState: 3D000/u, 'There is no such database in the cluster: name it with --database'],
  [
    /SQLState: 28\w{3}|password authentication failed/u,
    "The database does not accept user and password of the secret: operate -- apply sets the reader's",
  ],
  [/SQLState: 42501/u, 'The user of the secret may not do this: use the secret of the owner'],
  [/^DatabaseError/u, 'The database reports an error'],
];

/** One sentence for the operator, or `undefined` for a bug of ours. */
export function explain(error: unknown): string | undefined {
  const message = errorMessage(error);
  if (error instanceof SetUpError) return `${message}.`;
  if (error instanceof NotServing) {
    return `The list cannot be refreshed: ${message}. Look at the function's log (docs/runbook.md, "The service answers with errors").`;
  }
  const reported = `${errorName(error)}: ${message.replace(/\.$/u, '')}`;
  const [, meaning] = MEANINGS.find(([known]) => known.test(reported)) ?? [];
  if (meaning !== undefined) return `${meaning} (${reported}).`;
  const isFromAws = typeof error === 'object' && error !== null && '$metadata' in error;
  return isFromAws ? `AWS reports an error (${reported}).` : undefined;
}
