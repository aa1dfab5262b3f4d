import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import { environment } from '../../contract/names.ts';
import { allPaths } from '../../contract/paths.ts';
import type { CodeFunction, DirectoryFunction } from './functions.ts';
import { SharedValue } from './shared-value.ts';

/** Properties of every bucket: no public access, and no access without TLS. */
export const privateBucket = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
} satisfies BucketProps;

/** Long enough to see what was served before an incident; a list is written every few minutes. */
const OLD_VERSIONS = Duration.days(3);

/** The last-good copies: one object for each directory, whose key is the request path. */
export class LastGoodBucket extends Construct {
  readonly #bucketName: SharedValue;

  constructor(scope: Construct, id: string) {
    super(scope, id);

    const { partition, account } = Stack.of(this);
    const bucket = new Bucket(this, 'Bucket', {
      ...privateBucket,
      versioned: true,
      lifecycleRules: [
        {
          noncurrentVersionExpiration: OLD_VERSIONS,
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      // The fallback must not be deleted with a stack, but a first deploy that fails leaves no bucket behind.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });

    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds three public lists; who read them at the edge is not recorded either',
    });

    // Any distribution of this account, because the right one is created later, by a stack that needs this bucket.
    // The lists are public anyway.
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: allPaths.map((path) => `${bucket.bucketArn}${path}`),
        conditions: {
          ArnLike: {
            'AWS:SourceArn': `arn:${partition}:cloudfront::${account}:distribution/*`,
          },
        },
      }),
    );

    this.#bucketName = new SharedValue(this, 'LastGoodBucket', bucket.bucketName);
  }

  /** The bucket as another stack sees it. */
  bucketIn(consumer: Construct): IBucket {
    const { region } = Stack.of(consumer);
    return Bucket.fromBucketAttributes(consumer, 'LastGood', {
      bucketName: this.#bucketName.in(consumer),
      region,
    });
  }

  /** Lets a directory's function read and write its own copy, and sets the variable that names the bucket. */
  connect(itsFunction: DirectoryFunction): void {
    this.#allow(itsFunction, ['s3:GetObject', 's3:PutObject'], [itsFunction.directory.path]);
  }

  /** Lets a function read copies, and sets the variable that names the bucket. */
  show(reader: CodeFunction, paths = allPaths): void {
    this.#allow(reader, ['s3:GetObject'], paths);
  }

  #allow(reader: CodeFunction, actions: readonly string[], paths: readonly string[]): void {
    const { bucketArn, bucketName } = this.bucketIn(reader.function);
    reader.allow(
      actions,
      paths.map((path) => `${bucketArn}${path}`),
    );
    reader.function.addEnvironment(environment.lastGoodBucket, bucketName);
  }
}
