import { BlockPublicAccess, type BucketProps, BucketEncryption } from 'aws-cdk-lib/aws-s3';

/** Properties of every bucket: no public access, and no access without TLS. */
export const privateBucket = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
} satisfies BucketProps;
