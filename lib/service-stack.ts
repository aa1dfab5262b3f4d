import { CfnOutput, Duration, Stack, type StackProps, Stage } from 'aws-cdk-lib';
import { HttpApi, HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

import { allDirectories, type Directory } from '../contract/directories.ts';
import { GATEWAY_TIMEOUT_SECONDS, SITE_MEMORY_MB } from '../contract/limits.ts';
import { paths } from '../contract/paths.ts';
import { feedPaths, sitePaths } from '../contract/site.ts';
import { functionOutput, refreshSeconds, siteEnvironment, stageOutput } from '../contract/names.ts';
import type { RefreshEvent } from '../contract/refresh.ts';
import type { PortalDatabase } from './constructs/database.ts';
import { CodeFunction, DeployStep, DirectoryFunction } from './constructs/functions.ts';
import { Edge } from './constructs/edge.ts';
import type { LastGoodBucket } from './constructs/last-good-bucket.ts';
import { PublicApi } from './constructs/public-api.ts';
import { SharedValue } from './constructs/shared-value.ts';
import { Site } from './constructs/site.ts';
import type { StageCode } from './directory-app.ts';
import type { StageSettings } from './stages.ts';

export interface ServiceStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly code: StageCode;
  readonly database: PortalDatabase;
  readonly lastGood: LastGoodBucket;
}

/** The service as the stack that monitors it sees it. */
export type MonitoredService = ReturnType<ServiceStack['watchedIn']>;

/** What answers requests. It has no state: it can be deleted and deployed again at any time. */
export class ServiceStack extends Stack {
  readonly #functions: readonly DirectoryFunction[];
  readonly #api: PublicApi;
  readonly #edge: Edge;
  readonly #functionNames: readonly { readonly directory: Directory; readonly name: SharedValue }[];
  readonly #apiId: SharedValue;
  readonly #distributionId: SharedValue;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { settings, code, database, lastGood, ...stackProps } = props;
    super(scope, id, stackProps);
    const { logRetention, reservedConcurrency, refreshEvery } = settings;
    const stageName = Stage.of(this)?.stageName ?? id;
    const { bucketName } = lastGood.bucketIn(this);

    const setUp = database.setUpIn(this, { folder: code.databaseSetUp, logRetention });

