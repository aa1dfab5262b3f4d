import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

export interface OperatorPolicyProps {
  readonly stageName: string;
  readonly stackArn: string;
  readonly functionArns: string[];
  readonly logGroupArns: string[];
  /** The last-good copies. */
  readonly copyArns: string[];
  readonly copyBucketArn: string;
  readonly distributionArn: string;
  readonly edgeFunctionArns: string[];
  readonly clusterArn: string;
  /** Secrets of the reader, and of the owner where the database is the stage's own. */
  readonly secretArns: string[];
}

/** What `npm run operate` and the runbook's first look need in one stage, for the people and roles that an administrator attaches it to. */
export class OperatorPolicy extends Construct {
  readonly policyArn: string;

  constructor(scope: Construct, id: string, props: OperatorPolicyProps) {
    super(scope, id);
    const allowed: readonly [actions: string[], resources: string[]][] = [
      [['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'], [props.stackArn]],
      [['lambda:InvokeFunction', 'lambda:GetFunctionConfiguration'], props.functionArns],
      [['logs:FilterLogEvents'], props.logGroupArns],
      [['s3:GetObject', 's3:PutObject'], props.copyArns],
      [['s3:ListBucket'], [props.copyBucketArn]], // without it, S3 denies what is not there
      [['cloudfront:DescribeFunction', 'cloudfront:TestFunction'], props.edgeFunctionArns],
      [['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'], [props.distributionArn]],
      [
        [
          'rds-data:ExecuteStatement',
          'rds-data:BeginTransaction',
          'rds-data:CommitTransaction',
          'rds-data:RollbackTransaction',
        ],
        [props.clusterArn],
      ],
      [['secretsmanager:GetSecretValue'], props.secretArns],
    ];
    const policy = new ManagedPolicy(this, 'Policy', {
      description: `What operators of ${props.stageName} need`,
      statements: allowed.map(
        ([actions, resources]) => new PolicyStatement({ actions, resources }),
      ),
    });
    this.policyArn = policy.managedPolicyArn;
  }
}
