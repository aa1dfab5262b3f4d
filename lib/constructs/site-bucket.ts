import { type CfnElement, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import type { SiteProperties } from '../../lambda/deploy/publish-site.ts';
import { type CodeFunctionProps, DeployStep } from './code-function.ts';
import { privateBucket, withoutAccessLog } from './private-bucket.ts';

/** What is served beside the lists and changes only with a deploy: the pages, the description and the client. */
export class SiteBucket extends Construct {
  readonly bucket: s3.IBucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new s3.Bucket(this, 'Bucket', {
      ...privateBucket,
      removalPolicy: RemovalPolicy.DESTROY, // a deploy creates it again
    }) as s3.IBucket; // the CDK's class does not satisfy it with exactOptionalPropertyTypes
    Validations.of(this.bucket).acknowledge(withoutAccessLog);
  }

  /**
   * Not in the constructor: the files name the address, and the edge that has it needs the bucket.
   *
   * @param origin - where clients ask, without a path.
   */
  deployFiles(origin: string, code: CodeFunctionProps): void {
    const { bucketArn, bucketName } = this.bucket;
    // It refers to the bucket, so it is deleted first, and empties the bucket.
    const step = new DeployStep<SiteProperties>(this, 'Publish', {
      ...code,
      description: 'Publishes the page and the description at a deploy',
      properties: { Bucket: bucketName, Origin: origin },
    });
    step.allow(['s3:PutObject', 's3:DeleteObject'], [`${bucketArn}/*`]);
    step.allow(['s3:ListBucket'], [bucketArn]);
    const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnElement);
    const id = `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`;
    const reason = 'The bucket is for these files and holds nothing else';
    Validations.of(step).acknowledge({ id, reason });
  }
}
