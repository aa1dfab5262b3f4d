import { type CfnElement, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import { DeployStep } from './functions.ts';
import { privateBucket } from './last-good-bucket.ts';

export interface PublishProps {
  /** Folder of the step that publishes, including the files. */
  readonly folder: string;
  /** Where clients ask, without a path. */
  readonly origin: string;
  readonly logRetention: RetentionDays;
}

/** What is served beside the lists and changes only with a deploy: the page and the description. */
export class Site extends Construct {
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);

    this.bucket = new Bucket(this, 'Bucket', {
      ...privateBucket,
      removalPolicy: RemovalPolicy.DESTROY, // a deploy creates it again
    }) as IBucket; // the CDK's class does not satisfy it with exactOptionalPropertyTypes
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds a public page; who read it at the edge is not recorded either',
    });
  }

  /** Not in the constructor: the files name the address, and the edge that has it needs the bucket. */
  publish({ folder, origin, logRetention }: PublishProps): void {
    // It refers to the bucket, so it is deleted first, and empties the bucket.
    const step = new DeployStep(this, 'Publish', {
      description: 'Publishes the page and the description at a deploy',
      folder,
      logRetention,
      properties: { Bucket: this.bucket.bucketName, Origin: origin },
    });
    const { bucketArn } = this.bucket;
    step.allow(['s3:PutObject', 's3:DeleteObject'], [`${bucketArn}/*`]);
    step.allow(['s3:ListBucket'], [bucketArn]);
    const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnElement);
    Validations.of(step).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`,
      reason: 'The bucket is for these files and holds nothing else',
    });
  }
}
