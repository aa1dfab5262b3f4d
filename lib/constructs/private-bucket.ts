/** Settings that both buckets share. */

import { BlockPublicAccess, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';

/** No public access, and no access without TLS. */
export const privateBucket = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
} satisfies BucketProps;

export const withoutAccessLog = {
  id: 'AwsSolutions-S1',
  reason: 'The objects are public, and CloudFront does not log who reads them either',
};
