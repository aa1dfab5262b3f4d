import { Stack, Stage } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

import { stageOutput } from '../../contract/names.ts';
import { allPaths } from '../../contract/routing.ts';
import type { CopyBucket } from './buckets.ts';
import type { CodeFunction } from './code-function.ts';
import type { Edge } from './distribution.ts';
import { dataApiActions, type PortalDatabase } from './portal-database.ts';

export interface OperatorPolicyProps {
  readonly lists: readonly CodeFunction[];
  readonly copies: CopyBucket;
  readonly database: PortalDatabase;
  readonly edge: Edge;
}

/** What `npm run operate`, the runbook's first look and the suite for a real account need in one stage, for the people and roles that an administrator attaches it to. */
export class OperatorPolicy extends Construct {
  readonly policyArn: string;

  constructor(
    scope: Construct,
    id: string,
    { lists, copies, database, edge }: OperatorPolicyProps,
  ) {
    super(scope, id);
    const { bucketArn } = copies.bucketIn(this);
    const { clusterArn, readerSecretArn } = database.readerIn(this);
    const ownerSecretArn = database.outputsIn(this)[stageOutput.ownerSecretArn] ?? [];
    const edgeFunctions = [edge.viewerRequest, edge.viewerResponse];
    const allowed: readonly [actions: string[], resources: string[]][] = [
      [
        ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
        [Stack.of(this).stackId],
      ],
      [
        ['lambda:InvokeFunction', 'lambda:GetFunctionConfiguration'],
        lists.map((list) => list.function.functionArn),
      ],
      [['logs:FilterLogEvents'], lists.map((list) => list.logGroupArn)],
      [['s3:GetObject', 's3:PutObject'], allPaths.map((path) => `${bucketArn}${path}`)],
      [['s3:ListBucket'], [bucketArn]], // without it, S3 denies what is not there
      [
        ['cloudfront:DescribeFunction', 'cloudfront:TestFunction'],
        edgeFunctions.map((each) => each.functionArn),
      ],
      [
        ['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'],
        [edge.distribution.distributionArn],
      ],
      [dataApiActions, [clusterArn]],
      [['secretsmanager:GetSecretValue'], [readerSecretArn, ownerSecretArn].flat()],
    ];
    const policy = new ManagedPolicy(this, 'Policy', {
      description: `What operators of ${Stage.of(this)?.stageName} need`,
      statements: allowed.map(
        ([actions, resources]) => new PolicyStatement({ actions, resources }),
      ),
    });
    this.policyArn = policy.managedPolicyArn;
  }
}
