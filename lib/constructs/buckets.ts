/** The two private buckets from which CloudFront reads the last-good copies and the files of the site. */

import { type CfnElement, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import { environment } from '../../contract/names.ts';
import { allPaths } from '../../contract/routing.ts';
import type { SiteProperties } from '../../lambda/deploy/publish-site.ts';
import { type CodeFunction, type CodeFunctionProps, DeployStep } from './code-function.ts';
import { SharedValue } from './shared-value.ts';

/**
 * The bucket of the last-good copies. It contains one object for each directory. The key of the object is the request path without
 * the leading slash.
 */
export class CopyBucket extends Construct {
  readonly #bucketName: SharedValue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Deleting the stack must not delete the copies. If the first deploy fails, however, the bucket is deleted.
    const bucket = privateBucket(this, RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);

    // Any distribution in this account may read the copies, because the service's distribution does not exist yet when this
    // bucket is created. The lists are public anyway.
    const { partition, account } = Stack.of(this);
    const distributions = `arn:${partition}:cloudfront::${account}:distribution/*`;
    const edgeReads = new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:GetObject'],
      resources: allPaths.map((path) => `${bucket.bucketArn}${path}`),
      conditions: { ArnLike: { 'AWS:SourceArn': distributions } },
    });
    bucket.addToResourcePolicy(edgeReads);

    this.#bucketName = new SharedValue(this, 'LastGoodBucket', bucket.bucketName);
  }

  /** Returns a reference to the bucket for another stack. */
  bucketIn(consumer: Construct): s3.IBucket {
    const { region } = Stack.of(consumer);
    const bucketName = this.#bucketName.in(consumer);
    return s3.Bucket.fromBucketAttributes(consumer, 'LastGood', { bucketName, region });
  }

  /**
   * Lets a function perform actions on copies (by default, read them), and sets the variable that contains the bucket's name.
   */
  connect(consumer: CodeFunction, paths = allPaths, actions = ['s3:GetObject']): void {
    const { bucketArn, bucketName } = this.bucketIn(consumer.function);
    const objects = paths.map((path) => `${bucketArn}${path}`);
    consumer.allow(actions, objects);
    consumer.setVariables({ [environment.lastGoodBucket]: bucketName });
  }
}

/** The bucket of the files that change only in a deploy, such as the pages, the OpenAPI description and the client. */
export class SiteBucket extends Construct {
  readonly bucket: s3.IBucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = privateBucket(this, RemovalPolicy.DESTROY); // a deploy can publish the files again
  }

  /**
   * Adds the deployment step that publishes the files. The constructor cannot do this, because the files contain the service's
   * address. The address comes from the distribution, and the distribution needs the bucket.
   *
   * @param origin - the service's address without a path.
   */
  deployFiles(origin: string, code: CodeFunctionProps): void {
    const { bucketArn, bucketName } = this.bucket;
    // When the stack is deleted, CloudFormation deletes this step before the bucket, because the step refers to the bucket. The
    // deletion of the step empties the bucket, because CloudFormation can delete only an empty bucket.
    const step = new DeployStep<SiteProperties>(this, 'Publish', {
      ...code,
      description: 'Publishes the pages, the OpenAPI description and the client during a deploy',
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

/** Creates a bucket that denies public access and requires TLS. */
function privateBucket(scope: Construct, removalPolicy: RemovalPolicy): s3.IBucket {
  const bucket = new s3.Bucket(scope, 'Bucket', {
    encryption: s3.BucketEncryption.S3_MANAGED,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy,
  });
  const reason = 'An access log is not needed, because the service publishes the objects';
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason });
  return bucket as s3.IBucket; // with exactOptionalPropertyTypes, the CDK's class does not implement the interface
}
