/** The functions as they are configured on this machine. In the cloud the CDK app says the same. */

import path from 'node:path';

import { packageVersion } from '../bundling/release.ts';
import { allDirectories, type Directory } from '../contract/directories.ts';
import {
  environment,
  functionOutput,
  metricNamespace,
  siteEnvironment,
  stageOutput,
} from '../contract/names.ts';
import {
  FUNCTION_MEMORY_MB,
  FUNCTION_TIMEOUT_SECONDS,
  SITE_MEMORY_MB,
} from '../contract/limits.ts';
import { EXAMPLE_ORIGIN } from '../contract/site.ts';
import { inventedFace } from '../contract/site-face.ts';
import type { FunctionSettings } from './runtime/environment.ts';
import { LambdaFunction } from './runtime/lambda-function.ts';

/** What these name exists on this machine only; the Data API endpoint knows the two secrets. */
export const CLUSTER_ARN = 'arn:aws:rds:local:000000000000:cluster:portal';
export const READER_SECRET_ARN =
  'arn:aws:secretsmanager:local:000000000000:secret:directory-reader';
export const OWNER_SECRET_ARN = 'arn:aws:secretsmanager:local:000000000000:secret:owner';
export const DATABASE_NAME = 'portal';
export const BUCKET = 'last-good';

/** Processes for each directory; further requests wait, so that a flood does not take the laptop down. */
const CONCURRENCY = 4;

export interface Endpoints {
  readonly dataApi: { readonly url: string };
  readonly objectStore: { readonly url: string };
}

export function functionVariables(
  { dataApi, objectStore }: Endpoints,
  memorySeconds: number,
): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_RDS_DATA: dataApi.url,
    AWS_ENDPOINT_URL_S3: objectStore.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    [environment.clusterArn]: CLUSTER_ARN,
    [environment.readerSecretArn]: READER_SECRET_ARN,
    [environment.databaseName]: DATABASE_NAME,
    [environment.lastGoodBucket]: BUCKET,
    [environment.memorySeconds]: String(memorySeconds),
    [environment.metricNamespace]: metricNamespace('Local'),
    [siteEnvironment.release]: packageVersion,
    [siteEnvironment.origin]: EXAMPLE_ORIGIN, // until it is known where clients ask
    [siteEnvironment.title]: inventedFace.programme,
    [siteEnvironment.subtitle]: inventedFace.summary,
  };
}

export function functionSettings(
  name: string,
  folder: string,
  variables: Readonly<Record<string, string>>,
  onLog: (text: string) => void = () => {},
): FunctionSettings {
  return {
    name,
    folder,
    variables,
    onLog,
    memoryMb: FUNCTION_MEMORY_MB,
    timeoutMs: FUNCTION_TIMEOUT_SECONDS * 1000,
    concurrency: CONCURRENCY,
  };
}

export type Functions = ReadonlyMap<Directory, LambdaFunction>;

/** What the functions' stack says of itself. `url` is where clients ask. */
export function stackOutputs(url: string): Record<string, string> {
  return {
    [stageOutput.address]: `${url}/v1`,
    [stageOutput.lastGoodBucket]: BUCKET,
    [stageOutput.distributionId]: 'LOCAL',
    [stageOutput.viewerRequest]: 'viewer-request',
    [stageOutput.viewerResponse]: 'viewer-response',
    ...Object.fromEntries(allDirectories.map(({ name }) => [functionOutput(name), name])),
  };
}

/** `bundlesFolder` holds one folder for each function. */
export function makeFunctions(
  bundlesFolder: string,
  variables: Readonly<Record<string, string>>,
  onLog: (text: string, functionName: string) => void,
): {
  readonly functions: Functions;
  readonly status: LambdaFunction;
  readonly feed: LambdaFunction;
} {
  const settingsOf = (name: string): FunctionSettings =>
    functionSettings(name, path.join(bundlesFolder, name), variables, (text) => {
      onLog(text, name);
    });
  return {
    functions: new Map(
      allDirectories.map((directory) => [
        directory,
        new LambdaFunction(settingsOf(directory.name)),
      ]),
    ),
    status: new LambdaFunction({ ...settingsOf('status'), memoryMb: SITE_MEMORY_MB }),
    feed: new LambdaFunction({ ...settingsOf('feed'), memoryMb: SITE_MEMORY_MB }),
  };
}
