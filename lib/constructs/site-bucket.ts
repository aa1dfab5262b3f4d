import { type CfnElement, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import type { SiteProperties } from '../../lambda/deploy/publish-site.ts';
import { type CodeFunctionProps, DeployStep } from './code-function.ts';
import { privateBucket, withoutAccessLog } from './private-bucket.ts';

/** The files that change only with a deploy: the pages, the OpenAPI description and the client. */
export class SiteBucket extends Construct {
  readonly bucket: s3.IBucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new s3.Bucket(this, 'Bucket', {
      ...privateBucket,
      removalPolicy: RemovalPolicy.DESTROY, // a deploy creates it again
    }) as s3.IBucket; // with exactOptionalPropertyTypes, the CDK's class does not implement it
    Validations.of(this.bucket).acknowledge(withoutAccessLog);
  }

  /**
   * Adds the deployment step that publishes the files. The constructor cannot do it: the files contain the service's address,
   * which comes from the distribution, and the distribution needs the bucket.
   *
   * @param origin - the service's address without a path.
   */
  deployFiles(origin: string, code: CodeFunctionProps): void {
    const { bucketArn, bucketName } = this.bucket;
    // The step refers to the bucket, so CloudFormation deletes it before the bucket. The step then empties the bucket.
    const step = new DeployStep<SiteProperties>(this, 'Publish', {
      ...code,
      description: 'Publishes the pages, the description and the client during a deploy',
      properties: { Bucket: bucketName, Origin: origin },
    });
    step.allow(['s3:PutObject', 's3:DeleteObject'], [`${bucketArn}/*`]);
    step.allow(['s3:ListBucket'], [bucketArn]);
    const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnElement);
    const id = `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`;
    const reason = 'The bucket contains only these files';
    Validations.of(step).acknowledge({ id, reason });
  }
}
