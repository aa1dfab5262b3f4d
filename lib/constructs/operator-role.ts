import { Stack, Stage, Token, Validations } from 'aws-cdk-lib';
import { AccountPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

import { allPaths } from '../../contract/routing.ts';
import type { CopyBucket } from './buckets.ts';
import type { CodeFunction } from './code-function.ts';
import type { Edge } from './distribution.ts';
import { dataApiActions, type PortalDatabase } from './portal-database.ts';
import type { PublicApi } from './public-api.ts';

interface OperatorRoleProps {
  readonly api: PublicApi;
  readonly lists: readonly CodeFunction[];
  /** Functions that build their answers from the copies. */
  readonly others: readonly CodeFunction[];
  readonly copies: CopyBucket;
  readonly database: PortalDatabase;
  readonly edge: Edge;
}

/**
 * The role that people on call assume for `npm run operate` and the runbook. Some of the commands require an administrator
 * instead (docs/runbook.md, "By hand"). Each stage has its own role. A managed policy would not work: people would attach it
 * to roles outside the stack, and IAM does not delete an attached policy, so the stack could not be destroyed.
 */
export class OperatorRole extends Construct {
  readonly roleArn: string;

  constructor(scope: Construct, id: string, props: OperatorRoleProps) {
    super(scope, id);
    const { api, lists, others, copies, database, edge } = props;
    const { partition, region, account, stackName } = Stack.of(this);
    const { bucketArn } = copies.bucketIn(this);
    const { clusterArn, readerSecretArn } = database.readerIn(this);
    const functions = [...lists, ...others];
    // This ends with a wildcard instead of the stack's id, because operators' requests contain only the stack's name.
    const ownStack = `arn:${partition}:cloudformation:${region}:${account}:stack/${stackName}/*`;
    const allowed: readonly [actions: string[], resources: string[]][] = [
      [['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'], [ownStack]],
      [['lambda:InvokeFunction'], lists.map((list) => list.function.functionArn)],
      [['lambda:GetFunctionConfiguration'], functions.map((each) => each.function.functionArn)],
      [['lambda:GetAccountSettings'], ['*']], // the action does not support resource-level permissions
      [['logs:FilterLogEvents'], [...functions.map((each) => each.logGroupArn), api.accessLogArn]],
      [['s3:GetObject', 's3:PutObject'], allPaths.map((path) => `${bucketArn}${path}`)],
      [['s3:ListBucket'], [bucketArn]], // without it, S3 answers 403 instead of 404 for a missing object
      [
        ['cloudfront:DescribeFunction', 'cloudfront:TestFunction'],
        [edge.viewerRequest, edge.viewerResponse].map((each) => each.functionArn),
      ],
      [
        ['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'],
        [edge.distribution.distributionArn],
      ],
      [dataApiActions, [clusterArn]],
      [['secretsmanager:GetSecretValue'], [readerSecretArn]], // not the owner's secret, which allows everything
    ];
    const role = new Role(this, 'Role', {
      description: `For people on call for ${Stage.of(this)?.stageName}`,
      assumedBy: new AccountPrincipal(account),
    });
    for (const [actions, resources] of allowed) {
      role.addToPolicy(new PolicyStatement({ actions, resources }));
    }
    const owner = Token.isUnresolved(account) ? '<AWS::AccountId>' : account;
    const stackPattern = `arn:aws:cloudformation:${region}:${owner}:stack/${stackName}/*`;
    const reason = 'The ARN of a stack ends with an id, and the settings of an account have no ARN';
    Validations.of(role).acknowledge(
      { id: `AwsSolutions-IAM5[Resource::${stackPattern}]`, reason },
      { id: 'AwsSolutions-IAM5[Resource::*]', reason },
    );
    this.roleArn = role.roleArn;
  }
}
