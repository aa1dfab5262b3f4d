import path from 'node:path';

import { CfnOutput, Duration, Stack, Stage } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';

import { allDirectories, type Directory } from '../contract/directories.ts';
import { MEMORY_SECONDS } from '../contract/http.ts';
import * as limits from '../contract/limits.ts';
import * as names from '../contract/names.ts';
import { paths } from '../contract/routing.ts';
import type { RefreshEvent } from '../contract/refresh-event.ts';
import { feedPaths, sitePaths } from '../contract/site.ts';
import { type CopyBucket, SiteBucket } from './constructs/buckets.ts';
import type { FirstCopiesProperties } from '../lambda/deploy/first-copies.ts';
import type { PortalDatabase } from './constructs/portal-database.ts';
import { Edge } from './constructs/distribution.ts';
import { CodeFunction, type CodeFunctionProps, DeployStep } from './constructs/code-function.ts';
import { OperatorRole } from './constructs/operator-role.ts';
import { PublicApi } from './constructs/public-api.ts';
import { SharedValue } from './constructs/shared-value.ts';
import type { StageSettings } from './stages.ts';

/**
 * The bundled code of all stages (see `bundle.ts`). `folder` is the path of the build output. It has a subfolder for each
 * bundle, and `sites/<stage>` for each stage's site. `release` is the name of the release, unless the context value `release`
 * overrides it.
 */
export type StageCode = Readonly<Record<'folder' | 'release', string>>;

interface ServiceStackProps {
  readonly settings: StageSettings;
  readonly code: StageCode;
  readonly database: PortalDatabase;
  readonly copies: CopyBucket;
}

/**
 * The resources that handle requests. The stack has no state except its logs, so it can be deleted and deployed again at any
 * time. Unless the stage has a domain, the service then gets a new address.
 */
export class ServiceStack extends Stack {
  readonly stageName: string;
  /** Id of the HTTP API, for the alarms. */
  readonly apiId: SharedValue;
  /** Names of the directories' functions, for the alarms. */
  readonly functionNames: ReadonlyMap<string, SharedValue>;
  readonly #props: ServiceStackProps;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id);
    const { settings, code, database, copies } = props;
    this.#props = props;
    this.stageName = Stage.of(this)?.stageName ?? id;

