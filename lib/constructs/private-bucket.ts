import { BlockPublicAccess, type BucketProps, BucketEncryption } from 'aws-cdk-lib/aws-s3';

/** Of every bucket: nobody reads it but through CloudFront or with a right of its own, and nobody in the clear. */
export const privateBucket = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
} satisfies BucketProps;
