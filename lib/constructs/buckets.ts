/** The two buckets: what is served when everything else fails, and what is served beside the lists. */

import { type CfnElement, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import type { Directory } from '../../contract/directories.ts';
import { environment } from '../../contract/names.ts';
import { allPaths } from '../../contract/routing.ts';
import { type CodeFunction, type CodeFunctionProps, DeployStep } from './code-function.ts';
import { SharedValue } from './shared-value.ts';

/** No public access, and no access without TLS. */
const privateBucket = {
  encryption: s3.BucketEncryption.S3_MANAGED,
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
} satisfies s3.BucketProps;

const withoutAccessLog = {
  id: 'AwsSolutions-S1',
  reason: 'What it holds is public; who read it at the edge is not recorded either',
};

/** The last-good copies: one object for each directory, whose key is the request path. */
export class CopyBucket extends Construct {
  readonly #bucketName: SharedValue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const bucket = new s3.Bucket(this, 'Bucket', {
      ...privateBucket,
      // The fallback must not be deleted with a stack, but a first deploy that fails leaves no bucket behind.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(bucket).acknowledge(withoutAccessLog);

    // Any distribution of this account, because the right one is created later, by a stack that needs this bucket.
    // The lists are public anyway.
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

  /** The bucket as another stack sees it. */
  bucketIn(consumer: Construct): s3.IBucket {
    const { region } = Stack.of(consumer);
    const bucketName = this.#bucketName.in(consumer);
    return s3.Bucket.fromBucketAttributes(consumer, 'LastGood', { bucketName, region });
  }

  /** Lets a directory's function read and write its own copy, and tells it the bucket. */
  letWrite(writer: CodeFunction, { path }: Directory): void {
    this.letRead(writer, [path], ['s3:GetObject', 's3:PutObject']);
  }

  /** Lets a function read copies, and tells it the bucket. */
  letRead(reader: CodeFunction, paths = allPaths, actions = ['s3:GetObject']): void {
    const { bucketArn, bucketName } = this.bucketIn(reader.function);
    const objects = paths.map((path) => `${bucketArn}${path}`);
    reader.allow(actions, objects);
    reader.setVariables({ [environment.lastGoodBucket]: bucketName });
  }
}

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
    const step = new DeployStep(this, 'Publish', {
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
