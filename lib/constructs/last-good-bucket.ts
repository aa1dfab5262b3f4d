import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import { allDirectories } from '../../contract/directories.ts';
import { environment } from '../../contract/environment.ts';
import type { DirectoryFunction } from './directory-function.ts';
import { privateBucket } from './private-bucket.ts';

/** Long enough to look at what was served before a mishap; a list is written every few minutes. */
const OLD_VERSIONS = Duration.days(3);

/** The last-good copies: one object for each directory, whose key is the request path. */
export class LastGoodBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);

    this.bucket = new Bucket(this, 'Bucket', {
      ...privateBucket,
      versioned: true,
      lifecycleRules: [
        {
          noncurrentVersionExpiration: OLD_VERSIONS,
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN, // what keeps the service up must not go down with a stack
    });

    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds three public lists; who read them at the edge is not recorded either',
    });

    // Any distribution of this account, because the one that it is for is made later, by a stack that needs this bucket.
    // The lists are public all the same.
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: this.#objectArns(),
        conditions: { StringEquals: { 'AWS:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
  }

  /** Lets a directory's function read and write its own copy, and tells it where. */
  connect({ function: lambdaFunction, directory }: DirectoryFunction): void {
    lambdaFunction.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: [this.#objectArn(directory.path)],
      }),
    );
    lambdaFunction.addEnvironment(environment.lastGoodBucket, this.bucket.bucketName);
  }

  /** Lets a function look at every copy, and tells it where. */
  show(lambdaFunction: Function): void {
    lambdaFunction.addToRolePolicy(
      new PolicyStatement({ actions: ['s3:GetObject'], resources: this.#objectArns() }),
    );
    lambdaFunction.addEnvironment(environment.lastGoodBucket, this.bucket.bucketName);
  }

  #objectArns(): string[] {
    return allDirectories.map((directory) => this.#objectArn(directory.path));
  }

  #objectArn(path: string): string {
    return `${this.bucket.bucketArn}${path}`;
  }
}
