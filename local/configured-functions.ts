/** Configures the functions on this machine. In AWS, the CDK app does this. */

import path from 'node:path';

import { allDirectories } from '../contract/directories.ts';
import { environment, metricNamespace, READER, siteEnvironment } from '../contract/names.ts';
import { feedPaths, sitePaths } from '../contract/site.ts';
import { inventedFace } from '../contract/branding.ts';
import packageJson from '../package.json' with { type: 'json' };
import { LambdaFunction } from './lambda-function.ts';

/** ARNs and names of resources that exist only on this machine. */
export const CLUSTER_ARN = 'arn:aws:rds:local:000000000000:cluster:portal';
export const READER_SECRET_ARN = 'arn:aws:secretsmanager:local:000000000000:secret:reader';
export const OWNER_SECRET_ARN = 'arn:aws:secretsmanager:local:000000000000:secret:owner';
export const DATABASE_NAME = 'portal';
export const BUCKET = 'last-good';

/** The database role for each secret that the local Data API accepts. `undefined` means the owner. */
export const secrets = { [READER_SECRET_ARN]: READER, [OWNER_SECRET_ARN]: undefined };

/** The addresses of the service, the Data API and S3. `npm run operate` uses them for the stage `local`. */
type LocalStage = Readonly<Record<'url' | 'dataApi' | 'objectStore', string>>;

/** Returns the environment variables that all functions share. */
export function functionVariables(stage: LocalStage, memorySeconds: number) {
  return {
    AWS_ENDPOINT_URL_RDS_DATA: stage.dataApi,
    AWS_ENDPOINT_URL_S3: stage.objectStore,
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
    [siteEnvironment.release]: packageJson.version,
    [siteEnvironment.origin]: stage.url,
    [siteEnvironment.title]: inventedFace.programme,
    [siteEnvironment.subtitle]: inventedFace.summary,
  };
}

/** Functions by name: one for each directory, one for the status and one for the feeds. */
export type Functions = ReadonlyMap<string, LambdaFunction>;

/**
 * Creates the functions. The functions of all three lists use the same bundle.
 *
 * @param bundlesFolder - contains a folder for each bundle.
 */
export function makeFunctions(
  bundlesFolder: string,
  variables: Readonly<Record<string, string>>,
  onLog: (text: string) => void,
): Functions {
  const make = (name: string, bundle = name): [string, LambdaFunction] => {
    const folder = path.join(bundlesFolder, bundle);
    const own = { ...variables, [environment.directory]: name };
    return [name, new LambdaFunction({ name, folder, variables: own, onLog })];
  };
  return new Map([
    ...allDirectories.map(({ name }) => make(name, 'directory')),
    make('status'),
    make('feed'),
  ]);
}

/** Returns the name of the function that handles requests for a path, or `undefined` if there is none. */
export function functionAt(requestPath: string): string | undefined {
  if (requestPath === sitePaths.status) return 'status';
  if (feedPaths.includes(requestPath)) return 'feed';
  return allDirectories.find((directory) => directory.path === requestPath)?.name;
}
