import { CfnOutput, Duration, Stack, type StackProps, Stage } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import { allDirectories } from '../contract/directories.ts';
import { GATEWAY_TIMEOUT_SECONDS, STATUS_MEMORY_MB } from '../contract/limits.ts';
import { sitePaths } from '../contract/site.ts';
import { functionOutput, stageOutput } from '../contract/stage.ts';
import { CodeFunction } from './constructs/code-function.ts';
import { DeployStep } from './constructs/deploy-step.ts';
import { DirectoryFunction } from './constructs/directory-function.ts';
import { Edge } from './constructs/edge.ts';
import type { LastGoodBucket } from './constructs/last-good-bucket.ts';
import type { PortalDatabase } from './constructs/portal-database.ts';
import { PublicApi } from './constructs/public-api.ts';
import { RefreshSchedule } from './constructs/refresh-schedule.ts';
import { Site } from './constructs/site.ts';
import type { StageCode } from './stage-code.ts';
import type { StageSettings } from './stages.ts';

export interface ServiceStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly code: StageCode;
  readonly database: PortalDatabase;
  readonly lastGood: LastGoodBucket;
}

/** What answers, and holds nothing: it can be deleted and deployed again at any time. */
export class ServiceStack extends Stack {
  readonly functions: readonly DirectoryFunction[];
  readonly api: PublicApi;
  readonly edge: Edge;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { settings, code, database, lastGood, ...stackProps } = props;
    super(scope, id, stackProps);
    const { logRetention, reservedConcurrency, refreshEvery } = settings;
    const stageName = Stage.of(this)?.stageName ?? id;

    this.functions = allDirectories.map((directory) => {
      const directoryFunction = new DirectoryFunction(this, directory.name, {
        directory,
        stageName,
        folder: code.directories[directory.name],
        logRetention,
        reservedConcurrency,
      });
      database.connect(directoryFunction);
      lastGood.connect(directoryFunction);
      return directoryFunction;
    });

    const { function: status } = new CodeFunction(this, 'status', {
      description: `Answers ${sitePaths.status}`,
      folder: code.status,
      memoryMb: STATUS_MEMORY_MB,
      timeout: Duration.seconds(GATEWAY_TIMEOUT_SECONDS),
      logRetention,
    });
    lastGood.show(status);

    this.api = new PublicApi(this, 'Api', { functions: this.functions, status, logRetention });

    const site = new Site(this, 'Site');

    this.edge = new Edge(this, 'Edge', { api: this.api, lastGood, site, code, settings });

    const origin = `https://${this.edge.domainName}`;
    site.publish({ folder: code.site, origin, logRetention });

    if (refreshEvery !== undefined) {
      new RefreshSchedule(this, 'Refresh', this.functions, refreshEvery);
    }

    this.#makeFirstCopies(code, props);

    new CfnOutput(this, stageOutput.address, { value: `${origin}/v1` });
    new CfnOutput(this, stageOutput.lastGoodBucket, { value: lastGood.bucket.bucketName });
    new CfnOutput(this, stageOutput.distributionId, {
      value: this.edge.distribution.distributionId,
    });
    for (const name of ['viewerRequest', 'viewerResponse'] as const) {
      new CfnOutput(this, stageOutput[name], { value: this.edge.functions[name].functionName });
    }
    for (const { directory, function: lambdaFunction } of this.functions) {
      new CfnOutput(this, functionOutput(directory.name), { value: lambdaFunction.functionName });
    }
  }

  /** There is something to serve before the first visitor comes; and functions that cannot serve are not deployed. */
  #makeFirstCopies(code: StageCode, { database, lastGood, settings }: ServiceStackProps): void {
    const step = new DeployStep(this, 'FirstCopies', {
      description: 'Asks each function for its first copy at a deploy',
      folder: code.firstCopies,
      logRetention: settings.logRetention,
      properties: {
        Functions: Object.fromEntries(
          this.functions.map(({ directory, function: { functionName } }) => [
            directory.name,
            functionName,
          ]),
        ),
        // Whatever of the functions can break.
        Code: this.functions.map(({ codeHash }) => codeHash),
        Database: [database.clusterArn, database.readerSecretArn, database.databaseName],
        Bucket: lastGood.bucket.bucketName,
      },
    });
    step.function.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: this.functions.map(({ function: { functionArn } }) => functionArn),
      }),
    );
    step.resource.node.addDependency(...this.functions);
  }
}