    this.#functions = allDirectories.map((directory) => {
      const directoryFunction = new DirectoryFunction(this, directory.name, {
        directory,
        stageName,
        folder: code.directory,
        logRetention,
        reservedConcurrency,
      });
      database.connect(directoryFunction);
      lastGood.connect(directoryFunction);
      // They read what it creates: new code may need a column that the views do not have yet.
      if (setUp !== undefined) directoryFunction.function.node.addDependency(setUp.resource);
      return directoryFunction;
    });

    const besideLists = {
      memoryMb: SITE_MEMORY_MB,
      timeout: Duration.seconds(GATEWAY_TIMEOUT_SECONDS),
      logRetention,
    };
    const status = new CodeFunction(this, 'status', {
      ...besideLists,
      description: `Answers ${sitePaths.status}`,
      folder: code.status,
    });
    lastGood.show(status);
    const release: unknown = this.node.tryGetContext('release') ?? code.release;
    status.function.addEnvironment(siteEnvironment.release, String(release));

    const feed = new CodeFunction(this, 'feed', {
      ...besideLists,
      description: `Answers ${feedPaths.join(' and ')}`,
      folder: code.feed,
    });
    lastGood.show(feed, [paths.startups, paths.jobs]);

    this.#api = new PublicApi(this, 'Api', {
      functions: this.#functions,
      status: status.function,
      feed: feed.function,
      logRetention,
    });

    const site = new Site(this, 'Site');

    this.#edge = new Edge(this, 'Edge', { api: this.#api, lastGood, site, code, settings });

    const origin = `https://${this.#edge.domainName}`;
    site.publish({ folder: code.site(stageName), origin, logRetention });
    feed.function.addEnvironment(siteEnvironment.origin, origin);
    feed.function.addEnvironment(siteEnvironment.title, settings.site.programme);
    feed.function.addEnvironment(siteEnvironment.subtitle, settings.site.summary);

    if (refreshEvery !== undefined) {
      this.#refresh(refreshEvery);
      // It tells how old a copy can be while refreshes succeed.
      status.function.addEnvironment(refreshSeconds, String(refreshEvery.toSeconds()));
    }

    this.#makeFirstCopies(props, bucketName, setUp);

    new CfnOutput(this, stageOutput.address, { value: `${origin}/v1` });
    new CfnOutput(this, stageOutput.lastGoodBucket, { value: bucketName });
    new CfnOutput(this, stageOutput.distributionId, {
      value: this.#edge.distribution.distributionId,
    });
    for (const name of ['viewerRequest', 'viewerResponse'] as const) {
      new CfnOutput(this, stageOutput[name], { value: this.#edge.functions[name].functionName });
    }
    for (const { directory, function: lambdaFunction } of this.#functions) {
      new CfnOutput(this, functionOutput(directory.name), { value: lambdaFunction.functionName });
    }

    this.#functionNames = this.#functions.map(({ directory, function: { functionName } }) => ({
      directory,
      name: new SharedValue(this, `${functionOutput(directory.name)}Name`, functionName),
    }));
    this.#apiId = new SharedValue(this, 'ApiId', this.#api.apiId);
    this.#distributionId = new SharedValue(
      this,
      'DistributionIdentifier',
      this.#edge.distribution.distributionId,
    );
  }

  watchedIn(watcher: Construct) {
    const api = HttpApi.fromHttpApiAttributes(watcher, 'Api', {
      httpApiId: this.#apiId.in(watcher),
    });
    return {
      functions: this.#functionNames.map(({ directory, name }) => ({
        directory,
        function: Function.fromFunctionName(watcher, directory.name, name.in(watcher)),
      })),
      api: {
        stage: HttpStage.fromHttpStageAttributes(watcher, 'ApiStage', {
          api,
          stageName: '$default',
        }),
        accessLog: this.#api.accessLog,
      },
      edge: this.#edge,
      distributionId: this.#distributionId.in(watcher),
    };
  }

  /** Asks each function for a fresh snapshot, so that the last-good copy is recent even on a quiet day. */
  #refresh(every: Duration): void {
    const event: RefreshEvent = { refresh: { acceptDrop: false } };
    new Rule(new Construct(this, 'Refresh'), 'Rule', {
      description: 'Keeps the last-good copies young',
      schedule: Schedule.rate(every),
      targets: this.#functions.map(
        ({ function: handler }) =>
          new LambdaFunction(handler, {
            event: RuleTargetInput.fromObject(event),
            retryAttempts: 0, // the next one comes soon enough
          }),
      ),
    });
  }

  /** Before the first visitor there is something to serve, and functions that cannot serve are not deployed. */
  #makeFirstCopies(
    { code, database, settings }: ServiceStackProps,
    bucketName: string,
    setUp: DeployStep | undefined,
  ): void {
    const step = new DeployStep(this, 'FirstCopies', {
      description: 'Asks each function for its first copy at a deploy',
      folder: code.firstCopies,
      logRetention: settings.logRetention,
      properties: {
        Functions: Object.fromEntries(
          this.#functions.map(({ directory, function: { functionName } }) => [
            directory.name,
            functionName,
          ]),
        ),
        // Everything about the functions, and the views that they read, that can break.
        Code: [...this.#functions, ...(setUp === undefined ? [] : [setUp])].map(
          ({ codeHash }) => codeHash,
        ),
        Rights: this.#functions.map(({ rightsHash }) => rightsHash),
        Database: [
          database.clusterArnIn(this),
          database.readerSecretArnIn(this),
          database.databaseName,
        ],
        Bucket: bucketName,
      },
    });
    step.allow(
      ['lambda:InvokeFunction'],
      this.#functions.map(({ function: { functionArn } }) => functionArn),
    );
  }
}
