/**
 * Lambda functions that are created from bundles, and deployment steps, which are functions that run while a stack is deployed.
 */

import { createHash } from 'node:crypto';

import * as cdk from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

export interface CodeFunctionProps extends lambda.FunctionOptions {
  /** Folder with an `index.mjs` that exports `handler`. */
  readonly folder: string;
  readonly logRetention: RetentionDays;
}

/**
 * A function that is created from a bundle. By itself, it may only write to its log. The constructs that own other resources
 * grant all further permissions.
 */
export class CodeFunction extends Construct {
  readonly function: lambda.Function;
  readonly logGroupArn: string;
  readonly codeHash: string;
  /** Hash of all its permissions, including those that other constructs grant later. */
  readonly rightsHash: string;

  constructor(scope: Construct, id: string, props: CodeFunctionProps) {
    super(scope, id);
    const { folder, logRetention: retention, environment, ...options } = props;
    this.codeHash = cdk.FileSystem.fingerprint(folder);

    const removalPolicy = cdk.RemovalPolicy.DESTROY;
    const logGroup = new LogGroup(this, 'Log', { retention, removalPolicy });

    // The role does not have AWSLambdaBasicExecutionRole, which would allow writing to every log group.
    const assumedBy = new iam.ServicePrincipal('lambda.amazonaws.com');
    const role = new iam.Role(this, 'Role', { assumedBy });
    this.logGroupArn = logGroup.logGroupArn;
    logGroup.grantWrite(role);
    this.rightsHash = cdk.Lazy.uncachedString({ produce: () => hashOfPolicies(role) });

    this.function = new lambda.Function(this, 'Function', {
      ...options,
      code: lambda.Code.fromAsset(folder),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X, // not NODEJS_LATEST, which changes when aws-cdk-lib is updated
      architecture: lambda.Architecture.ARM_64,
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.TEXT, // the lines are already JSON
      environment: { NODE_OPTIONS: '--enable-source-maps', ...environment },
    });
  }

  allow(actions: string[], resources: string[]): void {
    this.function.addToRolePolicy(new iam.PolicyStatement({ actions, resources }));
  }

  setVariables(variables: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(variables)) this.function.addEnvironment(key, value);
  }
}

function hashOfPolicies(role: iam.Role): string {
  const policies = role.node.children.filter((child) => child instanceof iam.Policy);
  const documents: unknown = role.stack.resolve(policies.map(({ document }) => document));
  return createHash('sha256').update(JSON.stringify(documents)).digest('hex');
}

/** Timeout of a deployment step. Lambda allows up to 15 minutes. */
const LONGEST_STEP = cdk.Duration.minutes(5);

interface DeployStepProps<Properties> extends CodeFunctionProps {
  /** Input of the step. If a deploy changes the input or the step's code, the step runs again. */
  readonly properties: Properties;
}

/**
 * A step that runs while a stack is deployed. If it fails, the deploy is rolled back and CloudFormation shows the reason.
 * `Properties` is the type that the step's code exports.
 */
export class DeployStep<Properties extends object> extends CodeFunction {
  readonly resource: cdk.CustomResource;

  constructor(scope: Construct, id: string, { properties, ...props }: DeployStepProps<Properties>) {
    super(scope, id, { ...props, memorySize: 512, timeout: LONGEST_STEP });
    // `cdk deploy -c again=<new word>` runs every step again, for example after a secret has changed.
    const again: unknown = this.node.tryGetContext('again');
    this.resource = new cdk.CustomResource(this, 'Step', {
      resourceType: `Custom::${id}`,
      serviceToken: this.function.functionArn, // not the provider framework, which would hide the function's message
      serviceTimeout: LONGEST_STEP.plus(cdk.Duration.minutes(1)),
      properties: {
        ...properties,
        ContentHash: this.codeHash,
        ...(typeof again === 'string' ? { Again: again } : {}),
      },
    });
  }
}
