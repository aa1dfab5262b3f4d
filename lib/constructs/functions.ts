import { createHash } from 'node:crypto';

import {
  CfnResource,
  CustomResource,
  Duration,
  FileSystem,
  Lazy,
  RemovalPolicy,
  Stack,
} from 'aws-cdk-lib';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import type { Directory } from '../../contract/directories.ts';
import { environment, metricNamespace } from '../../contract/names.ts';
import { MEMORY_SECONDS } from '../../contract/http.ts';
import { FUNCTION_MEMORY_MB, FUNCTION_TIMEOUT_SECONDS } from '../../contract/limits.ts';

export interface CodeFunctionProps {
  readonly description: string;
  /** Folder with `index.mjs`, which exports `handler`. */
  readonly folder: string;
  readonly memoryMb: number;
  readonly timeout: Duration;
  readonly logRetention: RetentionDays;
  readonly reservedConcurrency?: number | undefined;
}

/** A function made from a bundle. It may write its log; owners of other resources grant everything else. */
export class CodeFunction extends Construct {
  readonly function: Function;
  /** Changes with the code. */
  readonly codeHash: string;
  /** Changes with its permissions, whoever granted them. */
  readonly rightsHash: string;

  constructor(scope: Construct, id: string, props: CodeFunctionProps) {
    super(scope, id);

    this.codeHash = FileSystem.fingerprint(props.folder);

    const logGroup = new LogGroup(this, 'Log', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    // Not the managed policy for Lambda, which may write to every log group.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    logGroup.grantWrite(role);
    this.rightsHash = Lazy.uncachedString({
      produce: () => {
        const policies = role.node.children.filter((child) => child instanceof Policy);
        const documents: unknown = Stack.of(this).resolve(policies.map(({ document }) => document));
        return createHash('sha256').update(JSON.stringify(documents)).digest('hex');
      },
    });

    this.function = new Function(this, 'Function', {
      description: props.description,
      code: Code.fromAsset(props.folder),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X, // not NODEJS_LATEST, which changes with the library
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: props.timeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.TEXT, // the lines are JSON already
      environment: { NODE_OPTIONS: '--enable-source-maps' },
      ...(props.reservedConcurrency === undefined
        ? {}
        : { reservedConcurrentExecutions: props.reservedConcurrency }),
    });
    dependOnceOn(role, this.function);
  }

  allow(actions: readonly string[], resources: readonly string[]): void {
    this.function.addToRolePolicy(
      new PolicyStatement({ actions: [...actions], resources: [...resources] }),
    );
  }
}

/** CDK writes a function's role into `DependsOn` besides its policy, although the property `Role` implies it (cfn-lint W3005). */
function dependOnceOn(role: Role, lambdaFunction: Function): void {
  const resource = lambdaFunction.node.defaultChild as CfnResource;
  const others = (): unknown[] =>
    resource
      .obtainDependencies()
      .filter((each) => each !== role.node.defaultChild)
      .filter((each) => CfnResource.isCfnResource(each))
      .map((each) => Stack.of(each).resolve(each.logicalId) as unknown)
      .toSorted((a, b) => String(a).localeCompare(String(b)));
  resource.addOverride('DependsOn', Lazy.any({ produce: others }));
}

export interface DirectoryFunctionProps extends Pick<
  CodeFunctionProps,
  'folder' | 'logRetention' | 'reservedConcurrency'
> {
  readonly directory: Directory;
  readonly stageName: string;
}

/** The function that answers for one directory. */
export class DirectoryFunction extends CodeFunction {
  readonly directory: Directory;

  constructor(scope: Construct, id: string, props: DirectoryFunctionProps) {
    const { directory, stageName, ...rest } = props;
    super(scope, id, {
      ...rest,
      description: `Answers ${directory.path}`,
      memoryMb: FUNCTION_MEMORY_MB,
      timeout: Duration.seconds(FUNCTION_TIMEOUT_SECONDS),
    });
    this.directory = directory;
    this.function.addEnvironment(environment.directory, directory.name);
    this.function.addEnvironment(environment.memorySeconds, String(MEMORY_SECONDS));
    this.function.addEnvironment(environment.metricNamespace, metricNamespace(stageName));
  }
}

/** Lambda's own limit is 15 minutes. */
const LONGEST_STEP = Duration.minutes(5);

export interface DeployStepProps extends Pick<
  CodeFunctionProps,
  'description' | 'folder' | 'logRetention'
> {
  /** Input of the step. It runs again in a deploy that changes any of it, or its code. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A step that runs while a stack is deployed; if it fails, the deploy is rolled back with its reason. */
export class DeployStep extends CodeFunction {
  readonly resource: CustomResource;

  constructor(scope: Construct, id: string, { properties, ...props }: DeployStepProps) {
    super(scope, id, { ...props, memoryMb: 512, timeout: LONGEST_STEP });
    // `cdk deploy -c again=<any word>` runs every step again, for example when a secret has a new value.
    const again: unknown = this.node.tryGetContext('again');
    this.resource = new CustomResource(this, 'Step', {
      resourceType: `Custom::${id}`,
      serviceToken: this.function.functionArn, // no framework between: CloudFormation shows the function's own message
      serviceTimeout: LONGEST_STEP.plus(Duration.minutes(1)),
      properties: {
        ...properties,
        ContentHash: this.codeHash,
        ...(typeof again === 'string' ? { Again: again } : {}),
      },
    });
  }
}
