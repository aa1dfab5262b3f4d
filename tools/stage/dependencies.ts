/** What a command touches besides its terminal. */

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';

import { realWaiting, type Waiting } from '../../aws/retry.ts';

export interface StageDependencies {
  readonly cloudFormation: CloudFormationClient;
  readonly cloudFront: CloudFrontClient;
  readonly lambda: LambdaClient;
  readonly s3: S3Client;
  /** Asks for an address of the service as a client does. */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly waiting: Waiting;
}

/** The SDK's own chain finds credentials, region and endpoints (`AWS_ENDPOINT_URL…`), as the AWS CLI does. */
export function realDependencies(): StageDependencies {
  return {
    cloudFormation: new CloudFormationClient(),
    cloudFront: new CloudFrontClient(),
    lambda: new LambdaClient(),
    s3: new S3Client(),
    fetch: async (url, init) => fetch(url, init),
    waiting: realWaiting,
  };
}
