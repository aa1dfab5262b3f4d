/** The functions as they are configured on this machine. In the cloud the CDK app says the same. */

import path from 'node:path';

import { allDirectories, type Directory } from '../contract/directories.ts';
import { environment } from '../contract/environment.ts';
import {
  FUNCTION_MEMORY_MB,
  FUNCTION_TIMEOUT_SECONDS,
  STATUS_MEMORY_MB,
} from '../contract/limits.ts';
import { metricNamespace } from '../contract/metrics.ts';
import { functionOutput, stageOutput } from '../contract/stage.ts';
import type { FunctionSettings } from './runtime/function-settings.ts';
import { LambdaFunction } from './runtime/lambda-function.ts';

/** What these name exists on this machine only; the Data API endpoint knows the two secrets. */
export const CLUSTER_ARN = 'arn:aws:rds:local:000000000000:cluster:portal';
export const READER_SECRET_ARN =
  'arn:aws:secretsmanager:local:000000000000:secret:directory-reader';
export const OWNER_SECRET_ARN = 'arn:aws:secretsmanager:local:000000000000:secret:owner';
export const DATABASE_NAME = 'portal';
export const BUCKET = 'last-good';
export const DISTRIBUTION_ID = 'LOCAL';

/** Processes for each directory; further requests wait their turn, so that a flood does not take the laptop down. */
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
  };
}

export function functionSettings(
  name: string,
  folder: string,
  variables: Readonly<Record<string, string>>,
  onLog: (text: string) => void = () => {},
): FunctionSettings {
  const limits = {
    memoryMb: FUNCTION_MEMORY_MB,
    timeoutMs: FUNCTION_TIMEOUT_SECONDS * 1000,
    concurrency: CONCURRENCY,
  };
  return { name, folder, variables, onLog, ...limits };
}

export type Functions = ReadonlyMap<Directory, LambdaFunction>;

/** What the functions' stack says of itself. `url` is where clients ask. */
export function stackOutputs(url: string): Record<string, string> {
  return {
    [stageOutput.address]: `${url}/v1`,
    [stageOutput.lastGoodBucket]: BUCKET,
    [stageOutput.distributionId]: DISTRIBUTION_ID,
    [stageOutput.viewerRequest]: 'viewer-request',
    [stageOutput.viewerResponse]: 'viewer-response',
    ...Object.fromEntries(allDirectories.map(({ name }) => [functionOutput(name), name])),
  };
}

/** The function behind `/status.json`, with what it has in the cloud. */
export function makeStatusFunction(
  bundlesFolder: string,
  variables: Readonly<Record<string, string>>,
  onLog: (text: string) => void,
): LambdaFunction {
  const settings = functionSettings('status', path.join(bundlesFolder, 'status'), variables, onLog);
  return new LambdaFunction({ ...settings, memoryMb: STATUS_MEMORY_MB });
}

/** `bundlesFolder` holds one folder for each directory. */
export function makeFunctions(
  bundlesFolder: string,
  variables: Readonly<Record<string, string>>,
  onLog: (text: string, functionName: string) => void,
): Functions {
  return new Map(
    allDirectories.map((directory) => {
      const folder = path.join(bundlesFolder, directory.name);
      const settings = functionSettings(directory.name, folder, variables, (text) => {
        onLog(text, directory.name);
      });
      return [directory, new LambdaFunction(settings)];
    }),
  );
}
