/** How a deployed stage is found from outside: by the outputs of its service stack. */

import type { DirectoryName } from './directories.ts';

export const serviceStack = 'Service';

/** Name of the CloudFormation stack whose outputs say where everything is. `stage` is Staging, Production, ... */
export function serviceStackName(stage: string): string {
  return `${stage}-${serviceStack}`;
}

export const stageOutput = {
  /** Address of the service, ending in `/v1`. */
  address: 'Address',
  lastGoodBucket: 'LastGoodBucket',
  distributionId: 'DistributionId',
  /** Names of the edge's functions. */
  viewerRequest: 'ViewerRequestFunction',
  viewerResponse: 'ViewerResponseFunction',
  alarmTopicArn: 'AlarmTopicArn',
} as const;

/** Output with the name of a directory's function: `StartupsFunction`. */
export function functionOutput(directory: DirectoryName): string {
  return `${directory.slice(0, 1).toUpperCase()}${directory.slice(1)}Function`;
}
