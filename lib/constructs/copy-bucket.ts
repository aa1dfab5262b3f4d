import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import type { Directory } from '../../contract/directories.ts';
import { environment } from '../../contract/names.ts';
import { allPaths } from '../../contract/routing.ts';
import type { CodeFunction } from './code-function.ts';
import { privateBucket, withoutAccessLog } from './private-bucket.ts';
import { SharedValue } from './shared-value.ts';

/** The last-good copies: one object for each directory. Its key is the request path. */
export class CopyBucket extends Construct {
  readonly #bucketName: SharedValue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const bucket = new s3.Bucket(this, 'Bucket', {
      ...privateBucket,
      // Deleting the stack must not delete the fallback. If the first deploy fails, the bucket is deleted.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(bucket).acknowledge(withoutAccessLog);

    // Any distribution of this account may read, because the stack that creates the right one needs this bucket first. The lists
    // are public anyway.
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

  /** Lets a directory's function read and write its own copy, and sets the variable with the bucket's name. */
  letWrite(writer: CodeFunction, { path }: Directory): void {
    this.letRead(writer, [path], ['s3:GetObject', 's3:PutObject']);
  }

  /** Lets a function read copies, and sets the variable with the bucket's name. */
  letRead(reader: CodeFunction, paths = allPaths, actions = ['s3:GetObject']): void {
    const { bucketArn, bucketName } = this.bucketIn(reader.function);
    const objects = paths.map((path) => `${bucketArn}${path}`);
    reader.allow(actions, objects);
    reader.setVariables({ [environment.lastGoodBucket]: bucketName });
  }
}