    const api = new PublicApi(this, 'Api', this.stageName, settings.logRetention);
    const site = new SiteBucket(this, 'Site');
    const edge = new Edge(this, 'Edge', { api, copies, site, settings });
    const origin = `https://${edge.domainName}`;
    site.deployFiles(origin, this.#codeOf(`sites/${this.stageName}`));

    const setUp = database.setUpIn(this, this.#codeOf('database'), origin);

    const lists = new Map(allDirectories.map((each) => [each, this.#listFunction(each)]));
    for (const [directory, list] of lists) {
      database.connect(list);
      copies.connect(list, [directory.path], ['s3:GetObject', 's3:PutObject']);
      // The functions wait for the set-up, because new code may read a column that the set-up adds to the views.
      if (setUp !== undefined) list.function.node.addDependency(setUp.resource);
    }
    const status = this.#functionBeside('status', [sitePaths.status]);
    copies.connect(status);
    const feed = this.#functionBeside('feed', feedPaths);
    copies.connect(feed, [paths.startups, paths.jobs]);

    for (const [directory, list] of lists) api.route(directory.name, [directory.path], list);
    api.route('status', [sitePaths.status], status);
    api.route('feed', feedPaths, feed);
    feed.setVariables({
      [names.siteEnvironment.origin]: origin,
      [names.siteEnvironment.title]: settings.site.programme,
      [names.siteEnvironment.subtitle]: settings.site.summary,
    });
    const release: unknown = this.node.tryGetContext('release') ?? code.release;
    status.setVariables({ [names.siteEnvironment.release]: String(release) });

    if (settings.refreshEvery !== undefined) {
      this.#refresh([...lists.values()], settings.refreshEvery);
    }
    const { bucketName } = copies.bucketIn(this);
    const functions = new Map([...lists].map(([{ name }, list]) => [name, list.function]));
    this.#makeFirstCopies(functions, {
      // If any of these changes, the functions could stop working, so the step runs again.
      Code: [...lists.values(), setUp].flatMap((each) => each?.codeHash ?? []),
      Rights: [...lists.values()].map(({ rightsHash }) => rightsHash),
      Database: Object.values(database.readerIn(this)),
      Bucket: bucketName,
    });

    const operator = new OperatorRole(this, 'Operator', {
      api,
      lists: [...lists.values()],
      others: [status, feed],
      copies,
      database,
      edge,
    });
    const outputs = {
      [names.stageOutput.address]: `${origin}/v1`,
      [names.stageOutput.lastGoodBucket]: bucketName,
      [names.stageOutput.distributionId]: edge.distribution.distributionId,
      [names.stageOutput.viewerRequest]: edge.viewerRequest.functionName,
      [names.stageOutput.viewerResponse]: edge.viewerResponse.functionName,
      [names.stageOutput.operatorRoleArn]: operator.roleArn,
      ...database.outputsIn(this),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
    this.apiId = new SharedValue(this, 'ApiId', api.apiId);
    this.functionNames = new Map(
      [...functions].map(([directory, { functionName }]) => {
        const name = names.functionOutput(directory);
        new CfnOutput(this, name, { value: functionName });
        return [directory, new SharedValue(this, `${name}Name`, functionName)];
      }),
    );
  }

  /** Creates the function that serves one directory. */
  #listFunction({ name, path: listPath }: Directory): CodeFunction {
    const { reservedConcurrency: processes } = this.#props.settings;
    return new CodeFunction(this, name, {
      ...this.#codeOf('directory'),
      description: `Answers ${listPath}`,
      memorySize: limits.FUNCTION_MEMORY_MB,
      timeout: Duration.seconds(limits.FUNCTION_TIMEOUT_SECONDS),
      ...(processes === undefined ? {} : { reservedConcurrentExecutions: processes }),
      environment: {
        [names.environment.directory]: name,
        [names.environment.memorySeconds]: String(MEMORY_SECONDS),
        [names.environment.metricNamespace]: names.metricNamespace(this.stageName),
      },
    });
  }

  /** Creates a function that builds its answers from the last-good copies. */
  #functionBeside(name: string, answered: readonly string[]): CodeFunction {
    return new CodeFunction(this, name, {
      ...this.#codeOf(name),
      description: `Answers ${answered.join(' and ')}`,
      memorySize: limits.STATUS_AND_FEED_MEMORY_MB,
      timeout: Duration.seconds(limits.GATEWAY_TIMEOUT_SECONDS),
    });
  }

  #codeOf(name: string): CodeFunctionProps {
    const { code, settings } = this.#props;
    return { folder: path.join(code.folder, name), logRetention: settings.logRetention };
  }

  /** Schedules a refresh of each list, so that the last-good copy is recent even on a day without visitors. */
  #refresh(lists: readonly CodeFunction[], every: Duration): void {
    const refresh: RefreshEvent = { refresh: { acceptDrop: false } };
    const event = RuleTargetInput.fromObject(refresh);
    // EventBridge must not retry, because the next refresh follows soon enough. Lambda's own retries need no setting, because a
    // refresh reports errors instead of throwing them.
    const retryAttempts = 0;
    new Rule(new Construct(this, 'Refresh'), 'Rule', {
      description: 'Keeps the last-good copies recent',
      schedule: Schedule.rate(every),
      targets: lists.map((list) => new LambdaFunction(list.function, { event, retryAttempts })),
    });
  }

  /**
   * Adds the step that creates the copies before the first visitor arrives. The deploy is rolled back if a function does not
   * write a copy, or reports any failure except an outage, a refused list or a list that is too long.
   */
  #makeFirstCopies(functions: ReadonlyMap<string, CodeFunction['function']>, causes: object): void {
    const named = [...functions].map(([name, { functionName }]) => [name, functionName] as const);
    const step = new DeployStep<FirstCopiesProperties>(this, 'FirstCopies', {
      ...this.#codeOf('first-copies'),
      description: 'Creates the last-good copies during a deploy',
      properties: { Functions: Object.fromEntries(named), ...causes },
    });
    const arns = [...functions.values()].map(({ functionArn }) => functionArn);
    step.allow(['lambda:InvokeFunction'], arns);
  }
}
